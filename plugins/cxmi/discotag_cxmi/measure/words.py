"""Words: each subword belongs to one, so that the values of words sum to the segment's.

A subword belongs to the word with which it shares most characters other than spaces, of equals to
the first; one that shares none (a lone space mark) to the next word, behind the last one to the
last. By the chain rule a word's log-probability is the sum of its subwords'.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Span = tuple[int, int]

BLANKS = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word: character offsets in the target line, and the indices of its subwords."""

    start: int
    end: int
    subwords: tuple[int, ...]


def words_of(text: str, tokens: Sequence[Span], subwords: Sequence[Span]) -> list[Word]:
    """Return the words of a line.

    Args:
        text: the target line.
        tokens: (start, end) of the analyzer's tokens; those with the same place (the two words of
            French `du`) are one word. None at all: words between spaces.
        subwords: (start, end) of the model's subwords.

    Returns:
        Words in text order; without a single letter in the text, one that holds all subwords.
    """
    spans = sorted({span for span in tokens if span[0] < span[1]}) or blank_spans(text)
    if not spans:
        return [Word(0, len(text), tuple(range(len(subwords))))] if subwords else []
    members: list[list[int]] = [[] for _ in spans]
    for index, (start, end) in enumerate(subwords):
        members[_owner(text, start, end, spans)].append(index)
    return [
        Word(start, end, tuple(found)) for (start, end), found in zip(spans, members, strict=True)
    ]


def blank_spans(text: str) -> list[Span]:
    """Return the places of what stands between spaces."""
    return [match.span() for match in BLANKS.finditer(text)]


def _owner(text: str, start: int, end: int, spans: Sequence[Span]) -> int:
    best, most = -1, 0
    for place, (first, last) in enumerate(spans):
        if first >= end:
            break
        shared = sum(not letter.isspace() for letter in text[max(start, first) : min(end, last)])
        if shared > most:
            best, most = place, shared
    if best >= 0:
        return best
    following = (place for place, (first, _) in enumerate(spans) if first >= start)
    return next(following, len(spans) - 1)
