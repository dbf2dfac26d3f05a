"""Pairs of words that say the same: linked words, where the parts of one word stand together."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.tags import TokenRef
from discotag.core.tokens import present

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.core.tokens import Tokens

    KeyedTokens = tuple[Tokens, list[str]]
    Grow = Callable[[Sequence[int]], Sequence[int]]

HEADS = frozenset({"NOUN", "PROPN"})
"""Classes of the last part of a compound that is written as several words."""


class Pair(NamedTuple):
    """A word of the translation with what it stands for.

    Args:
        key: what counts as the same word, of the source and of the translation.
        place: the word of the translation; of several parts the first.
        sources: 0-based indices of its source tokens.
        doubt: why it may be no pair; "" if nothing speaks against it.
    """

    key: tuple[str, str]
    place: TokenRef
    sources: tuple[int, ...]
    doubt: str = ""


class Whole(NamedTuple):
    """What tells whole words.

    Args:
        source: adds to source words the parts that belong to them.
        target: likewise for the translation.
        doubt: tells why source words and target words may be no pair; "" if nothing does.
    """

    source: Grow
    target: Grow
    doubt: Callable[[Sequence[int], Sequence[int]], str]


def joined(
    segment: int,
    links: Iterable[tuple[int, int]],
    source: KeyedTokens,
    target: KeyedTokens,
    *,
    whole: Whole | None,
) -> list[Pair]:
    """Return the pairs of linked words, sorted by the translation's word.

    Source words with one key that are linked to one word are one pair.

    Args:
        segment: 0-based index of the segment.
        links: (source token, target token) of what counts.
        source: the source's tokens, and what counts as the same word for each.
        target: the translation's.
        whole: with it, parts of one word are one: adjacent source words of a compound that one word
            translates (*blood test* – *Bluttest*), words without a space between them that
            translate the same (葡萄|酒), and parts without a link that belong to them. None leaves
            all parts apart.
    """
    sources: dict[int, list[int]] = defaultdict(list)
    for i, j in links:
        sources[j].append(i)
    found: dict[tuple[int, tuple[str, str]], list[int]] = defaultdict(list)
    doubts: dict[tuple[int, tuple[str, str]], str] = {}
    for words in _runs(sources, target[0]) if whole else ([j] for j in sorted(sources)):
        grown = whole.target(words) if whole else words
        said = _key(target, grown)
        linked = sorted(sources[words[0]])
        for parts in _compounds(linked, source) if whole else ([i] for i in linked):
            whole_parts = whole.source(parts) if whole else parts
            place = words[0], (_key(source, whole_parts), said)
            found[place] += parts
            if whole:
                doubts[place] = doubts.get(place, "") or whole.doubt(whole_parts, grown)
    return [
        Pair(
            key,
            TokenRef("target", segment, token),
            tuple(parts),
            doubts.get((token, key), ""),
        )
        for (token, key), parts in sorted(found.items())
    ]


def _runs(sources: dict[int, list[int]], tokens: Tokens) -> Iterator[list[int]]:
    """Yield target words, those together that touch and are linked to the same source words."""
    run: list[int] = []
    for j in sorted(sources):
        if run and _touch(tokens, run[-1], j) and sorted(sources[run[0]]) == sorted(sources[j]):
            run.append(j)
            continue
        if run:
            yield run
        run = [j]
    if run:
        yield run


def _compounds(linked: Sequence[int], source: KeyedTokens) -> Iterator[list[int]]:
    """Yield the source words of one target word, those together that are parts of a compound."""
    tokens, keys = source
    classes = present(tokens.upos, "pos")
    run: list[int] = []
    for i in linked:
        is_next = bool(run) and i == run[-1] + 1 and keys[i] != keys[run[-1]]
        if is_next and (classes[i] in HEADS or _touch(tokens, run[-1], i)):
            run.append(i)
            continue
        if run:
            yield run
        run = [i]
    if run:
        yield run


def _touch(tokens: Tokens, first: int, second: int) -> bool:
    return second == first + 1 and tokens.ends[first] == tokens.starts[second]


def _key(side: KeyedTokens, parts: Sequence[int]) -> str:
    """Return what counts as the same word; parts are separated as they are written."""
    tokens, keys = side
    said = [keys[index] or tokens.forms[index].casefold() for index in parts]
    text = said[0]
    for (before, index), key in zip(pairwise(parts), said[1:], strict=True):
        text += ("" if _touch(tokens, before, index) else " ") + key
    return text
