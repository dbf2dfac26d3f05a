"""What components may return: one check per role; an error says what is wrong with a result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from discotag.core.document import Resolution
from discotag.core.explanations import Explainer
from discotag.core.tags import TaggedDocument
from discotag.core.text import count_noun
from discotag.core.validation import (
    check_alignment,
    check_clusters,
    check_mark,
    check_reason,
    check_tokens,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.core.document import Bead, Document, Side
    from discotag.core.explanations import Reason
    from discotag.core.interfaces import Tagger
    from discotag.core.tags import Mark
    from discotag.core.tokens import Tokens


ONE_BLOCK = 2
"""Edges of a text that is one block."""
Results = TypeVar("Results", bound="Sequence[Any]")


def checked_marks(given: Iterable[Mark], document: Document, phenomenon: str) -> tuple[Mark, ...]:
    """Return a tagger's marks of a document; an error if they are not what it declares."""
    marks = tuple(given)
    for mark in marks:
        check_mark(mark)
        if mark.phenomenon != phenomenon:
            raise ValueError(f"declares {phenomenon!r} but marks {mark.phenomenon!r}")
    TaggedDocument(document, marks)  # checks that every index lies in the document
    return marks


def checked_reasons(
    tagger: Tagger, document: Document, phenomenon: str
) -> tuple[Reason, ...] | None:
    """Return a tagger's reasons for a document, None if it tells none; an error if they are wrong.

    They are wrong if they are not what it declares.
    """
    if not isinstance(tagger, Explainer):
        return None
    reasons = tuple(tagger.reasons(document))
    for reason in reasons:
        check_reason(reason)
        if reason.phenomenon != phenomenon:
            raise ValueError(f"declares {phenomenon!r} but gives reasons of {reason.phenomenon!r}")
        for side, segment, token in (reason.place, *reason.places):
            text = document.source if side == "source" else document.target
            if not 0 <= segment < len(text) or not 0 <= token < len(text[segment]):
                raise ValueError(
                    f"a reason points to {side} token {token} of segment {segment}, which does not"
                    " exist"
                )
    return reasons


def counted(given: Results, asked: Sequence[Any]) -> Results:
    """Return results if there is one for each input; else ValueError."""
    if len(given) != len(asked):
        raise ValueError(
            f"gave {count_noun(len(given), 'result')} for {count_noun(len(asked), 'input')}"
        )
    return given


def checked_tokens(given: Results, lines: Sequence[str]) -> Results:
    """Return an analyzer's results for some lines; an error if they are not what they must be."""
    for line, tokens in zip(lines, counted(given, lines), strict=True):
        check_tokens(tokens, line)
    return given


def checked_links(given: Results, pairs: Sequence[tuple[Tokens, Tokens]]) -> Results:
    """Return an aligner's results for some pairs; an error if they are not what they must be."""
    for (source, target), links in zip(pairs, counted(given, pairs), strict=True):
        check_alignment(links)
        links.checked(source, target)
    return given


def checked_spans(given: Sequence[tuple[int, int]], text: str) -> Sequence[tuple[int, int]]:
    """Return a splitter's sentences of a text; ValueError where they do not make it up."""
    end = 0
    for first, last in given:
        if not end <= first < last <= len(text) or text[end:first].strip():
            raise ValueError(
                f"gave the sentence {first}–{last} after {end} in a text of {len(text)} characters;"
                " sentences follow each other with nothing but white space between"
            )
        end = last
    if text[end:].strip():
        raise ValueError(f"gave no sentence for the text from character {end} on")
    return given


def checked_beads(
    given: Sequence[Bead], source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]
) -> Sequence[Bead]:
    """Return a sentence aligner's beads; ValueError where they do not make up both texts.

    Blocks of sentences are given as the aligner got them; no bead may go over an edge.
    """
    i = j = 0
    for bead in given:
        if (bead.source[0], bead.target[0]) != (i, j) or bead.source[1] < i or bead.target[1] < j:
            raise ValueError(
                f"gave the bead {bead.source}–{bead.target} after the sentences {i} and {j};"
                " beads follow each other and leave out nothing"
            )
        i, j = bead.source[1], bead.target[1]
    edges = [(0, 0)]
    for here, there in zip(source, target, strict=True):
        edges.append((edges[-1][0] + len(here), edges[-1][1] + len(there)))
    if (i, j) != edges[-1]:
        raise ValueError(f"gave beads up to {i} and {j} of {edges[-1][0]} and {edges[-1][1]}")
    if len(edges) > ONE_BLOCK:
        reached = {(bead.source[1], bead.target[1]) for bead in given} | {(0, 0)}
        if lacking := [edge for edge in edges if edge not in reached]:
            raise ValueError(f"gave a bead over the edge of lines at sentences {lacking[0]}")
    return given


def checked_clusters(given: Results, sides: Sequence[Side]) -> Results:
    """Return a resolver's results for some sides; an error if they are not what they must be."""
    for side, clusters in zip(sides, counted(given, sides), strict=True):
        check_clusters(clusters, side)
    return given


def checked_resolutions(given: Results, sides: Sequence[Side]) -> Results:
    """Return what a resolver that weighs gave; an error if it is not what it must be."""
    for side, resolution in zip(sides, counted(given, sides), strict=True):
        if not isinstance(resolution, Resolution):
            raise TypeError(f"gave {resolution!r}, not a Resolution")
        check_clusters(resolution.clusters, side)
        check_clusters(resolution.alternatives, side)
    return given


def checked_layer(given: Results, sides: Sequence[Side]) -> list[tuple[Any, ...]]:
    """Return an annotator's layers for some sides; an error if not a value for each segment."""
    return [
        tuple(counted(layer, side.segments))
        for side, layer in zip(sides, counted(given, sides), strict=True)
    ]
