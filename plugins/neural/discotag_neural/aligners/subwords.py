"""Subwords of a segment, each with the tokens that it is part of, and windows of long segments.

An encoder sees a segment's surface words: tokens that share their characters (the words of a
multi-word token) are one word to it, and that word's links are theirs. With `text` it sees the line
as it is, and offsets show which tokens a subword touches.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Tokens


Input = Literal["words", "text"]
MARKS = frozenset({"▁", "Ġ"})
"""How sentencepiece and byte-level vocabularies write that a word begins."""


@dataclass(frozen=True, slots=True)
class Subwords:
    """A segment as an encoder reads it.

    Args:
        ids: of its subwords, without special tokens.
        tokens: for each subword, the indices of the tokens that it is part of; empty for one that
            belongs to none, such as a space's.
    """

    ids: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SurfaceWords:
    """The words of a segment as they are written.

    Args:
        forms: their characters.
        tokens: for each word, the indices of the tokens that cover it.
    """

    forms: tuple[str, ...]
    tokens: tuple[tuple[int, ...], ...]


def surface_words(tokens: Tokens) -> SurfaceWords:
    """Merge tokens of the same offsets; one without characters is left out."""
    places: dict[tuple[int, int], list[int]] = {}
    for index, place in enumerate(zip(tokens.starts, tokens.ends, strict=True)):
        if place[0] < place[1]:
            places.setdefault(place, []).append(index)
    return SurfaceWords(
        tuple(tokens.text[start:end] for start, end in places),
        tuple(tuple(indices) for indices in places.values()),
    )


def split(segments: Sequence[Tokens], tokenizer: Any, *, input: Input = "words") -> list[Subwords]:
    """Split segments into subwords, in order; nothing is cut off.

    A token of which the tokenizer leaves nothing (a lone zero-width space) has no subword. A
    mark of a word's beginning that is alone, such as XLM-R's `▁` before a Chinese word, belongs
    to no token that has other subwords: it says nothing of the word, and is like all its kind.

    Args:
        segments: the segments' tokens.
        tokenizer: of Transformers; `text` needs one that knows offsets (`is_fast`).
        input: whether the tokenizer gets surface words or the untouched line.
    """
    if input == "text":
        return [_of_text(tokens, tokenizer) for tokens in segments]
    return [_of_words(surface_words(tokens), tokenizer) for tokens in segments]


def _of_words(words: SurfaceWords, tokenizer: Any) -> Subwords:
    if not words.forms:
        return Subwords((), ())
    if not tokenizer.is_fast:
        pieces = [tokenizer(form, add_special_tokens=False)["input_ids"] for form in words.forms]
        owners = [of for of, piece in zip(words.tokens, pieces, strict=True) for _ in piece]
        return _without_marks(tuple(chain.from_iterable(pieces)), owners, tokenizer)
    coded = tokenizer(
        list(words.forms), is_split_into_words=True, add_special_tokens=False, verbose=False
    )
    owners = [words.tokens[word] for word in coded.word_ids()]
    return _without_marks(tuple(coded["input_ids"]), owners, tokenizer)


def _of_text(tokens: Tokens, tokenizer: Any) -> Subwords:
    coded = tokenizer(
        tokens.text, add_special_tokens=False, return_offsets_mapping=True, verbose=False
    )
    places = tuple(zip(tokens.starts, tokens.ends, strict=True))
    touched = [
        tuple(index for index, (first, last) in enumerate(places) if first < end and start < last)
        for start, end in coded["offset_mapping"]
    ]
    return _without_marks(tuple(coded["input_ids"]), touched, tokenizer)


def _without_marks(
    ids: tuple[int, ...], owners: Sequence[tuple[int, ...]], tokenizer: Any
) -> Subwords:
    """Take lone marks from the tokens that have other subwords."""
    is_mark = [form in MARKS for form in tokenizer.convert_ids_to_tokens(list(ids))]
    real = {index for of, mark in zip(owners, is_mark, strict=True) if not mark for index in of}
    return Subwords(
        ids,
        tuple(
            tuple(index for index in of if index not in real) if mark else of
            for of, mark in zip(owners, is_mark, strict=True)
        ),
    )


LARGEST = 4096
"""Subwords of a side up to which all are compared with all: a matrix of 128 MB."""


@dataclass(frozen=True, slots=True)
class Window:
    """Half-open ranges of subwords.

    Args:
        start: first subword that the encoder sees.
        end: after the last one.
        kept_start: first subword whose state is taken from this window.
        kept_end: after the last one.
    """

    start: int
    end: int
    kept_start: int
    kept_end: int


def windows(length: int, size: int) -> list[Window]:
    """Cut `length` subwords into windows of `size`, evenly spread, a quarter or more shared.

    Neighbours meet in the middle of what they share; the kept ranges follow one another without a
    gap. Gives one window if the segment fits, none if it is empty.
    """
    if length <= size:
        return [Window(0, length, 0, length)] if length else []
    step = max(size - size // 4, 1)
    count = -(-(length - size) // step) + 1
    starts = [place * (length - size) // (count - 1) for place in range(count)]
    cuts = [0, *((left + size + right) // 2 for left, right in pairwise(starts)), length]
    return [
        Window(start, start + size, first, last)
        for start, (first, last) in zip(starts, pairwise(cuts), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Piece:
    """Half-open ranges of one piece of a pair.

    Args:
        source: source subwords that are compared.
        target: target subwords that are compared.
        kept: target subwords whose links are kept.
    """

    source: tuple[int, int]
    target: tuple[int, int]
    kept: tuple[int, int]


def pieces(source: int, target: int, *, largest: int = LARGEST) -> list[Piece]:
    """Cut a pair along its diagonal if it is too large to compare every subword with every other.

    Both sides are cut at equal shares; each piece sees a quarter of `largest` more on either side.
    Gives one piece if both sides have at most `largest` subwords.
    """
    if max(source, target) <= largest:
        return [Piece((0, source), (0, target), (0, target))]
    core, margin = largest // 2, largest // 4
    count = -(-max(source, target) // core)
    ends = [(part * source // count, part * target // count) for part in range(count + 1)]
    return [
        Piece(
            (max(i - margin, 0), min(next_i + margin, source)),
            (max(j - margin, 0), min(next_j + margin, target)),
            (j, next_j),
        )
        for (i, j), (next_i, next_j) in pairwise(ends)
        if j < next_j
    ]
