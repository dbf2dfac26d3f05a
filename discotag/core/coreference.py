"""Coreference: which words of a document speak of the same thing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MentionKind = Literal["pronoun", "noun", "name"]


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """A span of tokens that refers to something.

    Args:
        segment: 0-based segment index.
        start: first token of the span.
        end: token behind the span (half-open).
        head: the span's syntactic head, `start <= head < end`.
        kind: pronoun, common noun phrase or name.
    """

    segment: int
    start: int
    end: int
    head: int
    kind: MentionKind = "noun"

    def __post_init__(self) -> None:
        """Check that the span is not empty and holds its head."""
        if not 0 <= self.start <= self.head < self.end:
            raise ValueError(f"mention {self.start}:{self.end} does not hold its head {self.head}")


@dataclass(frozen=True, slots=True)
class Cluster:
    """Mentions of one thing, in text order, at least two.

    Args:
        mentions: sorted mentions.
        scores: confidence 0–1 that each mention belongs to the ones before it (the first is 1.0),
            or `None`.
    """

    mentions: tuple[Mention, ...]
    scores: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        """Check order and lengths."""
        if len(self.mentions) < 2:
            raise ValueError("a cluster needs two mentions")
        if list(self.mentions) != sorted(set(self.mentions)):
            raise ValueError("mentions must be sorted and free of repetition")
        if self.scores is not None and len(self.scores) != len(self.mentions):
            raise ValueError(f"{len(self.scores)} scores for {len(self.mentions)} mentions")


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a resolver that weighs makes of one side of a document.

    Args:
        clusters: which mentions it takes to speak of the same thing.
        alternatives: what else pronouns may stand for: each holds earlier mentions of one thing and
            the pronoun, which stands last; its score is the probability of that thing. The
            likeliest of a pronoun comes first, what was chosen for its cluster among them.
    """

    clusters: tuple[Cluster, ...]
    alternatives: tuple[Cluster, ...] = ()
