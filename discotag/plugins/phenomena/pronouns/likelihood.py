"""How likely a named antecedent is right where the translation names it, all things weighed.

The probability of the resolver does not see the source, quotations, or that other nouns are nearer.
A logistic regression on these clues does (the factors are those of Lappin & Leass 1994, An
algorithm for pronominal anaphora resolution).
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
    from discotag.core.document import Document
    from discotag.language.quotations import Span
    from discotag.plugins.phenomena.pronouns.agreement import SourceAgreement
    from discotag.plugins.phenomena.pronouns.antecedents import Antecedent
    from discotag.plugins.phenomena.pronouns.coreference import Coreference
    from discotag.plugins.phenomena.pronouns.pairs import Pair


BACK = 2
"""Segments before the pronoun whose nouns are rivals."""
MOST_WORDS = 80
LEAST, MOST = 0.02, 0.99
"""Bounds of the probability whose log-odds count."""
NO_RIVALS = frozenset({"compound", "flat", "fixed"})
"""Relations of nouns that name nothing of their own."""


WEIGHTS = {
    "bias": -0.84,
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
"""What each clue adds to the log-odds; training/README.md says how they were fitted."""


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
    return 1 / (1 + exp(-sum(WEIGHTS[name] * value for name, value in found.items())))


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
    rivals = _rivals(document, place, agreement, same)
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
    """Return whether a target word is in a quotation."""
    start = document.target[place.segment].starts[place.token]
    spans = _quotations(document.target.segments)[place.segment]
    return any(span.start <= start < span.end for span in spans)


@lru_cache(maxsize=2)
def _quotations(segments: tuple[str, ...]) -> list[list[Span]]:
    return quotations(segments)


def _rivals(
    document: Document, place: TokenRef, agreement: SourceAgreement, same: set[tuple[int, int]]
) -> list[TokenRef]:
    """Return other nouns before a pronoun, in its segment and near ones, that may be it.

    Words in the name itself do not count, wherever they are.
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
