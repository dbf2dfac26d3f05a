"""Documents in lock-step: which context each segment is given, and where its line goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.plugin import ParallelText, UsageError
from discotag_cxmi.decoding.documents import size_of, translate_documents
from discotag_cxmi.examples import ContextFormat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_cxmi.examples import Example

TEXTS = [
    ParallelText("one", ("a", "b", "c"), {"gold": ("A1", "B1", "C1")}, {}),
    ParallelText("two", ("d",), {"gold": ("D1",)}, {}),
    ParallelText("none", (), {"gold": ()}, {}),
    ParallelText("three", ("e", "f"), {"gold": ("E1", "F1")}, {}),
]


class Upper:
    """Translates to capitals, and remembers what it was given."""

    def __init__(self) -> None:
        self.calls: list[list[Example]] = []

    def translate(self, examples: Sequence[Example]) -> list[str]:
        self.calls.append(list(examples))
        return [example.source.upper() for example in examples]

    @property
    def given(self) -> dict[str, Example]:
        return {example.source: example for call in self.calls for example in call}


def test_lines_come_in_order_with_own_output_as_context() -> None:
    model = Upper()
    made = translate_documents(model, TEXTS, source_size=1, target_size=2)
    assert made == [["A", "B", "C"], ["D"], [], ["E", "F"]]
    assert model.given["c"].source_context == ("b",)
    assert model.given["c"].target_context == ("A", "B")
    assert model.given["e"].source_context == model.given["e"].target_context == ()


def test_documents_go_in_lock_step() -> None:
    model = Upper()
    translate_documents(model, TEXTS, source_size=0, target_size=1)
    assert [[item.source for item in call] for call in model.calls] == [
        ["a", "d", "e"],
        ["b", "f"],
        ["c"],
    ]


def test_gold_context_is_the_reference_and_needs_one_call() -> None:
    model = Upper()
    made = translate_documents(model, TEXTS, source_size=0, target_size=1, gold="gold")
    assert made[0] == ["A", "B", "C"]
    assert model.given["c"].target_context == ("B1",)
    assert model.given["f"].target_context == ("E1",)
    assert len(model.calls) == 1


def test_source_context_alone_needs_one_call() -> None:
    model = Upper()
    assert translate_documents(model, TEXTS, source_size=2, target_size=0)[0] == ["A", "B", "C"]
    assert model.given["c"].source_context == ("a", "b")
    assert len(model.calls) == 1


def test_progress_counts_segments() -> None:
    seen: list[int] = []
    translate_documents(Upper(), TEXTS, source_size=0, target_size=1, advanced=seen.append)
    assert seen == [3, 2, 1]


def test_size_is_that_of_training_unless_told() -> None:
    trained = ContextFormat(source_sizes=(0, 3), target_sizes=(1, 1))
    assert size_of(trained, "source", None).lines == 3
    assert size_of(trained, "source", 2).note is None
    assert "trained with 0 to 3 source lines, not 4" in (size_of(trained, "source", 4).note or "")


def test_unknown_size_has_to_be_told() -> None:
    with pytest.raises(UsageError, match="give --target-context, 0 for none"):
        size_of(ContextFormat(), "target", None)
    assert size_of(ContextFormat(), "target", 1).note is None
    with pytest.raises(UsageError, match="give a number of lines"):
        size_of(ContextFormat(), "target", -1)
