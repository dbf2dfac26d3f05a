"""Dropped subjects, which gold and resolvers place at their verbs: found, counted, left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_gold import GoldMention, Span
from benchmarks.tasks.coref_measures import GoldIndex, PronounCounts, count_pronouns
from benchmarks.tasks.coref_pronouns import TokenWords
from benchmarks.tasks.coref_sides import on_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.tasks.coref_gold import GoldDocument
    from discotag.core.document import Side

VERBS = frozenset({"VERB", "AUX"})


def dropped_subjects(document: GoldDocument, side: Side) -> dict[tuple[int, int], GoldMention]:
    """Return the gold's dropped subjects by segment and the token of the verb, or what holds it."""
    found: dict[tuple[int, int], GoldMention] = {}
    for item in document.zeros:
        if item.deprel == "nsubj":
            tokens = side[item.segment]
            inside = (
                index
                for index in range(len(tokens))
                if tokens.starts[index] < item.end and item.start < tokens.ends[index]
            )
            if (first := next(inside, None)) is not None:
                found[item.segment, first] = item
    return found


def count_dropped(
    document: GoldDocument, side: Side, system: Sequence[Sequence[Span]], counts: PronounCounts
) -> None:
    """Add one document's dropped subjects to counts of their own: of gold and of the system."""
    zeros, verbs = list[GoldMention](), set[Span]()
    for (segment, token), item in dropped_subjects(document, side).items():
        start, end = side[segment].starts[token], side[segment].ends[token]
        zeros.append(replace(item, start=start, end=end, head=start))
        verbs.add(Span(segment, start, end, start, is_pronoun=True))
    laid = on_tokens(document, side)
    index = GoldIndex(replace(laid, mentions=(*laid.mentions, *zeros)), TokenWords(side))
    verbs.update(span for cluster in system for span in cluster if _is_dropped(side, span))
    asked = sorted(verbs, key=lambda span: (span.segment, span.start))
    count_pronouns(index, asked, system, counts, {})


def without_dropped(side: Side, system: Sequence[Sequence[Span]]) -> list[list[Span]]:
    """Return clusters without the mentions that are verbs."""
    return [[span for span in cluster if not _is_dropped(side, span)] for cluster in system]


def _is_dropped(side: Side, span: Span) -> bool:
    tokens = side[span.segment]
    return span.is_pronoun and (tokens.upos or ())[tokens.starts.index(span.head)] in VERBS
