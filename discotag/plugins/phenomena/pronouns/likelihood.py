"""How likely a named antecedent is the right one, all things that speak for and against it weighed.

The probabilities of the resolver and of the choice among nouns say which noun is best, not whether
it is good: they do not see that a noun hangs below another (*the rate of the virus*) or that names
stand nearby whose gender nothing tells. A logistic regression on these clues does (the factors are
those of Lappin & Leass 1994, An algorithm for pronominal anaphora resolution).
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, log
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.language import ud
from discotag.language.quotations import quotations
from discotag.plugins.phenomena.pronouns.grammar import NEUTER, SUBJECT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.document import Document
    from discotag.language.quotations import Span
    from discotag.plugins.phenomena.pronouns.agreement import Agreement, SourceAgreement
    from discotag.plugins.phenomena.pronouns.antecedents import Antecedent
    from discotag.plugins.phenomena.pronouns.coreference import Coreference, Weighed
    from discotag.plugins.phenomena.pronouns.pairs import Pair


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
    weighed: Iterable[Weighed] | None,
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
    weighed: Iterable[Weighed] | None,
) -> dict[str, float]:
    """Return what speaks for and against an antecedent, by name."""
    noun = antecedent.evidence[0]
    role = ""
    distance = MOST_WORDS
    if noun.side == "source":
        role = ud.base(document.source[noun.segment][noun.token].deprel)
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


def _shares(weighed: Iterable[Weighed]) -> float:
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
            if word.upos not in ud.NOMINAL or ud.relation(word) in NO_RIVALS:
                continue
            if not agreement.may_be(TokenRef("source", back, word.index)):
                continue
            told = [j for j in links.targets(word.index) if agreement.has_gender(back, j)]
            agreeing += any(agreement.is_like(back, j) for j in told)
            open_ += not told
    return agreeing, open_


WEIGHTS_target_sureness = {
    "bias": 0.55,
    "odds": 0.14,
    "other": -1.21,
    "subject": 1.42,
    "object": 0.39,
    "words": -0.16,
    "since": -0.13,
    "clash": -1.18,
    "nearer": -0.04,
    "neut": -1.08,
    "quoted": -1.57,
    "speaker": -1.36,
}
"""What each clue adds to the log-odds; how they were fitted tells training/README.md."""
"""Segments before the pronoun whose nouns are rivals."""
"""Bounds of the probability whose log-odds count."""
"""Relations of nouns that name nothing of their own."""


def target_sureness(
    document: Document,
    pair: Pair,
    antecedent: Antecedent,
    known: Coreference,
    agreement: SourceAgreement,
) -> float:
    """Return the probability that an antecedent with evidence is right, 0-1.

    Args:
        document: the document.
        pair: the pronoun and its source.
        antecedent: what is to be named.
        known: the document's chains.
        agreement: of the source pronoun.
    """
    found = target_clues(document, pair, antecedent, known, agreement)
    return 1 / (
        1 + exp(-sum(WEIGHTS_target_sureness[name] * value for name, value in found.items()))
    )


def target_clues(
    document: Document,
    pair: Pair,
    antecedent: Antecedent,
    known: Coreference,
    agreement: SourceAgreement,
) -> dict[str, float]:
    """Return what speaks for and against an antecedent, by name."""
    noun, place = antecedent.evidence[-1], pair.place
    word = document.target[noun.segment][noun.token]
    label = pair.label.partition("→")[2]
    between = sum(len(document.target[i]) for i in range(noun.segment, place.segment))
    same = {(m.segment, m.head) for m in known.before(place.segment, place.token)}
    same.add((noun.segment, noun.token))
    rivals = _rivals_target_sureness(document, place, agreement, same)
    nearer = [rival for rival in rivals if rival > noun]
    others = [
        share
        for mention, share in known.rivals(place.segment, place.token)
        if (mention.segment, mention.head) not in same
    ]
    mentions = known.before(place.segment, place.token)
    last = max(mentions)
    since = sum(len(document.target[i]) for i in range(last.segment, place.segment))
    share = min(max(antecedent.confidence, LEAST), MOST)
    return {
        "bias": 1.0,
        "odds": log(share / (1 - share)),
        "other": max(others, default=0.0),
        "subject": float(ud.relation(word) == SUBJECT),
        "object": float(ud.relation(word) == "obj"),
        "words": min(between - noun.token + place.token, MOST_WORDS) / 20,
        "since": min(since - last.head + place.token, MOST_WORDS) / 20,
        "clash": float(agreement.clashes(noun)),
        "nearer": log(1 + len(nearer)),
        "neut": float(label == NEUTER),
        "quoted": float(_is_quoted(document, place) and not _is_quoted(document, noun)),
        "speaker": float(
            ud.relation(word) == SUBJECT
            and bool(_quotations(document.target.segments)[noun.segment])
            and not _is_quoted(document, noun)
        ),
    }


def _is_quoted(document: Document, place: TokenRef) -> bool:
    """Return whether a target word stands in a quotation."""
    start = document.target[place.segment].starts[place.token]
    spans = _quotations(document.target.segments)[place.segment]
    return any(span.start <= start < span.end for span in spans)


@lru_cache(maxsize=2)
def _quotations(segments: tuple[str, ...]) -> list[list[Span]]:
    return quotations(segments)


def _rivals_target_sureness(
    document: Document, place: TokenRef, agreement: SourceAgreement, same: set[tuple[int, int]]
) -> list[TokenRef]:
    """Return other nouns before a pronoun, in its segment and near ones, that may be it.

    Words of what is named are none, wherever they stand.
    """
    known = {document.target[segment][token].lemma for segment, token in same}
    found = []
    for segment in range(max(0, place.segment - BACK), place.segment + 1):
        for word in document.target[segment]:
            if segment == place.segment and word.index >= place.token:
                break
            if word.upos not in ud.NOMINAL or ud.relation(word) in NO_RIVALS or word.lemma in known:
                continue
            if agreement.may_be(segment, word.index):
                found.append(TokenRef("target", segment, word.index))
    return found
