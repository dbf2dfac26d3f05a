"""The invented texts: what follows from context, and what does not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from discotag.plugin import UnknownNameError
from discotag_cxmi.reproduce.texts import HINTS, LANGUAGES, write_texts

if TYPE_CHECKING:
    from pathlib import Path


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("target", sorted(LANGUAGES))
def test_texts_are_aligned_and_sources_the_same_in_all_languages(
    target: str, tmp_path: Path
) -> None:
    write_texts(tmp_path / target, target, count=5, seed=3)
    write_texts(tmp_path / "fr", "fr", count=5, seed=3)
    for stem in ("train", "dev", "test"):
        counts = {
            len(lines(tmp_path / target / f"{stem}.{end}")) for end in ("en", target, "docids")
        }
        assert len(counts) == 1
    assert lines(tmp_path / target / "test.en") == lines(tmp_path / "fr" / "test.en")


def test_the_same_seed_gives_the_same_texts(tmp_path: Path) -> None:
    for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
        write_texts(tmp_path / folder, "fr", count=5, seed=seed)
    a, b, c = (lines(tmp_path / folder / "train.fr") for folder in "abc")
    assert a == b
    assert a != c


@pytest.mark.parametrize("suite", ["pronouns", "formality"])
def test_items_are_of_the_test_text_and_only_context_tells_them_apart(
    suite: str, tmp_path: Path
) -> None:
    write_texts(tmp_path, "fr", count=1, seed=1)
    pairs = set(zip(lines(tmp_path / "test.en"), lines(tmp_path / "test.fr"), strict=True))
    items = [json.loads(line) for line in lines(tmp_path / f"{suite}.jsonl")]
    assert len({item["id"] for item in items}) == len(items)
    rights: dict[str, set[str]] = {}
    for item in items:
        assert (item["source"], item["right"]) in pairs
        assert item["wrong"] != [item["right"]]
        assert len(item["source_context"]) == len(item["target_context"]) > 0
        rights.setdefault(item["source"], set()).add(item["right"])
    assert any(len(found) == 2 for found in rights.values())


def test_a_sure_hint_tells_the_gender_and_without_one_nothing_does(tmp_path: Path) -> None:
    def share(folder: Path) -> float:
        items = [json.loads(line) for line in lines(folder / "pronouns.jsonl")]
        told = [
            (item["source"].split()[-1].rstrip(".") in HINTS[1]) is item["right"].startswith("Elle")
            for item in items
        ]
        return sum(told) / len(told)

    write_texts(tmp_path / "sure", "fr", count=1, seed=1, hint=1.0)
    write_texts(tmp_path / "none", "fr", count=1, seed=1)
    assert share(tmp_path / "sure") == 1
    assert 0.3 < share(tmp_path / "none") < 0.7


def test_another_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="unknown language of invented texts 'xx'"):
        write_texts(tmp_path, "xx", count=1, seed=1)
