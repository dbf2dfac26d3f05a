"""The words that a pronoun may refer to, as a table of features, and the likeliest of them.

Candidates are the nouns before a pronoun whose translation agrees with it, in its own segment and
in earlier ones, what earlier pronouns of its class refer to, and what the coreference weighed.
Each is a row of `COLUMNS`: distance, role, depth, mentions (the factors of Lappin & Leass 1994, An
algorithm for pronominal anaphora resolution), the coreference's opinion. `NOTHING` holds what
speaks for none of them: the pronoun may refer to a clause or to nothing. The weights in
`weights.json` were learned from free texts by `training.antecedents`; a softmax over all rows makes
probabilities of them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.tags import TokenRef
from discotag.core.tokens import ROOT
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.grammar import (
    NAME,
    PRONOUN,
    cannot_be,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from discotag.core.document import Document
    from discotag.plugins.phenomena.pronouns.agreement import Agreement
    from discotag.plugins.phenomena.pronouns.antecedents import Antecedent
    from discotag.plugins.phenomena.pronouns.coreference import Weighed

    Row = dict[str, float]


REACH = 4
"""Segments back in which nouns are searched for."""
FAR = 120
"""Words of the translation between noun and pronoun, from which nothing is found."""
ROLES = {"nsubj": "subject", "obj": "object", "nmod": "nested", "obl": "oblique"}
DEEPEST, MOST, MEMORY = 5, 3, 10
"""Words above a noun, mentions of its word, and segments in which they are counted, at most."""
LEAST = 0.001
"""The least probability whose logarithm counts."""
NO_THING = frozenset({"compound", "fixed", "flat", "obl:unmarked", "obl:tmod", "nmod:unmarked"})
"""Relations of source nouns that name no thing of their own: parts of names, times."""
COLUMNS = (
    "bias",
    "opinion",
    "unweighed",
    "words",
    "subject",
    "object",
    "oblique",
    "nested",
    "depth",
    "determiner",
    "mentions",
    "same role",
    "pronoun",
    "name",
    "unlinked",
    "own segment",
    "own opinion",
)
"""What is known of a candidate. `opinion` is the logarithm of its probability by the coreference,
`unweighed` that there is none, `words` its distance in units of 20, `pronoun` that no noun is known
for an earlier pronoun."""
NOTHING = ("elsewhere", "unresolved", "neuter", "plural", "object", "possessive")
"""What is known of a pronoun itself: how much of its probability the coreference gives to nothing,
or to what does not agree (a logarithm), that the coreference has no opinion, its form and role."""


@dataclass(frozen=True, slots=True)
class ResolvedPronoun:
    """A pronoun before, and what it refers to.

    Args:
        label: its pair (`it→fem`).
        source: the source pronoun.
        target: the target pronoun.
        evidence: places of its antecedent; empty where that is in its own segment.
    """

    label: str
    source: TokenRef
    target: TokenRef
    evidence: tuple[TokenRef, ...]


@dataclass(slots=True)
class Candidate:
    """A word that a pronoun may refer to.

    Args:
        evidence: the source word and its translation.
        latest: the last pronoun that refers to it; None = there is none.
        row: its features, by the names of `COLUMNS`; what is missing is 0.
    """

    evidence: tuple[TokenRef, ...]
    latest: ResolvedPronoun | None = None
    row: Row = field(default_factory=dict)

    @property
    def is_own(self) -> bool:
        """Whether it is in the pronoun's own segment."""
        return bool(self.row.get("own segment"))


class Table(NamedTuple):
    """The candidates of a pronoun, and what speaks for none of them (None = nothing can)."""

    candidates: tuple[Candidate, ...]
    nothing: Row | None


