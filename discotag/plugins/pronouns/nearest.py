"""The likeliest noun of a pronoun for which the coreference names none that agrees with it.

A pronoun with a gender that no noun of its own segment has points back all the same: the tag is
sure, only its evidence has to be found. It is the noun of the segments before that agrees with the
pronoun on the target side, translates a noun, and has the best place: a subject before an object,
the nearer one first; where the resolver tells what else the pronoun may stand for, its
probabilities count beside place and distance. What an earlier pronoun of the same class stands for
comes before nouns that are no nearer.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import log
from typing import TYPE_CHECKING

from discotag.core.explanations import Told
from discotag.core.tags import TokenRef
from discotag.plugins.pronouns.agreement import GENDERS
from discotag.plugins.pronouns.antecedents import Antecedent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.document import Document
    from discotag.plugins.pronouns.agreement import Agreement
    from discotag.plugins.pronouns.antecedents import Likely

REACH = 2
"""Segments back in which the noun is looked for."""
FAR = 60
"""Words of the translation between noun and pronoun, from which nothing is found."""
GOING_ON = 12.0
"""What an earlier pronoun of the same class is worth beside a noun, in words of distance."""
ROLES = {"nsubj": 14.0, "obj": 10.0, "root": 9.0, "dislocated": 9.0, "obl": 4.0, "conj": 3.0}
"""What the role of a noun is worth, in words of distance; others nothing. Chosen on SCAT train."""
NO_THING = frozenset({"compound", "fixed", "flat", "obl:unmarked", "obl:tmod", "nmod:unmarked"})
"""Relations of source nouns that name no thing of their own: parts of names, times."""
NOUN = "NOUN"
WEIGHED = Told(
    "the coreference is not sure; of the words that agree with it the likeliest by coreference,"
    " place and distance",
    "likeliest-weighed",
)
NOT_WEIGHED = Told(
    "the coreference is not sure; the likeliest noun before it that agrees with it",
    "likeliest-noun",
)
SURE = 12.0
"""What the logarithm of a probability is worth, in words of distance."""
UNKNOWN = 0.01
"""The probability of what the coreference does not name."""
CLEAR = frozenset(GENDERS.values()) - {"Neut"}
"""Genders that point to a noun; a neuter may stand for a clause, unless others went before it."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A pronoun before, and what it stands for.

    Args:
        label: its pair (`it→fem`).
        source: the source pronoun.
        target: the target pronoun.
        evidence: places of its antecedent; empty where that stands in its own segment.
    """

    label: str
    source: TokenRef
    target: TokenRef
    evidence: tuple[TokenRef, ...]


@dataclass(frozen=True, slots=True)
class Before:
    """What is known before a pronoun.

    Args:
        settled: pronouns of its class, in the order of the text: texts go on to speak of what they
            have been speaking of.
        weighed: what the coreference thinks that it may stand for. It chooses among nouns, but
            makes no tag where no near noun agrees.
    """

    settled: Sequence[Settled] = ()
    weighed: Sequence[Likely] = ()


def nearest(
    document: Document, place: TokenRef, agreement: Agreement, before: Before
) -> Antecedent | None:
    """Return the likeliest noun of earlier segments as an antecedent; None if there is none.

    Args:
        document: the document.
        place: the target pronoun, or the first of a chain of pronouns that it belongs to.
        agreement: of the pronoun.
        before: what stands before it.
    """
    is_first = agreement.segment == place.segment
    if is_first and (not agreement.genders & CLEAR or agreement.has_any_noun_before(place.token)):
        return None
    found = [
        *_nouns(document, place, agreement, has_own=not is_first),
        *_pronouns(document, place, before.settled),
    ]
    shares: dict[TokenRef, float] = {}
    if is_first:
        known = {evidence[0] for _, evidence in found}
        for share, evidence in _weighed(before) if found else ():
            shares[evidence[0]] = shares.get(evidence[0], 0.0) + share
            if evidence[0] not in known:
                found.append((_value(document, evidence, place), evidence))
    best: tuple[float, tuple[TokenRef, ...]] | None = None
    for plain, evidence in found:
        value = plain + SURE * log(max(shares.get(evidence[0], 0.0), UNKNOWN))
        if best is None or value > best[0]:
            best = value, evidence
    if best is None:
        return None
    return Antecedent(
        is_known=True,
        evidence=best[1],
        told=WEIGHED if best[1][0] in shares else NOT_WEIGHED,
    )


def _weighed(before: Before) -> Iterator[tuple[float, tuple[TokenRef, ...]]]:
    """Yield the places of what the coreference weighed, or of what an earlier pronoun stood for."""
    settled = {one.source: one for one in before.settled}
    for likely in before.weighed:
        one = settled.get(likely.chain) if likely.chain else None
        if likely.evidence:
            yield likely.share, likely.evidence
        elif one is not None:
            yield likely.share, one.evidence or (one.source, one.target)


def _value(document: Document, evidence: tuple[TokenRef, ...], place: TokenRef) -> float:
    """Return what speaks for a place by its role and its distance, which counts up to `FAR`."""
    noun, there = evidence[0], evidence[-1]
    role = document.source[noun.segment][noun.token].deprel if noun.side == "source" else ""
    if there.side == "source":  # nothing translates it: where its translation would stand
        longer = len(document.target[there.segment]) / max(len(document.source[there.segment]), 1)
        there = TokenRef("target", there.segment, int(there.token * longer))
    return _worth(role) - min(_distance(document, there, place), FAR)


def _nouns(
    document: Document, place: TokenRef, agreement: Agreement, *, has_own: bool
) -> Iterator[tuple[float, tuple[TokenRef, ...]]]:
    """Yield nouns that agree: what speaks for each, and its places."""
    behind = 0
    first = place.segment if has_own else place.segment - 1
    if not has_own:
        behind = place.token
    for segment in range(first, max(-1, place.segment - 1 - REACH), -1):
        target, links = document.target[segment], document.links(segment)
        size = place.token if segment == place.segment else len(target)
        for word in islice(target, size):
            distance = behind + size - word.index
            if distance > FAR or word.upos != NOUN or not agreement.is_like(segment, word.index):
                continue
            for i in links.sources(word.index):
                there, noun = document.source[segment][i], TokenRef("source", segment, i)
                if there.upos == NOUN and there.deprel not in NO_THING and agreement.fits(noun):
                    value = _worth(there.deprel) - distance
                    yield value, (noun, TokenRef("target", segment, word.index))
                    break
        behind += size


def _pronouns(
    document: Document, place: TokenRef, earlier: Sequence[Settled]
) -> Iterator[tuple[float, tuple[TokenRef, ...]]]:
    """Yield what pronouns of earlier segments stand for, and what speaks for each."""
    for one in reversed(earlier):
        if place.segment - one.target.segment > REACH:
            return
        if one.target.segment < place.segment:
            distance = _distance(document, one.target, place)
            role = document.source[one.source.segment][one.source.token].deprel
            if distance <= FAR:
                yield _worth(role) + GOING_ON - distance, one.evidence or (one.source, one.target)


def _worth(deprel: str) -> float:
    return ROLES.get(deprel.partition(":")[0], 0.0)


def _distance(document: Document, one: TokenRef, other: TokenRef) -> int:
    """Return how many words of the translation stand between two places, in order."""
    between = sum(len(document.target[i]) for i in range(one.segment, other.segment))
    return between + other.token - one.token
