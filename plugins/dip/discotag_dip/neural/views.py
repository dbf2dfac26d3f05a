"""Views: the pieces of a text that a neural ranker looks at."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from discotag_dip.anaphora.pronouns import pronouns

if TYPE_CHECKING:
    from collections.abc import Sequence

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
