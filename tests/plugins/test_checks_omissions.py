"""Sentences that one side lacks: found within segments and as whole ones, and not where none is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag._linting import Files, lint
from discotag._pipeline.config import RunConfig
from discotag._pipeline.planning import plan
from discotag.core.document import ParallelText
from discotag.core.registry import open_registry

if TYPE_CHECKING:
    from collections.abc import Sequence

ENGLISH = (
    "The ship left the harbour at night. Nobody on the pier saw it leave.",
    "The doctor wrote a long letter. He was tired.",
    "The house is old. It has a red door and two windows.",
)
GERMAN = (
    "Das Schiff verließ nachts den Hafen. Niemand am Pier sah es fahren.",
    "Der Arzt schrieb einen langen Brief. Er war müde.",
    "Das Haus ist alt. Es hat eine rote Tür und zwei Fenster.",
)


def found(source: Sequence[str], target: Sequence[str]) -> list[tuple[str, str, int, str]]:
    registry = open_registry()
    config = RunConfig(
        source_language="en", target_language="de", scorers=(), checks=("omissions",)
    )
    text = ParallelText(
        id="a",
        source=tuple(source),
        references={"t": tuple(target)},
        hypotheses={},
        lines=tuple(range(1, len(source) + 1)),
    )
    result = lint(plan(config, registry), registry, [text], Files("source", "target"))
    return [
        (finding.code, str(finding.spot.side), finding.spot.segment, finding.spot.word)
        for finding in result.findings
    ]


def test_a_whole_translation_lacks_nothing() -> None:
    assert found(ENGLISH, GERMAN) == []


def test_a_sentence_that_was_left_out_is_told_at_its_place() -> None:
    shorter = (GERMAN[0].partition(". ")[0] + ".", *GERMAN[1:])
    assert found(ENGLISH, shorter) == [("DT501", "source", 0, "Nobody")]


def test_a_sentence_that_was_added_is_told() -> None:
    longer = (*GERMAN[:1], f"{GERMAN[1]} Morgen kommt der neue Minister nach Berlin.", GERMAN[2])
    assert found(ENGLISH, longer) == [("DT502", "target", 1, "Morgen")]


@pytest.mark.parametrize("empty", ["", " "])
def test_an_empty_translation_lacks_its_sentences(empty: str) -> None:
    told = found(ENGLISH, (GERMAN[0], GERMAN[1], empty))
    assert ("DT501", "source", 2, "It") in told
    assert {place[2] for place in told} == {2}


def test_another_text_is_told_once() -> None:
    others = ["Morgen kommt der neue Minister nach Berlin.", "Die Steuern steigen im Mai wieder."]
    told = found(ENGLISH[:2], [" ".join(others * 10)] * 2)
    assert len(told) == 1


def test_short_sentences_are_not_told() -> None:
    assert found((*ENGLISH, "Oh no!"), (*GERMAN, "…")) == []
