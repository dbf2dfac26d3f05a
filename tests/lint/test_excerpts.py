"""Excerpts: what belongs to a line goes with it."""

from __future__ import annotations

import pytest

from discotag.core.document import ParallelText
from discotag.pipeline.documents import excerpt

TEXT = ParallelText(
    "d",
    ("a 11", "b 22", "c 33"),
    {"ref": ("A 11", "B 22", "C 33")},
    {},
    (1, 2, 3),
    units=("ka", "kb", "kc"),
    comments=("", "note", ""),
    shown={"": ("a %s", "b %s", "c %s"), "ref": ("A %s", "B %s", "C %s")},
)


def test_an_excerpt_has_what_the_file_has_in_its_lines():
    cut = excerpt(TEXT, 1, 3)
    assert (cut.source, cut.references["ref"]) == (("b 22", "c 33"), ("B 22", "C 33"))
    assert cut.shown == {"": ("b %s", "c %s"), "ref": ("B %s", "C %s")}
    assert (cut.lines, cut.units, cut.comments) == ((2, 3), ("kb", "kc"), ("note", ""))
    assert excerpt(TEXT, -5, 99).source == TEXT.source


def test_running_text_has_no_excerpts():
    text = ParallelText("d", ("a",), {"ref": ("b", "c")}, {}, is_aligned=False)
    with pytest.raises(ValueError, match="no lines in common"):
        excerpt(text, 0, 1)
