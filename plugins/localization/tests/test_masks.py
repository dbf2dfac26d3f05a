"""What is no language is masked: equally long, and the same for the same placeholder."""

from __future__ import annotations

import pytest

from discotag_localization.masks import NOTHING, masked, number, placeholders


@pytest.mark.parametrize(
    "sign",
    [
        "%s", "%d", "%1$s", "%(name)s", "%.2f", "%@", "%2$@", "%ld", "{0}", "{name}", "{{name}}",
        "{{ count, number }}", "%{name}", "${name}", "$NAME$", "$1", "$t(common.ok)", "%#@files@",
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


def test_placeholders_are_told():
    assert placeholders("%1$s von {{n}} <b>x</b>") == ["%1$s", "{{n}}"]


def test_long_texts_take_linear_time():
    for sign in ("<a ", "{", "%", "`", "'", "&", "[](", "${", "<a b='"):
        text = sign * (40_000 // len(sign))
        assert len(masked(text, is_markdown=True)) == len(text)
