"""What is no language is masked: equally long, and the same for the same placeholder."""

from __future__ import annotations

import pytest

from discotag_localization.messages import (
    NOTHING,
    MessageError,
    masked,
    number,
    variants,
)
from discotag_localization.texts import literal


@pytest.mark.parametrize(
    "sign",
    [
        "%s", "%d", "%1$s", "%(name)s", "%.2f", "%@", "%2$@", "%ld", "{0}", "{name}", "{{name}}",
        "{{ count, number }}", "%{name}", "${name}", "$NAME$", "$t(common.ok)", "%#@files@",
        '<xliff:g id="x">%s</xliff:g>', "<code>ls -l</code>",
    ],
)  # fmt: skip
def test_a_placeholder_is_a_number(sign):
    text = f"Öffne {sign} jetzt"
    mask = masked(text)
    assert len(mask) == len(text)
    assert mask.replace(NOTHING, "") == f"Öffne {number(sign).replace(NOTHING, '')} jetzt"
    assert number(sign).replace(NOTHING, "").isdecimal()


@pytest.mark.parametrize(
    "text", ["100% der Nutzer", "100%ig", "50 % sind da", "a < b", "{ }", "5 $"]
)
def test_what_is_no_placeholder_stays(text):
    assert masked(text) == text


def test_inline_markup_is_nothing_and_blocks_are_spaces():
    mask = masked('Ein <b class="x>y">Wort</b>s<br/>Ende &amp; &ndash; gut')
    assert mask.replace(NOTHING, "") == "Ein Worts     Ende & – gut"
    assert len(mask) == len('Ein <b class="x>y">Wort</b>s<br/>Ende &amp; &ndash; gut')


def test_apostrophes_of_message_formats_are_single():
    assert masked("l''app").replace(NOTHING, "") == "l'app"


def test_markup_of_markdown_is_nothing():
    text = "Siehe [die **Seite**](http://a.b 'x'), `code` und a_b_c"
    mask = masked(text, is_markdown=True)
    assert len(mask) == len(text)
    assert mask.replace(NOTHING, "").startswith("Siehe die Seite, ")
    assert mask.endswith(" und a_b_c")


def test_an_argument_of_chrome_is_one_in_its_messages_alone():
    assert masked("$5 per month") == "$5 per month"
    assert masked("$5 per month", is_chrome=True) != "$5 per month"


def test_long_texts_take_linear_time():
    for sign in ("<a ", "{", "%", "`", "'", "&", "[](", "${", "<a b='"):
        text = sign * (40_000 // len(sign))
        assert len(masked(text, is_markdown=True)) == len(text)


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


@pytest.mark.parametrize(
    ("message", "texts"),
    [
        ("one apple|many apples", ["many apples", "one apple"]),
        ("{0} None|{1} One|]1,Inf[ %count% left", ["%count% left", "None", "One"]),
        ("[1,19] Some|[20,*] Many", ["Many", "Some"]),
        ("no apples | one apple | {n} apples", ["{n} apples", "no apples", "one apple"]),
        ("{0} file|{0} files", ["{0} files", "{0} file"]),
        ("Settings | Photos", ["Settings | Photos"]),
        ("Usage: run [on|off]", ["Usage: run [on|off]"]),
        ("a || b", ["a || b"]),
    ],
)
def test_plural_forms_between_bars_are_variants(message, texts):
    assert [each.text.text for each in variants(literal(message, 0, len(message)))] == texts
