"""Chains: which mentions of a document the coreference takes for the same as a pronoun."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.coreference import Cluster, Mention
    from discotag.core.document import Document, SideName


class Chains:
    """The clusters of one document by their mentions, on the side whose coreference is known.

    The source decides where both are; the target is read where nothing resolves the source language
    (into English, say). A token that is the head of several mentions has the cluster of the
    smallest.
    """

    def __init__(self, document: Document) -> None:
        is_target = document.source.clusters is None and document.target.clusters is not None
        self.side: SideName = "target" if is_target else "source"
        resolved = document.target if is_target else document.source
        self.clusters = resolved.clusters or ()
        self.is_resolved = resolved.clusters is not None
        self._held: dict[tuple[int, int], tuple[Mention, Cluster]] = {}
        self._alternatives: dict[tuple[int, int], list[Cluster]] = {}
        for cluster in resolved.alternatives:
            own = cluster.mentions[-1]
            self._alternatives.setdefault((own.segment, own.head), []).append(cluster)
        for cluster in self.clusters:
            for mention in cluster.mentions:
                key = (mention.segment, mention.head)
                held = self._held.get(key)
                if held is None or _size(mention) < _size(held[0]):
                    self._held[key] = (mention, cluster)

    def of(self, segment: int, token: int) -> tuple[Mention, Cluster] | None:
        """Return a pronoun as a mention and its cluster, if it has one."""
        return self._held.get((segment, token))

    def weighed(self, segment: int, token: int) -> list[Cluster]:
        """Return what the resolver weighed for a pronoun, the likeliest first; it comes last."""
        return self._alternatives.get((segment, token), [])

    def before(self, segment: int, token: int) -> tuple[Mention, ...]:
        """Return what the coreference takes for the same as a pronoun, before it."""
        held = self.of(segment, token)
        return () if held is None else tuple(m for m in held[1].mentions if m < held[0])

    def pronouns_before(self, segment: int, token: int) -> Iterator[int]:
        """Yield the pronouns of a pronoun's cluster before it in its own segment."""
        return (other for other in self.pronouns_beside(segment, token) if other < token)

    def pronouns_beside(self, segment: int, token: int) -> Iterator[int]:
        """Yield the other pronouns of a pronoun's cluster in its own segment."""
        held = self.of(segment, token)
        for mention in held[1].mentions if held is not None else ():
            if mention.segment == segment and mention.kind == "pronoun" and mention.head != token:
                yield mention.head

    def rivals(self, segment: int, token: int) -> Iterator[tuple[Mention, float]]:
        """Yield what else a pronoun may stand for, the last mention of each, with probabilities."""
        for cluster in self.weighed(segment, token):
            yield cluster.mentions[-2], confidence(cluster, cluster.mentions[-1])


def confidence(cluster: Cluster, mention: Mention) -> float:
    """Return the score of a mention in its cluster, 1 where the resolver gives none."""
    if cluster.scores is None:
        return 1.0
    return cluster.scores[bisect_left(cluster.mentions, mention)]


def followers(clusters: Iterable[Cluster]) -> frozenset[tuple[int, int]]:
    """Return the tokens of mentions that follow another of their cluster in the same segment.

    That is what the published MuDA code knows of antecedents: coreference sentence by sentence,
    whole spans.
    """
    found: set[tuple[int, int]] = set()
    for cluster in clusters:
        seen: set[int] = set()
        for mention in cluster.mentions:
            if mention.segment in seen:
                found.update(
                    (mention.segment, token) for token in range(mention.start, mention.end)
                )
            seen.add(mention.segment)
    return frozenset(found)


def _size(mention: Mention) -> int:
    return mention.end - mention.start