class Likeliest(NamedTuple):
    """The outcome of weighing a table.

    Args:
        others: the candidates of other segments with their probabilities, the likeliest first.
        own: the likeliest candidate of the own segment, None = there is none.
        own_likelihood: the probability of all candidates of the own segment together.
    """

    others: tuple[tuple[float, Candidate], ...] = ()
    own: Candidate | None = None
    own_likelihood: float = 0.0

    def among(self, evidence: Collection[TokenRef]) -> tuple[tuple[float, Candidate], ...]:
        """Return the candidates of other segments that are among some words."""
        return tuple(item for item in self.others if item[1].evidence[0] in evidence)


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """Return the learned weights: of candidates and of none of them."""
    path = Path(__file__).with_name("weights.json")
    found: dict[str, dict[str, float]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def weigh(table: Table) -> Likeliest:
    """Return the likeliest candidates and how likely they are."""
    of_candidates, of_nothing = weights()["candidates"], weights()["nothing"]
    if not table.candidates:
        return Likeliest()
    scores = [
        exp(sum(of_candidates[name] * value for name, value in one.row.items()))
        for one in table.candidates
    ]
    whole = sum(scores)
    if table.nothing is not None:
        whole += exp(sum(of_nothing[name] * value for name, value in table.nothing.items()))
    rated = sorted(
        zip((score / whole for score in scores), table.candidates, strict=True),
        key=lambda item: item[0],
        reverse=True,
    )
    own = [(share, one) for share, one in rated if one.is_own]
    return Likeliest(
        tuple((share, one) for share, one in rated if not one.is_own),
        own[0][1] if own else None,
        sum(share for share, _ in own),
    )


def tabulate(
    pronoun: TokenRef,
    agreement: Agreement,
    antecedent: Antecedent,
    weighed: Sequence[Weighed],
    resolved: Sequence[ResolvedPronoun],
    *,
    weighs: bool,
) -> Table:
    """Return the candidates of a pronoun.

    Args:
        pronoun: the source pronoun.
        agreement: what candidates must agree with.
        antecedent: what the coreference chose.
        weighed: what else it thinks that the pronoun may refer to.
        resolved: earlier pronouns of its class: texts continue to speak of what they have been
            speaking of.
        weighs: whether the coreference weighs what pronouns may refer to, and does not only
            choose.
    """
    found: dict[TokenRef, Candidate] = {}
    places = [*_own_nouns(pronoun, agreement), *_nouns(agreement)]
    places += [
        one.evidence or (one.source, one.target)
        for one in reversed(resolved)
        if 0 < agreement.segment - one.target.segment <= REACH
    ]
    if antecedent.evidence and not (agreement.needs_noun and antecedent.chain is not None):
        places.append(antecedent.evidence)
    for evidence in places:
        found.setdefault(evidence[0], Candidate(evidence))
    for one in resolved:
        if one.evidence and one.evidence[0] in found and one.target.segment < agreement.segment:
            found[one.evidence[0]].latest = one
    opinions: dict[TokenRef, float] = {}
    known = {one.source: one.evidence for one in resolved}
    for opinion in weighed if found else ():  # what nothing else supports makes no tag
        evidence = opinion.evidence or known.get(opinion.chain or pronoun, ())
        if opinion.own is not None:
            evidence = (opinion.own,) if opinion.own in found else ()
        if evidence:
            found.setdefault(evidence[0], Candidate(evidence))
            opinions[evidence[0]] = opinions.get(evidence[0], 0.0) + opinion.share
    if not weighs and antecedent.evidence and antecedent.evidence[0] in found:
        opinions[antecedent.evidence[0]] = antecedent.confidence
    for place, candidate in found.items():
        _fill(candidate, pronoun, agreement)
        if place in opinions:
            candidate.row["opinion"] = log(max(opinions[place], LEAST))
            candidate.row["own opinion"] = candidate.row["own segment"]
        elif weighs or opinions:
            candidate.row["unweighed"] = 1.0
    nothing = None if agreement.is_kind else _nothing(pronoun, agreement)
    if nothing is not None:
        rest = max(1 - sum(opinions.values()), LEAST)
        nothing["elsewhere"] = log(rest) if weighed or opinions else 0.0
        nothing["unresolved"] = float(weighs and not weighed)
    return Table(tuple(found.values()), nothing)


def _nothing(
    pronoun: TokenRef,
    agreement: Agreement,
) -> Row:
    word = agreement.document.source[pronoun.segment][pronoun.token]
    return {
        "neuter": float(agreement.needs_noun),
        "plural": float(agreement.number == "Plur"),
        "object": float(ud.relation(word) in {"obj", "obl"}),
        "possessive": float("Poss" in word.feats),
    }


def _own_nouns(pronoun: TokenRef, agreement: Agreement) -> Iterator[tuple[TokenRef, ...]]:
    """Yield the nouns before a pronoun in its own segment that agree and may be what it refers to.

    *One* and the like take up any, for they refer to a kind of thing ("replaced the railing with a
    new *one*"). The others take up none that `cannot_be` meant, by the grammar of either side.
    """
    segment, token = agreement.segment, agreement.token
    source, target = agreement.document.source[segment], agreement.document.target[segment]
    for word in islice(target, token):
        if word.upos not in ud.NOMINAL or not agreement.is_like(segment, word.index):
            continue
        if not agreement.is_kind and cannot_be(target, word.index, token):
            continue
        for evidence in _with_source(agreement, segment, word.index):
            noun = evidence[0]
            is_linked = noun.side == "source" and not agreement.is_kind
            if not (is_linked and cannot_be(source, noun.token, pronoun.token)):
                yield evidence


def _nouns(agreement: Agreement) -> Iterator[tuple[TokenRef, ...]]:
    """Yield the nouns of earlier segments that agree."""
    document, passed = agreement.document, agreement.token
    for segment in range(agreement.segment - 1, max(-1, agreement.segment - 1 - REACH), -1):
        target = document.target[segment]
        passed += len(target)
        for word in target:
            if passed - word.index > FAR or word.upos not in ud.NOMINAL:
                continue
            if agreement.is_likely(segment, word.index):
                yield from _with_source(agreement, segment, word.index)


def _with_source(agreement: Agreement, segment: int, token: int) -> Iterator[tuple[TokenRef, ...]]:
    """Yield a target noun with the source noun that it translates, if that may be meant.

    A noun without a link is yielded alone.
    """
    source = agreement.document.source[segment]
    place = TokenRef("target", segment, token)
    linked = agreement.document.links(segment).sources(token)
    if not linked:
        yield (place,)
    for i in linked:
        noun = TokenRef("source", segment, i)
        is_thing = source[i].upos in ud.NOMINAL and source[i].deprel not in NO_THING
        if is_thing and agreement.may_be(noun):
            yield noun, place
            return


def _fill(candidate: Candidate, pronoun: TokenRef, agreement: Agreement) -> None:
    """Fill the columns of a candidate that do not depend on the coreference."""
    document, row = agreement.document, candidate.row
    noun, there, mention = candidate.evidence[0], candidate.evidence[-1], candidate.evidence[0]
    if candidate.latest is not None:
        there, mention = candidate.latest.target, candidate.latest.source
    if there.side == "source":  # nothing translates it: where its translation would be
        longer = len(document.target[there.segment]) / max(len(document.source[there.segment]), 1)
        there = TokenRef("target", there.segment, int(there.token * longer))
    distance = max(_distance(document, there, agreement), 0)
    row["bias"] = 1.0
    row["words"] = min(distance, FAR) / 20
    row["own segment"] = float(noun.segment == agreement.segment)
    row["unlinked"] = float(noun.side == "target")
    tokens = (document.source if noun.side == "source" else document.target)[noun.segment]
    word = tokens[noun.token]
    side = document.source if mention.side == "source" else document.target
    role = ud.relation(side[mention.segment][mention.token])
    if role in ROLES:
        row[ROLES[role]] = 1.0
    heads, depth = tokens.heads or (), 0
    above = heads[noun.token]
    while above != ROOT and depth < DEEPEST:
        depth, above = depth + 1, heads[above]
    row["depth"] = float(depth)
    row["determiner"] = float(any(ud.relation(child) == "det" for child in word.children))
    row["same role"] = float(role == ud.relation(document.source[pronoun.segment][pronoun.token]))
    row["pronoun"] = float(word.upos == PRONOUN)
    row["name"] = float(word.upos == NAME)
    own_side = document.source if noun.side == "source" else document.target
    times = sum(
        (own_side[i].lemmas or ()).count(word.lemma)
        for i in range(max(0, noun.segment - MEMORY), noun.segment + 1)
    )
    row["mentions"] = float(min(MOST, times - 1))


def _distance(document: Document, one: TokenRef, agreement: Agreement) -> int:
    """Return how many words of the translation are between a word and the pronoun."""
    between = sum(len(document.target[i]) for i in range(one.segment, agreement.segment))
    return between + agreement.token - one.token
