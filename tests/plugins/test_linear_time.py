"""Patterns that meet texts take linear time, whatever the text is."""

from __future__ import annotations

from time import process_time

import pytest

from discotag.files import file_types
from discotag.language import voices
from discotag.plugins.aligners.lexicon.words import _kanji_stem
from discotag.plugins.phenomena.formality.table import normalised
from discotag.plugins.readers.running_texts import _ends

SIZE = 100_000


@pytest.mark.parametrize(
    ("work", "text"),
    [
        (voices._speaker, "\t" * SIZE),
        (voices._speaker, " - " * (SIZE // 3)),
        (normalised, f"a{'-' * SIZE}b"),
        (normalised, "'-" * (SIZE // 2) + "b"),
        (_kanji_stem, f"々{'の' * SIZE}x"),
        (_ends, f"{')' * SIZE}x"),
        (lambda text: file_types._NO_ELEMENT.sub("", text), "<!" * SIZE),
    ],
    ids=["tabs", "dashes", "marks in a word", "quotation marks", "kana", "brackets", "tags"],
)
def test_a_long_text_takes_no_longer_than_its_length(work, text):
    begin = process_time()
    work(text)
    assert process_time() - begin < 1


@pytest.mark.parametrize(
    ("form", "wanted"),
    [("-Vous", "vous"), ("a--b", "a--b"), ("a-", "a"), ("a'-", "a'"), ("--", ""), ("'t-'", "t-'")],
)
def test_edges_are_taken_off_as_before(form, wanted):
    assert normalised(form) == wanted
