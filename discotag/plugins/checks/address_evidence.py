"""Votes: which class of address each segment of a voice speaks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from discotag.plugins.checks.reliable_marks import (
    CLASSES,
    PRONOMINAL,
    AddressWords,
    is_clear,
    linked_words,
    reliable_marks,
)
from discotag.plugins.checks.speakers import Speakers

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.core.tags import Mark, TaggedDocument


@dataclass(frozen=True, slots=True)
class Vote:
    """What one segment says in one voice.

    Args:
        segment: the segment.
        marks: class → its marks, in text order.
        clear: the classes of marks that cannot be a third person.
        numbers: what the source itself says of the people spoken to, where its language tells.
    """

    segment: int
    marks: dict[str, list[Mark]] = field(default_factory=dict)
    clear: set[str] = field(default_factory=set)
    numbers: set[tuple[str, str]] = field(default_factory=set)


def address_evidence(tagged: TaggedDocument, words: AddressWords) -> dict[str, list[Vote]]:
    """Return the votes of each voice, in text order."""
    document = tagged.document
    voices = Speakers(document.target.segments)
    found: dict[str, dict[int, Vote]] = {}
    by_segment: dict[int, list[Mark]] = {}
    for mark in tagged.marks:
        if mark.phenomenon == "formality" and mark.label in CLASSES:
            by_segment.setdefault(mark.segment, []).append(mark)
    for mark in chain.from_iterable(
        reliable_marks(document, marks, words)
        for segment, marks in by_segment.items()
        if not words.several_people(document, segment)
    ):
        side = CLASSES[mark.label]
        voice = voices.at(mark.segment, document.target[mark.segment].starts[mark.token])
        vote = found.setdefault(voice, {}).setdefault(mark.segment, Vote(mark.segment))
        vote.marks.setdefault(side, []).append(mark)
        if is_clear(document, mark, words):
            vote.clear.add(side)
        vote.numbers.update(_numbers(document, mark))
    return {voice: list(of_voice.values()) for voice, of_voice in found.items()}


def _numbers(document: Document, mark: Mark) -> set[tuple[str, str]]:
    """Return number and politeness of the second persons that a mark is linked to."""
    return {
        (token.feats.get("Number", ""), token.feats.get("Polite", token.feats["Person"]))
        for token in linked_words(document, mark)
        if "Person" in token.feats and token.upos in PRONOMINAL
    }
