"""Numbers are told with their nouns, and texts so that a terminal shows them."""

from __future__ import annotations

import pytest

from discotag.core.text import count_noun, visible


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0 documents"),
        (1, "1 document"),
        ("1", "1 document"),
        (2, "2 documents"),
        ("1–3", "1–3 documents"),
    ],
    ids=str,
)
def test_a_noun_is_in_the_plural_unless_it_is_one(count, told):
    assert count_noun(count, "document") == told


def test_controls_are_shown_one_for_one():
    text = "a\0\x1b[31m\x07\tb\x7f\x9b\u202ec\u2066\n"
    shown = visible(text)
    assert shown == "a␀␛[31m␇\tb␡��c�\n"
    assert len(shown) == len(text)
    assert visible("a\nb", is_line=True) == "a␊b"


def test_letters_signs_and_marks_stay():
    text = "Où ? – \u200fשלום\u200e 了 é \u200d\u00ad\u200b"
    assert visible(text) == text
