"""How likely a named antecedent is the right one, all things that speak for and against it weighed.

The probabilities of the resolver and of the choice among nouns say which noun is best, not whether
it is good: they do not see that a noun hangs below another (*the rate of the virus*) or that names
stand nearby whose gender nothing tells. A logistic regression on these clues does (the factors are
those of Lappin & Leass 1994, An algorithm for pronominal anaphora resolution).
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.clauses import SUBJECT, plain
from discotag.plugins.phenomena.pronouns.features import NOUNS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.document import Document
    from discotag.plugins.phenomena.pronouns.agreement import Agreement
    from discotag.plugins.phenomena.pronouns.antecedent import Antecedent, Likely

WEIGHTS = {
    "bias": 1.71,
    "weighed": -0.72,
    "odds": 0.47,
    "elsewhere": -1.16,
    "subject": 0.94,
    "object": 0.36,
    "words": -0.59 / 20,
    "agreeing": -0.16,
    "open": -0.23,
}
"""What each clue adds to the log-odds."""
BACK = 2
"""Segments before the pronoun whose nouns are rivals."""
MOST_WORDS = 80
LEAST, MOST = 0.02, 0.99
"""Bounds of the probability whose log-odds count."""
NO_RIVALS = frozenset({"compound", "flat", "fixed"})
"""Relations of nouns that name nothing of their own."""


def sureness(
    document: Document,
    source: TokenRef,
    antecedent: Antecedent,
    agreement: Agreement,
    weighed: Iterable[Likely] | None,
) -> float:
    """Return the probability that an antecedent with evidence is right, 0-1.

    Args:
        document: the document.
        source: the source pronoun.
        antecedent: what is to be named.
        agreement: of the pronoun.
        weighed: what else the coreference thinks that it may stand for, where the antecedent was
            chosen among several; None where it is the coreference's own.
    """
    odds = sum(
        WEIGHTS[name] * value
        for name, value in clues(document, source, antecedent, agreement, weighed).items()
    )
    return 1 / (1 + exp(-odds))


def clues(
    document: Document,
    source: TokenRef,
    antecedent: Antecedent,
    agreement: Agreement,
    weighed: Iterable[Likely] | None,
) -> dict[str, float]:
    """Return what speaks for and against an antecedent, by name."""
    noun = antecedent.evidence[0]
    role = ""
    distance = MOST_WORDS
    if noun.side == "source":
        role = plain(document.source[noun.segment][noun.token].deprel)
        between = sum(len(document.source[i]) for i in range(noun.segment, source.segment))
        distance = min(between - noun.token + source.token, MOST_WORDS)
    known = None if weighed is None else _shares(weighed)
    agreeing, open_ = _rivals(document, source.segment, agreement)
    share = min(max(antecedent.confidence, LEAST), MOST)
    return {
        "bias": 1.0,
        "weighed": float(known is not None),
        "odds": log(share / (1 - share)),
        "elsewhere": 0.0 if known is None else max(0.0, 1 - known),
        "subject": float(role == SUBJECT),
        "object": float(role == "obj"),
        "words": float(distance),
        "agreeing": log(1 + agreeing),
        "open": log(1 + open_),
    }


def _shares(weighed: Iterable[Likely]) -> float:
    """Return how much of its probability the coreference gives to what agrees."""
    best: dict[TokenRef, float] = {}
    for likely in weighed:
        if likely.evidence:
            place = likely.evidence[0]
            best[place] = max(best.get(place, 0.0), likely.share)
    return sum(best.values())


def _rivals(document: Document, segment: int, agreement: Agreement) -> tuple[int, int]:
    """Count nouns before a pronoun that agree, and those of which nothing tells whether they do."""
    agreeing = open_ = 0
    for back in range(max(0, segment - BACK), segment):
        links = document.links(back)
        for word in document.source[back]:
            if word.upos not in NOUNS or plain(word.deprel) in NO_RIVALS:
                continue
            if not agreement.may_be(TokenRef("source", back, word.index)):
                continue
            told = [j for j in links.targets(word.index) if agreement.tells(back, j)]
            agreeing += any(agreement.is_like(back, j) for j in told)
            open_ += not told
    return agreeing, open_
