"""Find what a source pronoun refers to, in the clusters of a document."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from discotag.core.explanations import Told
from discotag.core.tags import TokenRef
from discotag.plugins.pronouns.chances import Chances
from discotag.plugins.pronouns.features import NOMINALS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.coreference import Cluster, Mention
    from discotag.core.document import Document, SideName
    from discotag.plugins.pronouns.agreement import Agreement
    from discotag.plugins.pronouns.options import PronounOptions
    from discotag.plugins.pronouns.source_agreement import SourceAgreement


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
    """

    is_known: bool
    evidence: tuple[TokenRef, ...] = ()
    confidence: float = 0.0
    needed: int | None = None
    chain: TokenRef | None = None
    is_sure: bool = True
    is_resolved: bool = False
    told: Told = NOTHING


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


UNKNOWN = Antecedent(is_known=False, told=Told("no antecedent was looked for", "unsearched"))
ALONE = Antecedent(
    is_known=False,
    told=Told("the coreference names nothing else that it stands for", "antecedent-missing"),
)
DOUBTFUL = Antecedent(
    is_known=False,
    told=Told(
        "the coreference is too unsure of what it stands for (options confidence, neuter)", "unsure"
    ),
)
DISAGREEING = Antecedent(
    is_known=False,
    told=Told(
        "no word that it may stand for agrees with it in another segment that counts as context",
        "disagreement",
    ),
)
OWN_DOUBT = Antecedent(
    is_known=False,
    told=Told("the noun of its own segment that the coreference names cannot agree", "own-doubt"),
)
IN_SEGMENT = Antecedent(
    is_known=True,
    confidence=1.0,
    told=Told("the noun that it stands for is in its own segment", "own-segment"),
)


