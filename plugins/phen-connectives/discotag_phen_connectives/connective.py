"""The values of the layer `connectives`: what joins two stretches of text, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from collections.abc import Iterable

LAYER = "connectives"
LIKELY = 0.5
"""From this confidence a listed word counts as a connective."""
Sense = Literal[
    "synchronous", "asynchronous",
    "cause", "condition", "negative-condition", "purpose",
    "contrast", "concession", "similarity",
    "conjunction", "disjunction", "equivalence", "exception", "instantiation", "level-of-detail",
    "manner", "substitution",
]  # fmt: skip
SENSES: tuple[str, ...] = get_args(Sense)
"""The second level of senses of the Penn Discourse Treebank 3 (Webber et al. 2019, table 2)."""
Kind = Literal["coordinator", "subordinator", "adverb", "preposition"]


class Connective(NamedTuple):
    """A listed word at one place of a segment.

    Args:
        tokens: its 0-based token indices in the segment, neighbours.
        form: the listed word, lower-cased, one space between words.
        sense: one of `SENSES`.
        confidence: how sure it is that it is a connective here, 0-1; below `LIKELY` it is not one.
        is_before: whether what it joins its own clause to stands before the segment.
        kind: how it is built in, such as `adverb`.
    """

    tokens: tuple[int, ...]
    form: str
    sense: str
    confidence: float
    is_before: bool
    kind: Kind

    @property
    def is_likely(self) -> bool:
        """Whether it counts as a connective."""
        return self.confidence >= LIKELY


def likely(found: Iterable[Connective], least: float = LIKELY) -> list[Connective]:
    """Return those of a segment that are connectives with at least this confidence."""
    return [item for item in found if item.confidence >= least]
