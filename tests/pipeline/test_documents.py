"""Masked texts: components read the mask, everybody else the file's text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from discotag.core.document import Bead, Document, ParallelText, Side
from discotag.core.tokens import Tokens
from discotag.pipeline.documents import unmasked
from discotag.units.segmentation import segmented

TEXT = "Hallo {name}, gut."
MASK = "Hallo 123\u2060\u2060\u2060, gut."
FORMS, STARTS, ENDS = ("Hallo", "123", ",", "gut", "."), (0, 6, 12, 14, 17), (5, 9, 13, 17, 18)


def parallel(**changes):
    text = ParallelText("d", ("Hi.",), {}, {"A": (MASK,)}, shown={"A": (TEXT,)})
    return replace(text, **changes)


def test_tags_have_the_file_s_text():
    tokens = Tokens(MASK, FORMS, STARTS, ENDS)
    source = Side("en", ("Hi.",))
    document = Document("d", source, Side("de", (MASK,), (tokens,)), system="A")
    (found,) = unmasked(document, parallel()).target
    assert found.forms == ("Hallo", "{name}", ",", "gut", ".")
    assert (found.text, found.ends[1]) == (TEXT, 12)
    assert unmasked(document, parallel()).target.segments == (TEXT,)
    assert unmasked(document, parallel(shown={})) == document


def test_what_is_shown_is_as_long_as_what_is_masked():
    with pytest.raises(ValueError, match="what is shown of A is not as long"):
        parallel(shown={"A": ("Hallo",)})
    with pytest.raises(ValueError, match="what is shown of the source is not as long"):
        parallel(shown={"": ()})


def test_one_text_is_shown_alone():
    text = parallel(shown={"": ("Hi!",), "A": (TEXT,)})
    assert text.only("A").shown == {"": ("Hi!",), "A": (TEXT,)}


class Finder:
    """Sentences end at full stops."""

    def sentences(self, side, line):
        ends = [place + 1 for place, sign in enumerate(line) if sign == "."]
        starts = [0, *(end + 1 for end in ends[:-1])]
        return list(zip(starts, ends, strict=True))

    def joint(self, side):
        return " "

    def stranger(self, lines):
        return ""

    def beads(self, source, target, document):
        count = sum(map(len, source))
        return [
            Bead((number, number + 1), (number, number + 1), 1.0, is_sure=True)
            for number in range(count)
        ]


def test_units_of_sentences_are_shown_as_the_file_has_them():
    text = ParallelText("d", ("One. Two.",), {}, {"A": ("12. 34.",)}, shown={"A": ("%s. %d.",)})
    made = segmented(text, Finder()).text
    assert made.hypotheses["A"] == ("12.", "34.")
    assert made.shown == {"A": ("%s.", "%d.")}
