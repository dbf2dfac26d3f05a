"""Pairs of texts that neural rankers learn from, and the views of a text that they look at."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.slots import FORMS, swaps
from discotag_dip.coherence.ranker import LEAST_SEGMENTS, orders
from discotag_dip.items import CONTEXT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.plugin import Side
    from discotag_dip.corpus import Bundle


SEED = 12345


def swapped_pronouns(sides: Iterable[Side], *, seed: int = SEED) -> Iterator[Ranked]:
    """Pair each segment with the same with one third-person pronoun swapped, each in turn.

    Args:
        sides: analysed documents.
        seed: of the wrong pronouns.
    """
    draw = random.Random(seed)
    for side in sides:
        for place, tokens in enumerate(side):
            context = side.segments[max(0, place - CONTEXT) : place]
            for swap in swaps(tokens, draw):
                yield Ranked(pronoun_views(context, tokens.text), pronoun_views(context, swap.text))


def other_pronouns(bundles: Iterable[Bundle]) -> Iterator[Ranked]:
    """Pair a reference's segments with outputs that have other pronouns, in its context.

    Outputs count that have not the reference's classes of pronouns, each as often, if either has
    one of the third person.
    """
    for bundle in bundles:
        segments = bundle.reference.target.segments
        for place, segment in enumerate(segments):
            own = _classes(segment)
            context = segments[max(0, place - CONTEXT) : place]
            for text in bundle.systems.values():
                output = text.target.segments[place]
                found = _classes(output)
                if found != own and FORMS.keys() & {*own, *found}:
                    yield Ranked(pronoun_views(context, segment), pronoun_views(context, output))


def shuffled_documents(
    documents: Iterable[Sequence[str]], *, times: int = 2, longest: int | None = None
) -> Iterator[Ranked]:
    """Pair documents of at least four segments with their segments in other orders.

    Args:
        documents: segments of each.
        times: other orders of each.
        longest: documents are cut into pieces of so many segments; None = left whole.
    """
    pieces = (part for segments in documents for part in _pieces(segments, segments, longest))
    for number, (segments, _) in enumerate(pieces):
        better = document_views(segments)
        for order in orders(len(segments), number, times=times):
            yield Ranked(better, document_views([segments[place] for place in order]))


def output_documents(bundles: Iterable[Bundle], *, longest: int | None = None) -> Iterator[Ranked]:
    """Pair references of at least four segments with the systems' documents, or pieces of both."""
    for bundle in bundles:
        reference = bundle.reference.target.segments
        for text in bundle.systems.values():
            for better, worse in _pieces(reference, text.target.segments, longest):
                yield Ranked(document_views(better), document_views(worse))


def _pieces(
    first: Sequence[str], second: Sequence[str], longest: int | None
) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    size = longest or len(first)
    for begin in range(0, len(first), size or 1):
        end = begin + size
        if len(first[begin:end]) >= LEAST_SEGMENTS:
            yield first[begin:end], second[begin:end]


def _classes(segment: str) -> Counter[str]:
    names = (pronouns().class_of(match.group()) for match in WORD.finditer(segment))
    return Counter(name for name in names if name is not None)


WORD = re.compile(r"\w+")


class View(NamedTuple):
    """A piece of text.

    Args:
        before: what goes before it; cut from its left if all is too long.
        text: the piece itself.
        spans: characters of `text` (begin, end) that are judged, each alone; none = the whole of
            `before` and `text`, at once.
    """

    before: str
    text: str
    spans: tuple[tuple[int, int], ...] = ()


class Views(NamedTuple):
    """What ρ of one text is computed from: the sum or the mean over its views."""

    views: tuple[View, ...]
    is_mean: bool


def pronoun_views(context: Sequence[str], segment: str) -> Views:
    """Look at each pronoun of a segment; ρ of one without pronouns is 0.

    Args:
        context: the segments before it (dip: two, of the reference).
        segment: the segment.
    """
    spans = tuple(
        match.span()
        for match in WORD.finditer(segment)
        if pronouns().class_of(match.group()) is not None
    )
    views = (View(" ".join(context), segment, spans),) if spans else ()
    return Views(views, is_mean=False)


def document_views(segments: Sequence[str]) -> Views:
    """Look at each two neighbours of a document; empty segments are passed over."""
    told = [segment for segment in segments if segment.strip()]
    return Views(tuple(View(before, text) for before, text in pairwise(told)), is_mean=True)


class Ranked(NamedTuple):
    """Two texts."""

    better: Views
    worse: Views
