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
    """

    key: tuple[str, str]
    place: TokenRef
    sources: tuple[int, ...]


def joined(
    segment: int,
    links: Iterable[tuple[int, int]],
    source: KeyedTokens,
    target: KeyedTokens,
    *,
    grow: tuple[Grow, Grow] | None,
) -> list[Pair]:
    """Return the pairs of linked words, sorted by the translation's word.

    Source words with one key that are linked to one word are one pair.

    Args:
        segment: 0-based index of the segment.
        links: (source token, target token) of what counts.
        source: the source's tokens, and what counts as the same word for each.
        target: the translation's.
        grow: adds to words of the source, and of the translation, the unlinked parts that belong to
            them. With it, parts of one word are one: adjacent source words of a compound that one
            word translates (*blood test* – *Bluttest*), and words without a space between them
            that translate the same (葡萄|酒). None leaves all parts apart.
    """
    sources: dict[int, list[int]] = defaultdict(list)
    for i, j in links:
        sources[j].append(i)
    found: dict[tuple[int, tuple[str, str]], list[int]] = defaultdict(list)
    for words in _runs(sources, target[0]) if grow else ([j] for j in sorted(sources)):
        said = _key(target, grow[1](words) if grow else words)
        linked = sorted(sources[words[0]])
        for parts in _compounds(linked, source) if grow else ([i] for i in linked):
            key = _key(source, grow[0](parts) if grow else parts), said
            found[words[0], key] += parts
    return [
        Pair(key, TokenRef("target", segment, token), tuple(parts))
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
