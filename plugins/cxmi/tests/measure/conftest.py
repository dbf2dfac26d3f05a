"""A model without an engine: a word costs as much as it has letters, and context adds to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from discotag_cxmi.examples import ContextFormat, TargetScores
from discotag_cxmi.measure.texts import Text
from discotag_cxmi.scoring.scorer import ModelOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag_cxmi.examples import Example


class PlainModel:
    """Log-probability of a word: minus its letters, plus 1 for each earlier line that has it."""

    name = "folder/plain"
    digest = "0123456789ab"

    def __init__(self) -> None:
        self.format = ContextFormat(target_sizes=(0, 2))
        self.shortened = 0
        self.notes: list[str] = []
        self.journal: Any = None
        self.options = ModelOptions()
        self.identity = {"kind": "plain", "dtype": "float32"}
        self.too_long: set[tuple[str, int]] = set()
        self.seen: list[Example] = []

    def unknown_in(self, line: str) -> int:
        return line.count("?")

    def check(self, examples: Iterable[Example]) -> frozenset[tuple[str, int]]:
        places = {(example.document, example.segment) for example in examples}
        return frozenset(places & self.too_long)

    def score(self, examples: Iterable[Example]) -> Iterator[TargetScores]:
        for example in examples:
            self.seen.append(example)
            places = [match.span() for match in re.finditer(r"\S+", example.target)]
            values = []
            for start, end in places:
                word = example.target[start:end]
                helped = sum(word in line.split() for line in example.target_context)
                values.append(helped - float(end - start))
            yield TargetScores(
                tuple(start for start, _ in places),
                tuple(end for _, end in places),
                tuple(values),
                -0.5 - 0.25 * len(example.target_context),
            )


@pytest.fixture
def model() -> PlainModel:
    return PlainModel()


@pytest.fixture
def texts() -> list[Text]:
    """Twelve documents of three segments; the second repeats a word of the first."""
    found = []
    for number in range(12):
        target = (f"un chat{number}", "le chat{} dort".format(number if number % 3 else "x"), "")
        source = (f"a cat{number}", "the cat sleeps", "")
        found.append(Text(f"d{number}", source, target, target))
    return found
