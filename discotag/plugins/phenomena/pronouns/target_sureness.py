"""How likely an antecedent is the right one where the target side is the resolved one.

The resolver reads English and does not see the source: what agrees there and what else stands near
that would agree speaks for and against its choice (the factors of Lappin & Leass 1994, An algorithm
for pronominal anaphora resolution). A logistic regression weighs them.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, log
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.language.quotations import quotations
from discotag.plugins.phenomena.pronouns.clauses import SUBJECT, plain
from discotag.plugins.phenomena.pronouns.features import NEUTER, NOUNS

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.language.quotations import Span
    from discotag.plugins.phenomena.pronouns.antecedent import Antecedent
    from discotag.plugins.phenomena.pronouns.chains import Chains
    from discotag.plugins.phenomena.pronouns.pair import Pair
    from discotag.plugins.phenomena.pronouns.source_agreement import SourceAgreement

WEIGHTS = {
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
BACK = 2
"""Segments before the pronoun whose nouns are rivals."""
MOST_WORDS = 80
LEAST, MOST = 0.02, 0.99
"""Bounds of the probability whose log-odds count."""
NO_RIVALS = frozenset({"compound", "flat", "fixed"})
"""Relations of nouns that name nothing of their own."""


def target_sureness(
    document: Document,
    pair: Pair,
    antecedent: Antecedent,
    known: Chains,
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
    known: Chains,
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
        "subject": float(plain(word.deprel) == SUBJECT),
        "object": float(plain(word.deprel) == "obj"),
        "words": min(between - noun.token + place.token, MOST_WORDS) / 20,
        "since": min(since - last.head + place.token, MOST_WORDS) / 20,
        "clash": float(agreement.clashes(noun)),
        "nearer": log(1 + len(nearer)),
        "neut": float(label == NEUTER),
        "quoted": float(_is_quoted(document, place) and not _is_quoted(document, noun)),
        "speaker": float(
            plain(word.deprel) == SUBJECT
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


def _rivals(
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
            if word.upos not in NOUNS or plain(word.deprel) in NO_RIVALS or word.lemma in known:
                continue
            if agreement.may_be(segment, word.index):
                found.append(TokenRef("target", segment, word.index))
    return found
