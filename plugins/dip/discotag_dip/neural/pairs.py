"""Pairs of texts that neural rankers learn from: references and outputs, and made errors."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.slots import FORMS
from discotag_dip.anaphora.swapping import swaps
from discotag_dip.coherence.learning import LEAST_SEGMENTS, orders
from discotag_dip.items import CONTEXT
from discotag_dip.neural.training import Ranked
from discotag_dip.neural.views import WORD, document_views, pronoun_views

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
