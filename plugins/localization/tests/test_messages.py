"""ICU messages: the main text, and a variant for each other form."""

from __future__ import annotations

import pytest

from discotag_localization.messages import MessageError, variants
from discotag_localization.pieces import literal


def found(message: str) -> dict[str, str]:
    return {each.form: each.text.text for each in variants(literal(message, 0, len(message)))}


def test_other_is_the_text_and_forms_are_variants():
    assert found("Du hast {n, plural, =0 {nichts} one {# Brief} other {# Briefe}}.") == {
        "": "Du hast # Briefe.",
        "=0": "Du hast nichts.",
        "one": "Du hast # Brief.",
    }


def test_many_is_the_text_where_there_is_no_other():
    assert found("{n, plural, one {a} many {b}}") == {"": "b", "one": "a"}


def test_choices_in_choices_vary_one_at_a_time():
    message = (
        "{g, select, female {Sie hat {n, plural, one {# Brief} other {# Briefe}}} other {Ende}}"
    )
    assert found(message) == {
        "": "Ende",
        "female": "Sie hat # Briefe",
        "female.one": "Sie hat # Brief",
    }


def test_numbers_stand_where_the_sign_is():
    message = "{n, plural, other {# a #}} #"
    (only,) = variants(literal(message, 0, len(message)))
    assert [only.text.text[place] for place in only.hashes] == ["#", "#"]
    assert only.text.text == "# a # #"


def test_quoted_braces_are_text():
    assert found("'{' {n, plural, other {x}}") == {"": "'{' x"}
    assert found("l'{n, plural, one {a} other {b}}") == {"": "l'b", "one": "l'a"}


@pytest.mark.parametrize(
    "message",
    ["{n, plural, one {a} other {b}", "{n, plural, one a}", "Hallo {name", "name} da",
     "{n, plural, other {a}} }", "{a, plural, other " * 40],
)  # fmt: skip
def test_braces_that_do_not_fit_are_a_fault(message):
    with pytest.raises(MessageError) as caught:
        found(message)
    assert 0 <= caught.value.offset <= len(message)


def test_many_choices_are_cut():
    message = "{a, select, x {1} y {2} other {3}} " * 100
    assert len(found(message)) <= 60


def test_a_place_in_a_variant_is_its_place_in_the_message():
    message = "Du hast {n, plural, one {einen Brief} other {# Briefe}}."
    one = {each.form: each.text for each in variants(literal(message, 0, len(message)))}["one"]
    start = one.text.index("Brief")
    ((begin, end),) = one.raw_spans(start, start + 5)
    assert message[begin:end] == "Brief"
    assert begin == message.index("Brief}")
