"""What the shipped rankers of DiP are learned from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("discotag_dip", reason="the recipe needs discotag-dip")

from discotag.core.errors import InputError
from training import rankers

if TYPE_CHECKING:
    from pathlib import Path


def treebank(*documents: tuple[str, tuple[str, ...]]) -> str:
    lines = []
    for name, texts in documents:
        lines.append(f"# newdoc id = {name}")
        lines += [f"# sent_id = 1\n# text = {text}\n1\tLamps\tlamp\n" for text in texts]
    return "\n".join(lines)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    contents = {
        rankers.GUM: treebank(("GUM_news_a", ("A = b.", "It fell.")), ("GUM_fiction_b", ("No.",))),
        rankers.EWT: treebank(("weblog-c", ("Lamps shine.",))),
        rankers.TICO: 'sourceLang\tx\ntuid="CMU_1:1\ta\tb\ntuid="wiki_2:2\tOne.\tUne.\n'
        'tuid="wiki_2:3\tTwo.\tDeux.\n',
    }
    for name, content in contents.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def test_documents_of_free_genres_are_read_with_their_segments(data: Path) -> None:
    assert rankers.documents(data) == [
        ("GUM_news_a", ("A = b.", "It fell.")),
        ("weblog-c", ("Lamps shine.",)),
        ("CMU_1", ("a",)),
        ("wiki_2", ("One.", "Two.")),
    ]


def test_order_is_not_learned_from_sorted_phrases(data: Path) -> None:
    names = [name for name, _ in rankers.documents(data, has_order=True)]
    assert names == ["GUM_news_a", "weblog-c", "wiki_2"]


def test_an_absent_corpus_is_named(data: Path) -> None:
    (data / rankers.EWT).unlink()
    with pytest.raises(InputError, match=r"en_ewt-ud-train\.conllu: cannot be read"):
        rankers.documents(data)
