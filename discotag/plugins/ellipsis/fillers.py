"""Find the target words that may fill an elided site of the source segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document

FITTING = {
    "vp": frozenset({"VERB"}),
    "gapping": frozenset({"VERB"}),
    "sluice": frozenset({"VERB"}),
    "np": frozenset({"NOUN", "PROPN"}),
}
"""Parts of speech that can fill each kind of site."""
SENTENCE_END = frozenset({".", "!", "?", "…", "...", ";", "。", "！", "？"})
SUPPORTING = frozenset({"AUX", "PART", "PUNCT"})
"""Source words whose link to a verb does not translate it: *do* of "I do." stands for the verb."""


class Fillers:
    """The candidates of one segment pair."""

    def __init__(self, document: Document, segment: int) -> None:
        self._source = document.source[segment]
        self._target = document.target[segment]
        self._sources: dict[int, list[int]] = {}
        for i, j in document.links(segment).links:
            self._sources.setdefault(j, []).append(i)

    def near(self, site: int, kind: str) -> Iterator[int]:
        """Give the target tokens that may fill a site, the best first.

        A candidate fits the kind, has no link but to the site or to words that cannot translate
        it, and stands nearer to words linked into the site's sentence than to others. Those
        linked to the site itself come first, then the nearest to a word that is linked to the
        site or its neighbours.
        """
        start, end = self._sentence(site)
        anchors = [j for j, sources in self._sources.items() if _crosses(sources, start, end)]
        strangers = [j for j in self._sources if j not in anchors]
        close = [j for j in anchors if _crosses(self._sources[j], site - 2, site + 3)] or anchors
        ranked = []
        for token in self._target:
            if token.upos not in FITTING.get(kind, frozenset()) or not self._is_free(
                token.index, site
            ):
                continue
            distance = _distance(token.index, anchors)
            if anchors and distance > _distance(token.index, strangers):
                continue
            is_linked = site in self._sources.get(token.index, ())
            ranked.append((not is_linked, _distance(token.index, close), token.index))
        return (index for _, _, index in sorted(ranked))

    def _is_free(self, index: int, site: int) -> bool:
        return all(
            i == site or self._source[i].upos in SUPPORTING for i in self._sources.get(index, ())
        )

    def _sentence(self, site: int) -> tuple[int, int]:
        start, end = site, site + 1
        while start > 0 and self._source.forms[start - 1] not in SENTENCE_END:
            start -= 1
        while end < len(self._source) and self._source.forms[end - 1] not in SENTENCE_END:
            end += 1
        return start, end


def _crosses(sources: list[int], start: int, end: int) -> bool:
    return any(start <= i < end for i in sources)


def _distance(index: int, others: list[int]) -> int:
    return min((abs(index - other) for other in others), default=len(others) + 10_000)
