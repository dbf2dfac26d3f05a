"""The page's colours keep the contrast that WCAG 2.2 AA asks for, on white and on black."""

from __future__ import annotations

import re

import pytest

from discotag.rendering.view import view_part

SHEET = view_part("colours.css")
SCHEMES = dict(
    zip(("light", "dark"), re.findall(r":root \{(.*?)\}", SHEET, re.DOTALL), strict=True)
)
TINTS = {"a tag": 0.17, "the chosen tag": 0.34, "evidence": 0.35}
"""Share of a phenomenon's colour in the ground of a word, as tags.css has it."""


def colours(scheme):
    return {
        name: tuple(int(code[place : place + 2], 16) / 255 for place in (0, 2, 4))
        for name, code in re.findall(r"--(\w+): #([0-9a-f]{6});", full(SCHEMES[scheme]))
    }


def full(text):
    """Write short codes in full: #fff as #ffffff."""
    return re.sub(r"#(\w)(\w)(\w);", r"#\1\1\2\2\3\3;", text)


def luminance(colour):
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mixed(colour, ground, share):
    return tuple(
        share * part + (1 - share) * under for part, under in zip(colour, ground, strict=True)
    )


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("ground", ["ground", "raised"])
@pytest.mark.parametrize("ink", ["ink", "soft", "link", "good", "bad", "lack"])
def test_text_can_be_read(scheme, ground, ink):
    found = colours(scheme)
    assert contrast(found[ink], found[ground]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("phenomenon", range(7))
@pytest.mark.parametrize("tint", TINTS)
def test_a_coloured_word_can_be_read(scheme, phenomenon, tint):
    found = colours(scheme)
    for ground in ("ground", "raised"):
        under = mixed(found[f"p{phenomenon}"], found[ground], TINTS[tint])
        assert contrast(found["ink"], under) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("phenomenon", range(7))
def test_the_line_under_a_word_can_be_seen(scheme, phenomenon):
    found = colours(scheme)
    for ground in ("ground", "raised"):
        assert contrast(found[f"p{phenomenon}"], found[ground]) >= 3


def test_the_shares_are_those_of_the_style_sheet():
    sheet = view_part("tags.css")
    assert {f"{share:.0%}" for share in TINTS.values()} <= set(
        re.findall(r"var\(--(?:c|p6)\) (\d+%)", sheet)
    )
