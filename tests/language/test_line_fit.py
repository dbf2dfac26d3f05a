"""Lines that are late, early or in another order are named; those of right texts are not."""

from __future__ import annotations

import random

import pytest

from discotag.core.document import ParallelText
from discotag.demo import demo_files
from discotag.language.line_fit import LineFit

RANDOM = random.Random(7)
SOURCE = tuple("x" * RANDOM.randrange(3, 120) for _ in range(40))
RIGHT = tuple("y" * (len(line) * 11 // 10 + RANDOM.randrange(-2, 3)) for line in SOURCE)


def notes(target, source=SOURCE, size=25):
    fit = LineFit()
    for begin in range(0, len(source), size):
        part = slice(begin, begin + size)
        text = ParallelText(
            id=f"d{begin}", source=source[part], references={}, hypotheses={"A": target[part]}
        )
        fit.add(text)
    return list(fit.notes())


def test_right_lines_are_not_mentioned():
    assert notes(RIGHT) == []


@pytest.mark.parametrize("language", ["ar", "de", "fr", "ja", "zh"])
def test_the_bundled_documents_fit(language):
    files = demo_files(language)
    source, target = (
        tuple(path.read_text("utf-8").splitlines()) for path in (files.source, files.reference)
    )
    assert notes(target, source) == []


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ((*RIGHT[:10], "y" * 30, *RIGHT[10:-1]), "lines 11 to |1 line late|a line added"),
        ((*RIGHT[:30], *RIGHT[31:], "y"), "lines 31 to 40|1 line early|a line lost"),
        ((*RIGHT[:5], "y", "y" * 90, *RIGHT[5:-2]), "lines 6 to |2 lines late|a line added"),
    ],
)
def test_a_line_that_was_lost_or_added_is_found(target, expected):
    (told,) = notes(target)
    assert told.startswith("A: ")
    assert all(part in told for part in expected.split("|"))


def test_the_document_is_named_where_the_shift_begins():
    (told,) = notes((*RIGHT[:30], *RIGHT[31:], "y"))
    assert "from segment 5 of document 'd25' on" in told


def test_another_order_is_found():
    (told,) = notes(RIGHT[::-1])
    assert "no better than lines chosen by chance" in told


def test_segments_with_ids_are_left_out():
    fit = LineFit()
    fit.add(
        ParallelText(
            id="d",
            source=SOURCE,
            references={"A": RIGHT[::-1]},
            hypotheses={},
            units=tuple(map(str, range(40))),
        )
    )
    assert list(fit.notes()) == []
