"""Votes: which level of address each segment of a voice speaks for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from discotag.language.voices import TEXT, is_quoted, voices_of, voices_of_document
from discotag.plugins.checks.address_words import (
    FAMILIAR,
    PRONOMINAL,
    AddressWords,
    linked_words,
)
from discotag.plugins.checks.reliable_marks import (
    is_clear,
    is_familiar_singular,
    reliable_marks,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from discotag.core.document import Document
    from discotag.core.tags import Mark, TaggedDocument

PHENOMENON = "formality"


@dataclass(frozen=True, slots=True)
class Vote:
    """What one segment says in one voice.

    Args:
        segment: the segment.
        marks: rank of a level → its marks, in text order.
        clear: the ranks of marks that cannot be a third person.
        numbers: what the source itself says of the people spoken to, where its language tells.
    """

    segment: int
    marks: dict[int, list[Mark]] = field(default_factory=dict)
    clear: set[int] = field(default_factory=set)
    numbers: set[tuple[str, str]] = field(default_factory=set)


def address_evidence(
    tagged: TaggedDocument, words: AddressWords, *, every_sentence: bool = False
) -> dict[str, list[Vote]]:
    """Return the votes of each voice, in text order.

    Args:
        tagged: the document.
        words: of the pair of languages.
        every_sentence: whether of styles not only the one that ends a segment counts.
    """
    document = tagged.document
    voices = voices_of_document(document, words.manners)
    found: dict[str, dict[int, Vote]] = {}
    by_segment: dict[int, list[Mark]] = {}
    for mark in tagged.marks:
        is_told = mark.phenomenon == PHENOMENON and mark.label in words.ranks
        if is_told and _is_word(document, mark):
            by_segment.setdefault(mark.segment, []).append(mark)
    for mark in chain.from_iterable(
        _of_one_hearer(document, segment, marks, words, every_sentence=every_sentence)
        for segment, marks in by_segment.items()
    ):
        rank = words.rank(mark)
        voice = voices.at(mark.segment, document.target[mark.segment].starts[mark.token])
        if voice == TEXT and _is_quoted_in_source(document, mark.segment, words):
            continue  # the translation has lost the marks
        vote = found.setdefault(voice, {}).setdefault(mark.segment, Vote(mark.segment))
        vote.marks.setdefault(rank, []).append(mark)
        if is_clear(document, mark, words):
            vote.clear.add(rank)
        vote.numbers.update(_numbers(document, mark))
    return {voice: list(of_voice.values()) for voice, of_voice in found.items()}


def _is_quoted_in_source(document: Document, segment: int, words: AddressWords) -> bool:
    """Return whether a whole segment of the source, marks apart, is said by somebody else."""
    voices = voices_of(document.source.segments, words.manners)
    last = len(document.source.segments[segment]) - 1
    return last >= 0 and all(is_quoted(voices.at(segment, place)) for place in (0, last))


def _is_word(document: Document, mark: Mark) -> bool:
    """Return whether a marked token has letters: an analysis may take a number for a verb."""
    return any(map(str.isalpha, document.target[mark.segment].forms[mark.token]))


def _of_one_hearer(
    document: Document,
    segment: int,
    marks: Sequence[Mark],
    words: AddressWords,
    *,
    every_sentence: bool,
) -> list[Mark]:
    """Return the marks of a segment that can be believed; of several hearers only singulars."""
    telling = [mark for mark in marks if not words.says_nothing(document, mark)]
    found = reliable_marks(document, telling, words, every_sentence=every_sentence)
    if words.several_people(document, segment):
        return [mark for mark in found if is_familiar_singular(document, mark, words)]
    return found


def without_shared(votes: Sequence[Vote], document: Document, words: AddressWords) -> list[Vote]:
    """Return votes without what a level that occurs in them shares with others (dumneata … te)."""
    present = {rank for vote in votes for rank in vote.marks}
    sharing = [rank for rank in sorted(present) if words.levels[rank].shared is not None]
    if not sharing:
        return list(votes)
    found = []
    for vote in votes:
        marks = {
            rank: [m for m in own if not any(words.is_shared(document, m, r) for r in sharing)]
            for rank, own in vote.marks.items()
        }
        left = {rank: own for rank, own in marks.items() if own}
        if left:
            found.append(replace(vote, marks=left, clear=vote.clear & left.keys()))
    return found


def without_open_ends(votes: Sequence[Vote], document: Document, words: AddressWords) -> list[Vote]:
    """Return votes without plain ends that are no change of style (questions to oneself)."""
    found = []
    for vote in votes:
        own = vote.marks.get(FAMILIAR, [])
        if own and all(words.is_open_end(document, mark) for mark in own):
            ranks = vote.marks.keys() - {FAMILIAR}
            found += of_levels([vote], ranks)
        else:
            found.append(vote)
    return found


def of_levels(votes: Sequence[Vote], ranks: Collection[int]) -> list[Vote]:
    """Return what votes say of some levels alone."""
    return [
        replace(
            vote,
            marks={rank: own for rank, own in vote.marks.items() if rank in ranks},
            clear=vote.clear & set(ranks),
        )
        for vote in votes
        if not vote.marks.keys().isdisjoint(ranks)
    ]


def _numbers(document: Document, mark: Mark) -> set[tuple[str, str]]:
    """Return number and politeness of the second persons that a mark is linked to."""
    return {
        (token.feats.get("Number", ""), token.feats.get("Polite", token.feats["Person"]))
        for token in linked_words(document, mark)
        if "Person" in token.feats and token.upos in PRONOMINAL
    }
