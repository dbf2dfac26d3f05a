"""What is known of a pronoun's antecedent, and what a pronoun may stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.core.explanations import Told

if TYPE_CHECKING:
    from discotag.core.tags import TokenRef

NOTHING = Told("")


@dataclass(frozen=True, slots=True)
class Antecedent:
    """What is known of a pronoun's antecedent.

    Args:
        is_known: whether the pronoun's cluster has another mention that tells.
        evidence: its head and the target tokens linked to it; empty if it stands in the pronoun's
            own segment. Where later segments count, those of a later noun stand behind them.
        needed: how many places suffice, None = all; 1 where there are an earlier and a later
            antecedent.
        confidence: the score of the pronoun's membership in its cluster, or the probability of a
            noun chosen among several.
        is_sure: whether that is enough for its evidence to be named.
        is_resolved: whether the coreference names it, and not a choice among nouns.
        chain: the first of the earlier pronouns of its cluster, on the resolved side, where no noun
            stands before it that agrees; else None.
        told: how it was found, or why not, for people.
        is_own: whether a noun of the pronoun's own segment decides it.
    """

    is_known: bool
    evidence: tuple[TokenRef, ...] = ()
    confidence: float = 0.0
    needed: int | None = None
    chain: TokenRef | None = None
    is_sure: bool = True
    is_resolved: bool = False
    told: Told = NOTHING
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Likely:
    """What a pronoun may stand for.

    Args:
        share: its probability in 0-1.
        evidence: its places; empty where its noun does not agree.
        chain: the pronoun of an earlier segment that was the latest to stand for it, if it was one.
    """

    share: float
    evidence: tuple[TokenRef, ...]
    chain: TokenRef | None
