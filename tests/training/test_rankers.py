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


def test_addresses_since_1945_are_read_in_parts(data: Path) -> None:
    folder = data / rankers.SOTU
    folder.mkdir()
    (folder / "1944_a_d.txt").write_text("Too old.", encoding="utf-8")
    (folder / "1990_b_r.txt").write_text('One. "Two."\n\nThree? ' + "Yes. " * 39, "utf-8")
    (folder / "1990.json").write_text("{}", encoding="utf-8")
    first, second = rankers.addresses(data)
    assert first[0] == "1990_b_r 0"
    assert first[1][:4] == ("One.", '"Two."', "Three?", "Yes.")
    assert (len(first[1]), len(second[1])) == (40, 2)


def test_absent_addresses_are_named(data: Path) -> None:
    with pytest.raises(InputError, match="holds no addresses"):
        rankers.addresses(data)


def test_misread_marks_of_the_news_are_mended(data: Path) -> None:
    folder = data / "parallel" / "korean_jungyeul"
    folder.mkdir(parents=True)
    for name in rankers.NEWS:
        (folder / name).write_text("Clinton\u00a1\u00afs lamp &#8212; it fell.\n\nTwo.\n", "utf-8")
    assert [texts for _, texts in rankers.news(data)] == [("Clinton’s lamp — it fell.", "Two.")] * 2


def test_a_recipe_writes_what_the_package_ships_unless_told_otherwise(tmp_path: Path) -> None:
    shipped = {"pronouns": tmp_path / "a.json", "coherence": tmp_path / "b.json"}
    told = ["coherence", "--data", str(tmp_path)]
    assert rankers.given("x", "", shipped, told).out == tmp_path / "b.json"
    other = rankers.given("x", "", shipped, [*told, "--out", "mine.json"])
    assert (other.ranker, other.out.name) == ("coherence", "mine.json")
