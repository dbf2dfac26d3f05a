"""Find the target words that may fill an elided site of the source segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.explanations import Told
from discotag.core.tags import TokenRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Trace

FITTING = {
    "vp": frozenset({"VERB"}),
    "gapping": frozenset({"VERB"}),
    "sluice": frozenset({"VERB"}),
    "np": frozenset({"NOUN", "PROPN"}),
}
"""Parts of speech that can fill each kind of site."""
SENTENCE_END = frozenset({".", "!", "?", "…", "...", ";", "。", "！", "？"})
WITHIN_PHRASE = frozenset({"DET", "ADP", "ADJ", "NUM", "ADV"})
"""What may stand between a quantifier and its noun: *dos de mis libros*."""
NEAREST = 3
"""Tokens from the word of an elided noun phrase to the noun that is spelled out."""
CONTENT = frozenset({"VERB", "NOUN", "PROPN", "ADJ", "NUM"})
"""Source words that a linked target word translates; a verb linked to others, such as the *do* of
"I do.", has its own word elsewhere."""


class Fillers:
    """The candidates of one segment pair."""

    def __init__(self, document: Document, segment: int) -> None:
        self._segment = segment
        self._source = document.source[segment]
        self._target = document.target[segment]
        self._sources: dict[int, list[int]] = {}
        for i, j in document.links(segment).links:
            self._sources.setdefault(j, []).append(i)

    def near(self, site: int, kind: str, why: Trace | None = None) -> Iterator[int]:
        """Return the target tokens that may fill a site, the best first; `why` hears of the others.

        A candidate fits the kind, has no link but to the site or to words that it cannot translate,
        and stands in a target sentence that is linked to the site's. Those linked to the site come
        first, then the nearest to a word that is linked to the site or its neighbours.
        """
        start, end = _sentence(self._source.forms, site)
        anchors = [j for j, sources in self._sources.items() if _crosses(sources, start, end)]
        close = [j for j in anchors if _crosses(self._sources[j], site - 2, site + 3)] or anchors
        ranked = []
        for token in self._target:
            if token.upos not in FITTING.get(kind, frozenset()):
                continue
            obstacle = self._obstacle(token.index, site, kind, anchors)
            if obstacle is None:
                is_linked = site in self._sources.get(token.index, ())
                ranked.append((not is_linked, _distance(token.index, close), token.index))
            elif why is not None:
                gap = TokenRef("source", self._segment, site)
                place = TokenRef("target", self._segment, token.index)
                why.no(place, f"site {kind}", obstacle, (gap,), label=kind)
        return (index for _, _, index in sorted(ranked))

    def is_linked(self, index: int) -> bool:
        """Return whether a target token has any link."""
        return index in self._sources

    def _obstacle(self, index: int, site: int, kind: str, anchors: list[int]) -> Told | None:
        """Return why a token of the kind cannot fill a site; None if it may."""
        linked = self._sources.get(index, ())
        if kind == "np" and site in linked:  # *mienne* for "mine"
            return Told("it translates the word at which something is left out", "own-site", 0, 2)
        if kind == "np" and not self._is_beside(index, site):
            return APART
        for i in linked:
            if i != site and self._source[i].upos in CONTENT:
                told = f'it translates a word of the source, "{self._source.forms[i]}"'
                return Told(told, "linked", 0, 2)
        first, last = _sentence(self._target.forms, index)
        if anchors and not any(first <= j < last for j in anchors):
            return Told("it stands in another sentence than what is left out", "sentence", 1, 2)
        return None

    def _is_beside(self, index: int, site: int) -> bool:
        """Return whether a noun stands in one phrase with a word that translates the site."""
        for j, sources in self._sources.items():
            first, last = sorted((j, index))
            if site in sources and 0 < last - first <= NEAREST:
                between = self._target.upos or ()
                if WITHIN_PHRASE.issuperset(between[first + 1 : last]):
                    return True
        return False


APART = Told(
    "it does not stand beside the word that translates what is left of the phrase", "apart", 0, 2
)


def _sentence(forms: tuple[str, ...], index: int) -> tuple[int, int]:
    """Return the sentence (half-open) that holds a token; a segment may hold several."""
    start, end = index, index + 1
    while start > 0 and forms[start - 1] not in SENTENCE_END:
        start -= 1
    while end < len(forms) and forms[end - 1] not in SENTENCE_END:
        end += 1
    return start, end


def _crosses(sources: list[int], start: int, end: int) -> bool:
    return any(start <= i < end for i in sources)


def _distance(index: int, others: list[int]) -> int:
    return min((abs(index - other) for other in others), default=0)
