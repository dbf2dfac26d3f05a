"""Likeness: segments whose words are used alike lie near each other."""

from __future__ import annotations

import pytest

from discotag.testing.builders import tokens
from discotag_dip.coherence.features import likeness
from discotag_dip.weights import DIMENSIONS, class_of, written

BARRELS = tokens("barrels/barrel/NOUN were/be/AUX shipped/ship/VERB")
GALLONS = tokens("gallons/gallon/NOUN and/and/CCONJ tons/ton/NOUN")
TEACHER = tokens("the/the/DET teacher/teacher/NOUN")
RARE = tokens("Zzxq/zzxq/PROPN")


def test_segments_about_like_things_are_near() -> None:
    near = dict(likeness([BARRELS, GALLONS]))
    far = dict(likeness([TEACHER, GALLONS]))
    assert near["like 1 back"] > far["like 1 back"]
    assert near["words like those before"] > far["words like those before"]
    assert dict(likeness([GALLONS, GALLONS]))["like 1 back"] == pytest.approx(1)


def test_segments_without_known_words_are_like_none() -> None:
    found = dict(likeness([RARE, GALLONS]))
    assert found["like 1 back"] == 0.0
    assert found["strange 1 back"] == 1.0
    assert found["words like those before"] == 0.0


def test_a_piece_from_the_middle_has_neither_first_nor_last() -> None:
    found = dict(likeness([BARRELS, GALLONS], has_begin=False, has_end=False))
    assert not any(name.startswith(("first", "last")) for name in found)
    assert set(dict(likeness([BARRELS, GALLONS]))) - set(found) == {
        "first is like the others",
        "last is like the others",
    }


def test_words_that_are_used_alike_have_one_class_and_direction() -> None:
    barrels, tons = class_of("barrels"), class_of("tons")
    assert barrels is tons is not None
    assert barrels.direction @ barrels.direction == pytest.approx(1)
    assert class_of("zzxq") is None


def test_a_direction_is_written_in_a_character_a_number() -> None:
    assert written([0.0, 1.0, -1.0]) == "N{!"
    assert len(written([0.5] * DIMENSIONS)) == DIMENSIONS
    assert written([0.0]) == "N"
