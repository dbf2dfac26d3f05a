"""What is known of a pronoun's antecedent, and why, as data that `explain` puts into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.core.explanations import Explanation

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.core.tags import TokenRef


REASONS = {
    "unsearched": "no antecedent was looked for",
    "antecedent-missing": "the coreference names nothing else that it stands for",
    "unsure": "the coreference is too unsure of what it stands for",
    "disagreement": "what the coreference takes it for does not agree with it",
    "other-gender": "what it follows is a pronoun of another class",
    "own-doubt": "the noun of its own segment that the coreference names cannot agree",
    "noun-missing": "a neuter pronoun before it stands for the same, and no noun says what that is",
    "coreference": "the word that it stands for is in another segment",
    "beyond-reach": "what it stands for is further back than counts as context",
    "likeliest-noun": "the likeliest noun before it that agrees with it",
    "likeliest-weighed": "of the words that agree with it the likeliest by coreference, place and "
    "distance",
    "context-free": "the table says that no context decides it",
    "own-segment": "the noun that it stands for is in its own segment",
    "noun-before": "a noun before it in its own segment agrees with it",
    "identified": "the noun that is said of it says which thing it is",
    "own-subject": "the subject of its own segment decides it by syntax",
    "own-pronoun": "a pronoun of its own segment that has one translation decides it",
    "own-topic": "a subject of its own segment that agrees is before it",
    "own-person": "its own clause says that it is a person, and the source shows the gender",
    "follower": "what it stands for is in its own segment",
    "same-choice": "the same choice was made in another segment, and it holds on",
    "choice-missing": "no segment that counts as context made the same choice",
}
"""Each reason in words; its key is the cause by which tags are counted."""
OWN_NOUN = frozenset({"own-segment", "noun-before", "identified", "own-subject"})
"""Reasons by which a noun of the pronoun's own segment decides it."""


@dataclass(frozen=True, slots=True)
class Antecedent:
    """What is known of a pronoun's antecedent.

    Args:
        reason: how it was found, or why not: a key of `REASONS`.
        is_known: whether something decides the pronoun.
        evidence: the antecedent's head and its translation; empty if it is in the pronoun's own
            segment. Where later segments count, those of a later noun follow.
        needed: how many places suffice, None = all; 1 where there are an earlier and a later
            antecedent.
        confidence: the score of the pronoun's membership in its cluster, or the probability of a
            noun chosen among several.
        likelihood: the probability that it is right, all things weighed, if it was asked; too low
            a one makes the evidence one that is not named.
        is_resolved: whether the coreference names it, and not a choice among nouns.
        chain: the first of the earlier pronouns of its cluster, on the resolved side, where no noun
            before it agrees; else None.
        words: the words of the pronoun's own segment that decide it, as far as they are known.
    """

    reason: str
    is_known: bool = True
    evidence: tuple[TokenRef, ...] = ()
    needed: int | None = None
    confidence: float = 0.0
    likelihood: float | None = None
    is_resolved: bool = False
    chain: TokenRef | None = None
    words: tuple[TokenRef, ...] = ()

    @property
    def is_doubted(self) -> bool:
        """Whether it is not sure enough to be named."""
        return self.likelihood is not None

    @property
    def is_of_own_noun(self) -> bool:
        """Whether a noun of the pronoun's own segment decides it."""
        return self.reason in OWN_NOUN


UNKNOWN = Antecedent("unsearched", is_known=False)


def unknown(reason: str) -> Antecedent:
    """Return that nothing is known of an antecedent, and why."""
    return Antecedent(reason, is_known=False)


def explained(antecedent: Antecedent, document: Document) -> Explanation:
    """Put into words how an antecedent was found, or why not, with the noun that was chosen."""
    if antecedent.likelihood:
        word = _form(document, antecedent.evidence[0])
        text = (
            f'the likeliest word that it may stand for is "{word}", which is right with a'
            f" probability of {antecedent.likelihood:.2f}: too low to name it (option sure)"
        )
        return Explanation(text, "doubt")
    named = ", ".join(f'"{_form(document, place)}"' for place in antecedent.words)
    text = REASONS[antecedent.reason]
    return Explanation(f"{text}: {named}" if named else text, antecedent.reason)


def _form(document: Document, place: TokenRef) -> str:
    side = document.source if place.side == "source" else document.target
    return side[place.segment].forms[place.token]
