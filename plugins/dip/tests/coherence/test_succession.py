"""What the order of a text shows: signs of a segment, and what follows what."""

from __future__ import annotations

import pytest

from discotag.testing.builders import tokens
from discotag_dip.coherence.ranker import Pair, learned, orders, shipped
from discotag_dip.coherence.sentences import read, succession


def test_a_segment_is_read_without_analysis() -> None:
    found = read("However, Anna Berg bought a lamp for her 3 friends.")
    assert found.long == {"anna", "berg"}
    assert found.introduced == {"lamp"}
    assert found.persons == {"she"}
    assert (found.opening, found.end) == (("however", ","), ".")
    assert found.has_number
    assert "has however" in set(found.signs())


def test_a_first_word_is_a_name_if_the_second_has_a_capital_too() -> None:
    assert read("Anna Berg slept.").opening[0] == "Name"
    assert read("Lamps shine.").names == frozenset()


def test_a_name_stands_long_before_short() -> None:
    texts = ["Anna Berg slept.", "Then Berg rose."]
    right, wrong = succession(texts), succession(texts[::-1])
    assert (right["before long short True"], right["before short long False"]) == (1.0, 1.0)
    assert (wrong["before long short False"], wrong["before short long True"]) == (1.0, 1.0)


def test_a_thing_has_a_before_it_has_the() -> None:
    texts = ["We saw a lamp.", "It rained.", "Soon the lamp fell."]
    assert succession(texts)["before a the True"] == pytest.approx(1 / 3)
    assert "before a the True" not in succession(texts[::-1])


def test_a_piece_from_the_middle_tells_nothing_of_beginnings_and_ends() -> None:
    texts = ["We saw a lamp.", "It rained."]
    found = succession(texts, has_begin=False, has_end=False)
    assert not any(name.startswith(("place", "last")) for name in found)
    assert any(name.startswith("last") for name in succession(texts))


@pytest.mark.parametrize("text", ["", "…", "?", "«"])
def test_odd_segments_are_read(text: str) -> None:
    assert len(list(read(text).signs())) >= 11


def test_short_texts_have_no_other_order() -> None:
    assert list(orders(3, 0)) == []
    assert len(list(orders(4, 0, times=2))) == 2


def test_the_shipped_ranker_prefers_a_report_in_its_order() -> None:
    lines = (
        "A fire broke out in a warehouse in Oldham on Monday, police said.",
        "The fire started on the first floor, where paint is kept.",
        "Anna Berg, who lives next door, saw the smoke and called for help.",
        "\"I thought it was the bakery,\" Berg said.",
        "She was not hurt.",
    )  # fmt: skip
    texts = [
        tokens(" ".join(f"{word}/{word.lower()}/X//0/dep" for word in line.split()))
        for line in lines
    ]
    assert shipped().rho(texts) > shipped().rho(texts[::-1])


def test_rare_features_are_not_learned() -> None:
    common, rare = Pair({"a": 1.0}, {"a": 0.0}), Pair({"a": 1.0, "b": 1.0}, {"a": 0.0})
    assert set(learned([common] * 50 + [rare] * 3, name="test").weights) == {"a"}
