"""What the coreference of a document says of a pronoun: its cluster, and what else was weighed.

Where a translation shows no gender, or a noun has no link, how likely the noun agrees is estimated
by its other mentions and by the words near where its translation should be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.tags import TokenRef
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.agreement import naming_words
from discotag.plugins.phenomena.pronouns.antecedents import Antecedent, unknown
from discotag.plugins.phenomena.pronouns.grammar import NOMINALS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.document import Cluster, Document, Mention, SideName
    from discotag.plugins.phenomena.pronouns.agreement import Agreement, SourceAgreement
    from discotag.plugins.phenomena.pronouns.tagger import PronounOptions


UNTOLD, OTHER_NUMBER = 0.2, 0.02
"""The probability that a translation agrees whose gender nothing shows, and that where the source
noun has another number than the pronoun."""
ELSEWHERE = 0.9
"""That a noun agrees that has no link here, and agrees wherever it has one."""
NEAREST = 0.5, 0.05
"""That a noun without a link agrees, where the nearest noun that has none either does, and where
that does not."""
NO_CANDIDATE_LEFT = 0.03
"""That it agrees where its segment has no noun left that could translate it."""
HEARD = frozenset({"1", "2"})
"""Persons that speak or are spoken to: nobody speaks of them as *it* or *they*."""


class Weighed(NamedTuple):
    """What a pronoun may refer to, by the coreference.

    Args:
        share: its probability, 0-1.
        evidence: its places; empty where its noun does not agree.
        chain: the pronoun of an earlier segment that was the latest to refer to it, if it was one.
        own: its noun, where that is in the pronoun's own segment.
    """

    share: float
    evidence: tuple[TokenRef, ...] = ()
    chain: TokenRef | None = None
    own: TokenRef | None = None


class Coreference:
    """The clusters of one document by their mentions, on the side whose coreference is known.

    The source decides where both are; the target is read where nothing resolves the source language
    (into English, say). A token that is the head of several mentions has the cluster of the
    smallest.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        is_target = document.source.clusters is None and document.target.clusters is not None
        self.side: SideName = "target" if is_target else "source"
        resolved = document.target if is_target else document.source
        self.clusters = resolved.clusters or ()
        self.is_resolved = resolved.clusters is not None
        self._held: dict[tuple[int, int], tuple[Mention, Cluster]] = {}
        self._weighed: dict[tuple[int, int], list[Cluster]] = defaultdict(list)
        for cluster in resolved.alternatives:
            own = cluster.mentions[-1]
            self._weighed[own.segment, own.head].append(cluster)
        for cluster in self.clusters:
            for mention in cluster.mentions:
                key = (mention.segment, mention.head)
                held = self._held.get(key)
                if held is None or _size(mention) < _size(held[0]):
                    self._held[key] = (mention, cluster)

    @property
    def weighs(self) -> bool:
        """Whether it says how likely other antecedents are than what it chose."""
        return bool(self._weighed)

    def before(self, segment: int, token: int) -> tuple[Mention, ...]:
        """Return what the coreference takes for the same as a pronoun, before it."""
        held = self._held.get((segment, token))
        return () if held is None else tuple(m for m in held[1].mentions if m < held[0])

    def pronouns_in_segment(self, segment: int, token: int) -> Iterator[int]:
        """Yield the other pronouns of a pronoun's cluster in its own segment."""
        held = self._held.get((segment, token))
        for mention in held[1].mentions if held is not None else ():
            if mention.segment == segment and mention.kind == "pronoun" and mention.head != token:
                yield mention.head

    def rivals(self, segment: int, token: int) -> Iterator[tuple[Mention, float]]:
        """Yield what else a pronoun may refer to, the last mention of each, with probabilities."""
        for cluster in self._weighed.get((segment, token), ()):
            yield cluster.mentions[-2], _score(cluster, cluster.mentions[-1])

    def antecedent(
        self,
        segment: int,
        token: int,
        agreement: Agreement | SourceAgreement | None,
        options: PronounOptions,
    ) -> Antecedent:
        """Find the nearest noun or name that a pronoun refers to, or else a pronoun before it.

        `segment` and `token` are the pronoun's place on the resolved `side`.

        A noun in the pronoun's own segment decides alone: there is no need of context. Where the
        chain has only pronouns in that segment, the noun before them decides, and where it has
        none, the nearest pronoun of an earlier segment. Where later segments count, so does the
        nearest noun there; a later pronoun decides nothing. Mentions of other segments that cannot
        agree with the pronoun on the target side are passed over; a noun of the own segment
        decides even so: a system's wrong gender needs no more context than the right one.
        """
        held = self._held.get((segment, token))
        if held is None:
            return unknown("antecedent-missing")
        own, cluster = held
        for mention in cluster.mentions:
            if mention < own and mention.segment == segment and mention.kind != "pronoun":
                word = TokenRef(self.side, segment, mention.head)
                return Antecedent("own-segment", confidence=_score(cluster, own), words=(word,))
        mentions = [
            mention
            for mention in cluster.mentions
            if mention.segment != segment and (agreement is None or agreement.allows(mention))
        ]
        before = [mention for mention in reversed(mentions) if mention.segment < segment]
        score = _score(cluster, own)
        is_neuter = agreement is not None and agreement.needs_noun
        if score < (options.neuter if is_neuter else options.confidence):
            return unknown("unsure")
        in_reach = [m for m in before if _reaches(segment - m.segment, options.window)]
        earlier = [m for m in in_reach if m.kind != "pronoun"] or in_reach
        is_chain = bool(in_reach) and all(m.kind == "pronoun" for m in in_reach)
        later = [m for m in mentions if m.kind != "pronoun" and _is_ahead(m, segment, options)]
        if not (before or later):
            return unknown("disagreement")
        has_ones = agreement is not None
        chosen = [self._places(found[0], has_ones=has_ones) for found in (earlier, later) if found]
        return Antecedent(
            "coreference" if any(chosen) else "beyond-reach",
            evidence=tuple(place for places in chosen for place in places),
            confidence=score,
            is_resolved=True,
            needed=1 if len(chosen) > 1 else None,
            chain=TokenRef(self.side, before[-1].segment, before[-1].head) if is_chain else None,
        )

    def doubt_of_own_noun(self, segment: int, token: int, agreement: Agreement) -> float | None:
        """Return how sure it is of a noun of the pronoun's own segment that cannot agree.

        None where it names no such noun, or the pronoun has no gender that points to a noun: the
        resolver did not see the translation.
        """
        held = self._held.get((segment, token))
        if held is None or not agreement.points:
            return None
        own, cluster = held
        verdicts = [
            agreement.verdict(mention)
            for mention in cluster.mentions
            if mention.segment == segment and mention.kind != "pronoun" and mention < own
        ]
        is_other = bool(verdicts) and all(verdict is False for verdict in verdicts)
        return _score(cluster, own) if is_other else None

    def weighed(
        self, segment: int, token: int, agreement: Agreement, options: PronounOptions
    ) -> Iterator[Weighed]:
        """Yield what a pronoun may refer to, the likeliest first.

        That is the last noun of each thing that the resolver weighed, if it agrees with the
        pronoun, or where only pronouns name it, the latest of them.
        """
        for cluster in self._weighed.get((segment, token), ()):
            *before, own = cluster.mentions
            latest = before[-1]
            nouns = [mention for mention in before if mention.kind != "pronoun"]
            chosen = nouns[-1] if nouns else latest
            if not _reaches(segment - chosen.segment, options.window):
                continue
            share, evidence = _score(cluster, own), tuple[TokenRef, ...]()
            if chosen.kind != "pronoun" and chosen.segment == segment:
                yield Weighed(share, own=TokenRef(self.side, segment, chosen.head))
                continue
            chance = self.agreeing(chosen, agreement) if chosen.segment < segment else 0.0
            if chance:
                evidence, share = self._places(chosen), share * chance
            pronoun = TokenRef(self.side, latest.segment, latest.head)
            is_chain = latest.kind == "pronoun" and latest.segment < segment
            if evidence or is_chain:
                yield Weighed(share, evidence, pronoun if is_chain else None)

    def agreeing(self, mention: Mention, agreement: Agreement) -> float:
        """Return the probability that the translation of a source mention agrees, 0-1."""
        agrees = agreement.verdict(mention)
        word = self._document.source[mention.segment][mention.head]
        if word.feats.get("Person") in HEARD:
            return 0.0
        if agrees and not agreement.is_told(mention):
            is_of_number = agreement.has_number(word.feats.get("Number"))
            return UNTOLD if is_of_number else OTHER_NUMBER
        if agrees is not None or mention.kind == "pronoun":
            return float(bool(agrees))
        elsewhere = [
            agreement.is_like(place.segment, j)
            for place in self._nouns.get(word.lemma, ())
            for j in self._document.links(place.segment).targets(place.token)
            if agreement.has_gender(place.segment, j)
        ]
        if any(elsewhere):
            return ELSEWHERE * sum(elsewhere) / len(elsewhere)
        return self._agreeing_nearby(mention, agreement)

    def _agreeing_nearby(self, mention: Mention, agreement: Agreement) -> float:
        """Return how likely the nearest noun that has no link either is the translation."""
        segment = mention.segment
        target, links = self._document.target[segment], self._document.links(segment)
        longer = len(target) / max(len(self._document.source[segment]), 1)
        left = [
            (abs(word.index - mention.head * longer), word.index)
            for word in target
            if word.upos in ud.NOMINAL and not links.sources(word.index)
        ]
        if not left or not agreement.has_gender(segment, min(left)[1]):
            return NO_CANDIDATE_LEFT
        return NEAREST[0] if agreement.is_like(segment, min(left)[1]) else NEAREST[1]

    @cached_property
    def _nouns(self) -> dict[str, list[TokenRef]]:
        found = defaultdict(list)
        for segment in range(len(self._document)):
            for word in self._document.source[segment]:
                if word.upos in ud.NOMINAL:
                    found[word.lemma].append(TokenRef("source", segment, word.index))
        return found

    def _places(self, mention: Mention, *, has_ones: bool = True) -> tuple[TokenRef, ...]:
        """Return a mention's head and its translation; of *one*, an adjective, if that is wanted.

        Adjectives count where genders are compared, and not where published code is followed.
        """
        segment, links = mention.segment, self._document.links(mention.segment)
        head = TokenRef(self.side, segment, mention.head)
        if self.side == "target":
            source = self._document.source[segment].upos or ()
            linked = links.sources(mention.head)
            nominal = [i for i in linked if not source or source[i] in NOMINALS]
            return *(TokenRef("source", segment, i) for i in nominal), head
        upos = self._document.target[segment].upos or ()
        found: Iterable[int] = (
            naming_words(self._document, segment, mention.head)
            if has_ones
            else (j for j in links.targets(mention.head) if not upos or upos[j] in NOMINALS)
        )
        return head, *(TokenRef("target", segment, j) for j in found)


def followers(clusters: Iterable[Cluster]) -> frozenset[tuple[int, int]]:
    """Return the tokens of mentions that follow another of their cluster in the same segment.

    That is what the published MuDA code knows of antecedents: coreference sentence by sentence,
    whole spans.
    """
    found: set[tuple[int, int]] = set()
    for cluster in clusters:
        seen: set[int] = set()
        for mention in cluster.mentions:
            if mention.segment in seen:
                found.update(
                    (mention.segment, token) for token in range(mention.start, mention.end)
                )
            seen.add(mention.segment)
    return frozenset(found)


def _score(cluster: Cluster, mention: Mention) -> float:
    """Return the score of a mention in its cluster, 1 where the resolver gives none."""
    if cluster.scores is None:
        return 1.0
    return cluster.scores[bisect_left(cluster.mentions, mention)]


def _size(mention: Mention) -> int:
    return mention.end - mention.start


def _reaches(distance: int, limit: int | None) -> bool:
    return limit is None or distance <= limit


def _is_ahead(mention: Mention, segment: int, options: PronounOptions) -> bool:
    distance = mention.segment - segment
    return distance > 0 and bool(options.following) and _reaches(distance, options.ahead)
