"""Common nouns of a dictionary: without names, without compounds, and the ends that tell them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.plugin import InputError
from discotag_train.pipelines.genders import SEEN, common_nouns

if TYPE_CHECKING:
    from pathlib import Path

LETTERS = "bcdfghklmnprstwz"
ENTRIES = (
    ("Haus", "Substantiv"),
    ("Tür", "Substantiv"),
    ("Haustür", "Substantiv"),
    ("Koch", "Substantiv"),
    ("Koch", "Substantiv,Nachname"),
    ("Ulm", "Substantiv,Toponym"),
    ("Rotes Meer", "Substantiv,Wortverbindung"),
    *((f"Me{letter}tung", "Substantiv") for letter in LETTERS[:SEEN]),
)


@pytest.fixture
def nouns(tmp_path: Path) -> dict[str, list[str]]:
    path = tmp_path / "nouns.csv"
    lines = (f'{lemma},"{kind}"' for lemma, kind in ENTRIES)
    path.write_text("\n".join(("lemma,pos", *lines)) + "\n", encoding="utf-8")
    return common_nouns(path)


def test_names_are_left_out_even_if_they_are_nouns_as_well(nouns: dict[str, list[str]]) -> None:
    assert {"koch", "ulm"}.isdisjoint(nouns["nouns"])


def test_compounds_are_left_to_their_last_part(nouns: dict[str, list[str]]) -> None:
    assert nouns["nouns"] == ["haus", "tür"]


def test_an_ending_that_many_nouns_and_no_name_have_stands_for_them(
    nouns: dict[str, list[str]],
) -> None:
    assert nouns["noun_endings"] == ["ung"]


def test_a_table_without_kinds_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nouns.csv"
    path.write_text("lemma\nHaus\n", encoding="utf-8")
    with pytest.raises(InputError, match="pos"):
        common_nouns(path)
