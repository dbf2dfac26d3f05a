"""The task `terms`: documents with lists, systems by mode, what is wrong in them."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

import pytest

from benchmarks.tasks import terms
from discotag.core.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

EN = "The account was closed. The account is safe."
DE = "Das Konto wurde geschlossen. Das Konto ist sicher."
LIST = {"account": ["Konto"]}


def write(path: Path, *items: object) -> None:
    lines = (f"{json.dumps(item, ensure_ascii=False)}\n" for item in items)
    path.write_text("".join(lines), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pytest.importorskip("discotag_lang_de")
    terms._documents.cache_clear()
    write(tmp_path / "full_data_1.jsonl", *[{"en": EN, "de": DE, "proper": LIST, "noterm": {}}] * 2)
    write(tmp_path / "x__good.1.ende.proper.jsonl", *[{"en": EN, "de": DE, "terms": LIST}] * 2)
    bad = DE.replace("Das Konto", "Die Rechnung")
    write(tmp_path / "x__b.2.1.ende.proper.jsonl", {"de": bad}, {"de": DE})
    write(tmp_path / "x__good.1.ende.noterm.jsonl", {"de": bad}, {"de": bad})
    return tmp_path


def measured(folder: Path, **more: object) -> dict[str, list[tuple[object, ...]]]:
    given = {"folder": folder, "lang": None, "read_as": "", "unlisted": "proper",
             "system": None, "mode": None}  # fmt: skip
    found = terms.measure(argparse.Namespace(**{**given, **more}))
    return {table.title: list(table.rows) for table in found}


def test_systems_are_ranked_by_mode(folder: Path) -> None:
    found = measured(folder)
    assert set(found) == {"en-de, noterm", "en-de, proper"}
    good, bad, reference = found["en-de, proper"]
    assert good[:4] == ("good", 1, 2, 4)
    assert good[4:] == ("1.000 [1.000, 1.000]",) * 3
    assert bad[0] == "b.2"
    assert str(bad[4]).startswith("0.500 ")
    assert str(bad[6]).startswith("1.000 ")  # it always says Rechnung in the document
    assert reference[:2] == ("reference", None)


def test_without_a_list_the_terms_of_another_are_asked_for(folder: Path) -> None:
    [system, reference] = measured(folder)["en-de, noterm"]
    assert str(system[4]).startswith("0.000 ")
    assert str(reference[4]).startswith("1.000 ")


def test_only_one_mode(folder: Path) -> None:
    assert set(measured(folder, mode=["noterm"])) == {"en-de, noterm"}


def test_only_one_system(folder: Path) -> None:
    [*rows] = measured(folder, system=["b.2"])["en-de, proper"]
    assert [row[0] for row in rows] == ["b.2", "reference"]


@pytest.mark.parametrize(
    ("name", "items", "message"),
    [
        ("x.1.ende.proper.jsonl", [{"de": DE}], r"holds 1 documents; the set has 2"),
        ("x.1.ende.proper.jsonl", [{"de": DE}, {"xx": DE}], r"jsonl:2: holds no text under 'de'"),
        ("x.1.ende.proper.jsonl", [{"de": DE}, {"en": "No.", "de": DE}], r"jsonl:2: holds another"),
        ("x.3.ende.proper.jsonl", [{"de": DE}], r"one file \*_3.jsonl .* is wanted; found none"),
        ("x.1.ende.proper.jsonl", [{"de": DE}, [1]], r"jsonl:2: expected a JSON object"),
        ("full_data_1.jsonl", [{"en": EN, "de": DE, "proper": {"a": 1}}] * 2, r"1: expected under"),
        ("full_data_1.jsonl", [{"en": EN}] * 2, r"full_data_1.jsonl:1: holds no text under 'de'"),
    ],
)
def test_what_is_wrong_is_told(folder: Path, name: str, items: list[object], message: str) -> None:
    write(folder / name, *items)
    with pytest.raises(InputError, match=message):
        measured(folder)


def test_a_folder_without_systems_is_told(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no NAME"):
        measured(tmp_path)
