"""The task `choose` reads suites in each of their formats."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks.tasks.choose import suites
from discotag.core.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, *lines: str) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def read(folder: Path, languages: str = "en-fr") -> list[tuple[object, ...]]:
    return [(name, pair, list(items)) for name, pair, items in suites(folder, languages)]


def test_voita(tmp_path: Path) -> None:
    item = {"src": "One . _eos Two", "dst": ["Раз . _eos Два", "Раз . _eos Три"], "true_ind": 1}
    write(tmp_path / "deixis_dev.json", json.dumps([item]))
    [(name, pair, items)] = read(tmp_path)
    assert (name, pair) == ("deixis_dev", ("en", "ru"))
    assert items == [(("One.", "Two"), (("Раз.", "Два"), ("Раз.", "Три")), 1)]


def test_contrapro_with_lines_of_context(tmp_path: Path) -> None:
    write(tmp_path / "x.current.en", "It is old.", "It is old.")
    write(tmp_path / "x.current.de", "Er ist alt.", "Sie ist alt.")
    write(tmp_path / "x.context.en", "A table.", "A table.")
    write(tmp_path / "x.context.de", "Ein Tisch.", "Ein Tisch.")
    [(name, pair, items)] = read(tmp_path)
    assert (name, pair) == ("x context", ("en", "de"))
    texts = (("Ein Tisch.", "Er ist alt."), ("Ein Tisch.", "Sie ist alt."))
    assert items == [(("A table.", "It is old."), texts, 0)]
    write(tmp_path / "x.context.de", "Ein Tisch.")
    with pytest.raises(InputError, match="expected pairs"):
        read(tmp_path)


@pytest.mark.parametrize("has_groups", [True, False])
def test_contrapro_with_separators(tmp_path: Path, *, has_groups: bool) -> None:
    write(tmp_path / "en.txt", *["A. <SEP> It is."] * 3, *["B. <SEP> It was."] * 2)
    write(
        tmp_path / "de.txt", "A <SEP> er", "A <SEP> sie", "A <SEP> es", "B <SEP> sie", "B <SEP> es"
    )
    if has_groups:
        write(tmp_path / "sentence_groups.txt", "0", "3")
    [(_, pair, items)] = read(tmp_path)
    assert pair == ("en", "de")
    assert [len(item.translations) for item in items] == [3, 2]
    assert items[1] == (("B.", "It was."), (("B", "sie"), ("B", "es")), 0)


def test_bawden(tmp_path: Path) -> None:
    texts = {"correct": ["Une table.", "Elle."], "incorrect": ["Une table.", "Il."]}
    data = {"1": {"examples": [{"src": ["A table.", "It."], "trg": texts}]}}
    write(tmp_path / "anaphora.json", json.dumps(data))
    [(name, pair, items)] = read(tmp_path)
    assert (name, pair) == ("anaphora", ("en", "fr"))
    assert items == [(("A table.", "It."), (("Une table.", "Elle."), ("Une table.", "Il.")), 0)]


def test_bawden_with_several_translations_of_a_source(tmp_path: Path) -> None:
    feminine = {"correct": ["Une table.", "Elle."], "incorrect": ["Une table.", "Il."]}
    masculine = {"semi-correct": ["Un meuble.", "Il."], "incorrect": ["Un meuble.", "Elle."]}
    data = [{"src": ["A table.", "It."], "trg": [feminine, masculine]}]
    write(tmp_path / "anaphora.json", json.dumps(data))
    [(_, _, items)] = read(tmp_path)
    assert [item[1] for item in items] == [
        (("Une table.", "Elle."), ("Une table.", "Il.")),
        (("Un meuble.", "Il."), ("Un meuble.", "Elle.")),
    ]


def test_bawden_with_a_translation_that_is_missing_is_an_error(tmp_path: Path) -> None:
    data = [{"src": ["A table.", "It."], "trg": [{"correct": ["Une table.", "Elle."]}]}]
    write(tmp_path / "anaphora.json", json.dumps(data))
    with pytest.raises(InputError, match="2 right and 0 wrong ones"):
        read(tmp_path)


def test_scat_turns_the_marked_pronoun(tmp_path: Path) -> None:
    pytest.importorskip("discotag_phen_gender")
    write(tmp_path / "highlighted.valid.en", "<p>It</p> is old.", "Have <p>they</p> left?")
    write(tmp_path / "highlighted.valid.fr", "<p>Elle</p> est vieille.", "On y <p>est</p> ?")
    write(tmp_path / "highlighted.valid.context.en", "A table.", "")
    write(tmp_path / "highlighted.valid.context.fr", "Une <hon>table<hoff> .", "")
    [(name, pair, items)] = read(tmp_path)
    assert (name, pair) == ("SCAT valid", ("en", "fr"))
    texts = (("Une table .", "Elle est vieille."), ("Une table .", "Il est vieille."))
    assert items == [(("A table.", "It is old."), texts, 0)]


def test_mt_geneval_has_no_translation_of_its_context(tmp_path: Path) -> None:
    pytest.importorskip("discotag_phen_gender")
    name = "geneval-context-wikiprofessions-{}-dev.en_fr.{}"
    write(tmp_path / name.format("2to1", "en"), "She won. <sep> The writer slept.")
    write(tmp_path / name.format("original", "fr"), "L'écrivaine dormait.")
    write(tmp_path / name.format("flipped", "fr"), "L'écrivain dormait.")
    [(name, pair, items)] = read(tmp_path)
    assert (name, pair) == ("MT-GenEval dev en-fr", ("en", "fr"))
    texts = (("", "L'écrivaine dormait."), ("", "L'écrivain dormait."))
    assert items == [(("She won.", "The writer slept."), texts, 0)]
