"""Sentence pairs of the translation tables' corpora."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.plugin import InputError
from discotag_train.lexicons.corpora import corpus_files, sentence_pairs
from discotag_train.lexicons.making import Recipe

if TYPE_CHECKING:
    from pathlib import Path

RECIPE = Recipe(language="ko", spacy_language="ko", key="plain", aligned=(("news.en", "news.ko"),))


def test_line_aligned_files_keep_their_spaces(tmp_path: Path) -> None:
    folder = tmp_path / "parallel"
    folder.mkdir()
    (folder / "news.en").write_text("It rains.\n\nGood night.\n", "utf-8")
    (folder / "news.ko").write_text("비가 온다.\n\n잘 자.\n", "utf-8")
    assert sentence_pairs(tmp_path, RECIPE) == [
        ("It rains.", "비가 온다."),
        ("Good night.", "잘 자."),
    ]
    assert [path.name for path in corpus_files(tmp_path, RECIPE)] == ["news.en", "news.ko"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="which is not there"):
        sentence_pairs(tmp_path, RECIPE)
