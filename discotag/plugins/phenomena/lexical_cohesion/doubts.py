"""Doubts: why two linked words may not be a pair of whole words that translate each other.

A doubtful pair is a habit of the text like others, but its word is never a tag.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from discotag.plugins.phenomena.lexical_cohesion.pairs import KeyedTokens
    from discotag.plugins.phenomena.lexical_cohesion.whole_words import Links, WholeWords

TORN = "it may be but a part of a longer word"
SHARED = "it translates other words as well, which make no compound"
REPEATED = "its source word is linked to the same word before it"


class Doubts:
    """The doubts about the pairs of one segment.

    Args:
        sides: tokens of source and translation, with what counts as the same word for each.
        wholes: what tells whole words on each side.
        links: (source token, target token) of what counts, and of names.
        linked: all links, seen from each side.
    """

    def __init__(
        self,
        sides: tuple[KeyedTokens, KeyedTokens],
        wholes: tuple[WholeWords, WholeWords],
        links: Iterable[tuple[int, int]],
        linked: tuple[Links, Links],
    ) -> None:
        """Collect the source words of content of each target word."""
        self._sides = sides
        self._wholes = wholes
        self._linked = linked
        self._content: dict[int, set[int]] = defaultdict(set)
        keys = sides[0][1]
        for i, j in links:
            if keys[i]:
                self._content[j].add(i)

    def of(self, parts: Sequence[int], words: Sequence[int]) -> str:
        """Return why source words and target words, each whole, may be no pair."""
        for (tokens, _), whole, run, links in zip(
            self._sides, self._wholes, (parts, words), self._linked, strict=True
        ):
            if whole.is_torn(tokens, run, links):
                return TORN
        content = {i for j in words for i in self._content.get(j, ())}
        keys = self._sides[0][1]
        if not {keys[i] for i in parts}.issuperset(keys[i] for i in content):
            return SHARED
        return REPEATED if self._is_repeated(content, words) else ""

    def _is_repeated(self, content: Collection[int], words: Sequence[int]) -> bool:
        """Return whether a like word before has these source words: *sanctions* … for *them*."""
        keys = self._sides[1][1]
        said = {keys[j] for j in words if keys[j]}
        return any(
            keys[j] in said and others and set(content).issuperset(others)
            for j, others in self._content.items()
            if j < words[0]
        )