class Antecedents:
    """The antecedents of one document's pronouns, on the side whose coreference is known.

    The source decides where both are; the target is read where nothing resolves the source language
    (into English, say).
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._chances = Chances(document)
        is_target = document.source.clusters is None and document.target.clusters is not None
        self.side: SideName = "target" if is_target else "source"
        self._clusters: dict[tuple[int, int], tuple[Mention, Cluster]] = {}
        clusters = document.target.clusters if is_target else document.source.clusters
        self.clusters = clusters or ()
        self.is_resolved = clusters is not None
        resolved = document.target if is_target else document.source
        self._alternatives: dict[tuple[int, int], list[Cluster]] = {}
        for cluster in resolved.alternatives:
            own = cluster.mentions[-1]
            self._alternatives.setdefault((own.segment, own.head), []).append(cluster)
        for cluster in self.clusters:
            for mention in cluster.mentions:
                key = (mention.segment, mention.head)
                held = self._clusters.get(key)
                if held is None or _size(mention) < _size(held[0]):
                    self._clusters[key] = (mention, cluster)

    def find(
        self,
        segment: int,
        token: int,
        agreement: Agreement | SourceAgreement | None,
        options: PronounOptions,
    ) -> Antecedent:
        """Find the nearest noun or name that a pronoun stands for, or else a pronoun before it.

        `segment` and `token` are the pronoun's place on the resolved `side`.

        A noun in the pronoun's own segment decides alone: there is no need of context. Where the
        chain has only pronouns in that segment, the noun before them decides, and where it has
        none, the nearest pronoun of an earlier segment. Where later segments count, so does the
        nearest noun there; a later pronoun decides nothing. Mentions of other segments that cannot
        agree with the pronoun on the target side are passed over; a noun of the own segment
        decides even so: a system's wrong gender needs no more context than the right one.
        """
        held = self._clusters.get((segment, token))
        if held is None:
            return ALONE
        own, cluster = held
        if any(m.segment == segment and m.kind != "pronoun" for m in cluster.mentions if m < own):
            return IN_SEGMENT
        mentions = [
            mention
            for mention in cluster.mentions
            if mention.segment != segment and (agreement is None or agreement.allows(mention))
        ]
        before = [mention for mention in reversed(mentions) if mention.segment < segment]
        confidence = _confidence(cluster, own)
        is_neuter = agreement is not None and agreement.needs_noun
        if confidence < (options.neuter if is_neuter else options.confidence):
            return DOUBTFUL
        in_reach = [m for m in before if _reaches(segment - m.segment, options.window)]
        earlier = [m for m in in_reach if m.kind != "pronoun"] or in_reach
        is_chain = bool(in_reach) and all(m.kind == "pronoun" for m in in_reach)
        later = [m for m in mentions if m.kind != "pronoun" and _is_ahead(m, segment, options)]
        if not (before or later):
            return DISAGREEING
        chosen = [self._places(found[0]) for found in (earlier, later) if found]
        return Antecedent(
            is_known=True,
            evidence=tuple(place for places in chosen for place in places),
            confidence=confidence,
            is_resolved=True,
            needed=1 if len(chosen) > 1 else None,
            chain=TokenRef(self.side, before[-1].segment, before[-1].head) if is_chain else None,
            told=Told("the word that it stands for is in another segment", "coreference")
            if any(chosen)
            else Told("what it stands for is further back than counts as context", "beyond-reach"),
        )

    def own_doubt(
        self, segment: int, token: int, agreement: Agreement, options: PronounOptions
    ) -> Antecedent | None:
        """Return a doubt where the noun of a pronoun's own segment in its cluster cannot agree.

        Only where the pronoun has a gender that points to a noun, and the coreference is not sure:
        the resolver did not see the translation. The doubt has the confidence of the coreference.
        """
        held = self._clusters.get((segment, token))
        if held is None or not agreement.points:
            return None
        own, cluster = held
        confidence = _confidence(cluster, own)
        nouns = [m for m in cluster.mentions if m.segment == segment and m.kind != "pronoun"]
        verdicts = [agreement.verdict(noun) for noun in nouns if noun < own]
        is_other = bool(verdicts) and not any(verdict is not False for verdict in verdicts)
        if not is_other or confidence >= options.own_segment:
            return None
        return replace(OWN_DOUBT, confidence=confidence)

    def pronouns_before(self, segment: int, token: int) -> Iterator[int]:
        """Yield the pronouns of a pronoun's cluster before it in its own segment."""
        held = self._clusters.get((segment, token))
        for mention in held[1].mentions if held is not None else ():
            if mention.segment == segment and mention.kind == "pronoun" and mention.head < token:
                yield mention.head

    def pronouns_beside(self, segment: int, token: int) -> Iterator[int]:
        """Yield the other pronouns of a pronoun's cluster in its own segment."""
        held = self._clusters.get((segment, token))
        for mention in held[1].mentions if held is not None else ():
            if mention.segment == segment and mention.kind == "pronoun" and mention.head != token:
                yield mention.head

    def mentions(self, segment: int, token: int) -> tuple[Mention, ...]:
        """Return what else the coreference takes for the same as a pronoun, before it."""
        held = self._clusters.get((segment, token))
        return () if held is None else tuple(m for m in held[1].mentions if m < held[0])

    def rivals(self, segment: int, token: int) -> Iterator[tuple[Mention, float]]:
        """Yield what else a pronoun may stand for, the last mention of each, with probabilities."""
        for cluster in self._alternatives.get((segment, token), ()):
            yield cluster.mentions[-2], _confidence(cluster, cluster.mentions[-1])

    def likeliest(
        self, segment: int, token: int, agreement: Agreement, options: PronounOptions
    ) -> Iterator[Likely]:
        """Yield what a pronoun may stand for in other segments, the likeliest first.

        That is the last noun of each thing that the resolver weighed, if it agrees with the
        pronoun, or where only pronouns name it, the latest of them.
        """
        for cluster in self._alternatives.get((segment, token), ()):
            *before, own = cluster.mentions
            latest = before[-1]
            nouns = [mention for mention in before if mention.kind != "pronoun"]
            chosen = nouns[-1] if nouns else latest
            if not _reaches(segment - chosen.segment, options.window):
                continue
            share, evidence = _confidence(cluster, own), tuple[TokenRef, ...]()
            chance = self._chances.of(chosen, agreement) if chosen.segment < segment else 0.0
            if chance:
                evidence, share = self._places(chosen), share * chance
            pronoun = TokenRef(self.side, latest.segment, latest.head)
            is_chain = latest.kind == "pronoun" and latest.segment < segment
            if evidence or is_chain:
                yield Likely(share, evidence, pronoun if is_chain else None)

    def _places(self, mention: Mention) -> tuple[TokenRef, ...]:
        links = self._document.links(mention.segment)
        upos = self._document.target[mention.segment].upos or ()
        source = self._document.source[mention.segment].upos or ()
        head = TokenRef(self.side, mention.segment, mention.head)
        if self.side == "target":
            return (
                *(
                    TokenRef("source", mention.segment, i)
                    for i in links.sources(mention.head)
                    if not source or source[i] in NOMINALS
                ),
                head,
            )
        return head, *(
            TokenRef("target", mention.segment, j)
            for j in links.targets(mention.head)
            if not upos or upos[j] in NOMINALS
        )


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


def _size(mention: Mention) -> int:
    return mention.end - mention.start


def _confidence(cluster: Cluster, mention: Mention) -> float:
    if cluster.scores is None:
        return 1.0
    return cluster.scores[bisect_left(cluster.mentions, mention)]


def _reaches(distance: int, limit: int | None) -> bool:
    return limit is None or distance <= limit


def _is_ahead(mention: Mention, segment: int, options: PronounOptions) -> bool:
    distance = mention.segment - segment
    return distance > 0 and bool(options.following) and _reaches(distance, options.ahead)
