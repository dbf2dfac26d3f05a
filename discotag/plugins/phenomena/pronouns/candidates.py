"""The likeliest noun of a pronoun for which the coreference names none that agrees with it.

A pronoun with a gender that no noun of its own segment has points back all the same: the tag is
sure, only its evidence has to be found. It is the noun of the segments before that agrees with the
pronoun on the target side, translates a noun, and has the best place: a subject before an object,
high in the tree, with a determiner, named before, in the role that the pronoun has, the nearer one
first (the factors of Lappin & Leass 1994, An algorithm for pronominal anaphora resolution); where
the resolver tells what else the pronoun may stand for, its probabilities count, too. What an
earlier pronoun of the same class stands for comes before nouns that are no nearer.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import exp, log
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.core.tokens import ROOT
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.antecedents import Antecedent
from discotag.plugins.phenomena.pronouns.same_segment import agreeing_noun_before

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.document import Document
    from discotag.plugins.phenomena.pronouns.agreement import Agreement
    from discotag.plugins.phenomena.pronouns.coreference import Weighed


REACH = 2
"""Segments back in which the noun is looked for."""
FAR = 60
"""Words of the translation between noun and pronoun, from which nothing is found."""
GOING_ON = 5.0
"""What an earlier pronoun of the same class is worth beside a noun, in words of distance."""
ROLES = {"nsubj": 10.0, "obj": 9.0, "nmod": -10.0}
DETERMINER = 17.0
DEPTH, DEEPEST = -5.0, 5
AGAIN, MOST, MEMORY = 11.0, 3, 10
SAME_ROLE = 10.0
"""What the role of a noun, its determiner, each word above it, each earlier mention of the word in
so many segments and the role of the pronoun are worth, in words of distance. Fitted to *it* and
*they* of GUM train (softmax over the nouns of the two sentences before, half of them left out as of
another gender); subject and depth, `GOING_ON`, `SURE` and `UNKNOWN` again on half of the documents
of SCAT's training part and of ctxpro's Spanish and Italian ones; of the 2,619 named in the other
half 2,284 are right then, 2,246 before."""
NO_THING = frozenset({"compound", "fixed", "flat", "obl:unmarked", "obl:tmod", "nmod:unmarked"})
"""Relations of source nouns that name no thing of their own: parts of names, times."""
SURE = 24.0
"""What the logarithm of a probability is worth, in words of distance."""
UNKNOWN, LEAST = 0.03, 0.0001
"""The probability of a noun that agrees and that the coreference does not name, and the least one
of what it names."""
SETTLED = 0.6
"""The score of a pronoun in its cluster from which nothing else is weighed. Below it the resolver
is wrong as often as not, and did not see the translation."""


@dataclass(frozen=True, slots=True)
class ResolvedPronoun:
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
class Candidates:
    """What is known before a pronoun.

    Args:
        resolved: pronouns of its class, in the order of the text: texts go on to speak of what they
            have been speaking of.
        weighed: what the coreference thinks that it may stand for. It chooses among nouns, but
            makes no tag where no near noun agrees.
        role: the relation of the source pronoun to its head.
    """

    resolved: Sequence[ResolvedPronoun] = ()
    weighed: Sequence[Weighed] = ()
    role: str = ""


def nearest(
    document: Document, place: TokenRef, agreement: Agreement, before: Candidates
) -> Antecedent | None:
    """Return the likeliest noun of earlier segments as an antecedent; None if there is none.

    Args:
        document: the document.
        place: the target pronoun, or the first of a chain of pronouns that it belongs to.
        agreement: of the pronoun.
        before: what stands before it.
    """
    is_first = agreement.segment == place.segment
    points = agreement.is_of_things or agreement.points
    if is_first and (not points or agreeing_noun_before(agreement, place.token) is not None):
        return None
    found = [
        *_nouns(document, place, agreement, before.role, has_own=not is_first),
        *_pronouns(document, place, before.resolved, before.role),
    ]
    shares: dict[TokenRef, float] = {}
    known = {evidence[0] for _, evidence in found}
    if is_first:
        for share, evidence in _weighed(before) if found else ():
            shares[evidence[0]] = shares.get(evidence[0], 0.0) + share
            if evidence[0] not in known:
                found.append((_value(document, evidence, place, before.role), evidence))
    values: dict[TokenRef, tuple[float, tuple[TokenRef, ...]]] = {}
    for worth, evidence in found:
        least = UNKNOWN if evidence[0] in known else LEAST
        value = worth + SURE * log(max(shares.get(evidence[0], 0.0), least))
        if evidence[0] not in values or value > values[evidence[0]][0]:
            values[evidence[0]] = value, evidence
    if not values:
        return None
    best, chosen = max(values.values(), key=lambda item: item[0])
    others = sum(exp((value - best) / SURE) for value, _ in values.values())
    return Antecedent(
        "likeliest-weighed" if chosen[0] in shares else "likeliest-noun",
        evidence=chosen,
        confidence=1 / others,
    )


def _weighed(before: Candidates) -> Iterator[tuple[float, tuple[TokenRef, ...]]]:
    """Yield the places of what the coreference weighed, or of what an earlier pronoun stood for."""
    resolved = {one.source: one for one in before.resolved}
    for likely in before.weighed:
        one = resolved.get(likely.chain) if likely.chain else None
        if likely.evidence:
            yield likely.share, likely.evidence
        elif one is not None:
            yield likely.share, one.evidence or (one.source, one.target)


def _value(document: Document, evidence: tuple[TokenRef, ...], place: TokenRef, role: str) -> float:
    """Return what speaks for a place by its role and its distance, which counts up to `FAR`."""
    noun, there = evidence[0], evidence[-1]
    worth = 0.0
    if noun.side == "source":
        worth = _worth(document, noun, role) + _again(document, noun)
    if there.side == "source":  # nothing translates it: where its translation would stand
        longer = len(document.target[there.segment]) / max(len(document.source[there.segment]), 1)
        there = TokenRef("target", there.segment, int(there.token * longer))
    return worth - min(_distance(document, there, place), FAR)


def _nouns(
    document: Document, place: TokenRef, agreement: Agreement, role: str, *, has_own: bool
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
            if (
                distance > FAR
                or word.upos not in ud.NOMINAL
                or not agreement.is_likely(segment, word.index)
            ):
                continue
            for i in links.sources(word.index):
                there, noun = document.source[segment][i], TokenRef("source", segment, i)
                if (
                    there.upos in ud.NOMINAL
                    and there.deprel not in NO_THING
                    and agreement.may_be(noun)
                ):
                    value = _worth(document, noun, role) + _again(document, noun) - distance
                    yield value, (noun, TokenRef("target", segment, word.index))
                    break
        behind += size


def _pronouns(
    document: Document, place: TokenRef, earlier: Sequence[ResolvedPronoun], role: str
) -> Iterator[tuple[float, tuple[TokenRef, ...]]]:
    """Yield what pronouns of earlier segments stand for, and what speaks for each."""
    for one in reversed(earlier):
        if place.segment - one.target.segment > REACH:
            return
        if one.target.segment < place.segment:
            distance = _distance(document, one.target, place)
            if distance <= FAR:
                value = _worth(document, one.source, role) + GOING_ON - distance
                yield value, one.evidence or (one.source, one.target)


def _worth(document: Document, place: TokenRef, role: str) -> float:
    """Return what the place of a source word is worth for a pronoun of some role."""
    tokens = document.source[place.segment]
    heads, deprels = tokens.heads or (), tokens.deprels or ()
    depth, above = 0, heads[place.token]
    while above != ROOT and depth < DEEPEST:
        depth, above = depth + 1, heads[above]
    own = ud.base(deprels[place.token])
    value = ROLES.get(own, 0.0) + DEPTH * depth
    if own == ud.base(role):
        value += SAME_ROLE
    if any(ud.base(deprels[child]) == "det" for child in tokens.children(place.token)):
        value += DETERMINER
    return value


def _again(document: Document, place: TokenRef) -> float:
    """Return what earlier mentions of a source noun's word are worth."""
    lemma = document.source[place.segment][place.token].lemma
    times = 0
    for segment in range(max(0, place.segment - MEMORY), place.segment + 1):
        lemmas = document.source[segment].lemmas or ()
        times += lemmas.count(lemma)
    return AGAIN * min(MOST, times - 1)


def _distance(document: Document, one: TokenRef, other: TokenRef) -> int:
    """Return how many words of the translation stand between two places, in order."""
    between = sum(len(document.target[i]) for i in range(one.segment, other.segment))
    return between + other.token - one.token
