"""What is known of a pronoun's antecedent, and what a pronoun may stand for."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from discotag.core.explanations import Explanation
from discotag.core.tags import TokenRef
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.agreement import naming_words
from discotag.plugins.phenomena.pronouns.grammar import NOMINALS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.document import Cluster, Document, Mention, SideName
    from discotag.plugins.phenomena.pronouns.agreement import Agreement, SourceAgreement
    from discotag.plugins.phenomena.pronouns.tagger import PronounOptions


NOTHING = Explanation("")


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
        is_own: whether a noun of the pronoun's own segment decides it.
        words: the words of the pronoun's own segment that decide it, as far as they are known.
    """

    is_known: bool
    evidence: tuple[TokenRef, ...] = ()
    confidence: float = 0.0
    needed: int | None = None
    chain: TokenRef | None = None
    is_sure: bool = True
    is_resolved: bool = False
    told: Explanation = NOTHING
    is_own: bool = False
    words: tuple[TokenRef, ...] = ()


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


UNKNOWN = Antecedent(is_known=False, told=Explanation("no antecedent was looked for", "unsearched"))
ALONE = Antecedent(
    is_known=False,
    told=Explanation("the coreference names nothing else that it stands for", "antecedent-missing"),
)
DOUBTFUL = Antecedent(
    is_known=False,
    told=Explanation("the coreference is too unsure of what it stands for ", "unsure"),
)
DISAGREEING = Antecedent(
    is_known=False,
    told=Explanation(
        "no word that it may stand for agrees with it in another segment that counts as context",
        "disagreement",
    ),
)
OWN_DOUBT = Antecedent(
    is_known=False,
    told=Explanation(
        "the noun of its own segment that the coreference names cannot agree", "own-doubt"
    ),
)
IN_SEGMENT = Antecedent(
    is_known=True,
    confidence=1.0,
    is_own=True,
    told=Explanation("the noun that it stands for is in its own segment", "own-segment"),
)
NONE_NEEDED = Antecedent(
    is_known=True,
    needed=1,
    told=Explanation("the table says that no context decides it", "context-free"),
)
NOUN_BEFORE = replace(
    NONE_NEEDED,
    is_own=True,
    told=Explanation("a noun before it in its own segment agrees with it", "noun-before"),
)
IDENTIFIED = replace(
    NONE_NEEDED,
    is_own=True,
    told=Explanation("the noun that is said of it says which thing it is", "identified"),
)
NO_NOUN = replace(
    UNKNOWN,
    told=Explanation(
        "a neuter pronoun before it stands for the same, and no noun tells what that is",
        "noun-missing",
    ),
)
OWN_SUBJECT = replace(
    NONE_NEEDED,
    is_own=True,
    told=Explanation("the subject of its own segment decides it by syntax", "own-subject"),
)
OWN_PRONOUN = replace(
    NONE_NEEDED,
    told=Explanation(
        "a pronoun of its own segment that has one translation decides it", "own-pronoun"
    ),
)
OWN_TOPIC = replace(
    NONE_NEEDED,
    told=Explanation("a subject of its own segment that agrees stands before it", "own-topic"),
)
OWN_PERSON = replace(
    NONE_NEEDED,
    told=Explanation(
        "its own clause says that it is a person, and the source tells the gender", "own-person"
    ),
)
FOLLOWER = replace(
    NONE_NEEDED, told=Explanation("what it stands for is in its own segment", "follower")
)
"""Stand for the antecedent of a pronoun that its own segment decides."""


def unlikely(word: str, likelihood: float, least: float) -> Explanation:
    """Say that a word is not likely enough to be named as what a pronoun stands for."""
    return Explanation(
        f'the likeliest word that it may stand for is "{word}", and that is not likely enough: '
        f"{likelihood:.2f} of the {least:.2f} needed (option sure)",
        "doubt",
    )


class Chains:
    """The clusters of one document by their mentions, on the side whose coreference is known.

    The source decides where both are; the target is read where nothing resolves the source language
    (into English, say). A token that is the head of several mentions has the cluster of the
    smallest.
    """

    def __init__(self, document: Document) -> None:
        is_target = document.source.clusters is None and document.target.clusters is not None
        self.side: SideName = "target" if is_target else "source"
        resolved = document.target if is_target else document.source
        self.clusters = resolved.clusters or ()
        self.is_resolved = resolved.clusters is not None
        self._held: dict[tuple[int, int], tuple[Mention, Cluster]] = {}
        self._alternatives: dict[tuple[int, int], list[Cluster]] = {}
        for cluster in resolved.alternatives:
            own = cluster.mentions[-1]
            self._alternatives.setdefault((own.segment, own.head), []).append(cluster)
        for cluster in self.clusters:
            for mention in cluster.mentions:
                key = (mention.segment, mention.head)
                held = self._held.get(key)
                if held is None or _size(mention) < _size(held[0]):
                    self._held[key] = (mention, cluster)

    def of(self, segment: int, token: int) -> tuple[Mention, Cluster] | None:
        """Return a pronoun as a mention and its cluster, if it has one."""
        return self._held.get((segment, token))

    def weighed(self, segment: int, token: int) -> list[Cluster]:
        """Return what the resolver weighed for a pronoun, the likeliest first; it comes last."""
        return self._alternatives.get((segment, token), [])

    def before(self, segment: int, token: int) -> tuple[Mention, ...]:
        """Return what the coreference takes for the same as a pronoun, before it."""
        held = self.of(segment, token)
        return () if held is None else tuple(m for m in held[1].mentions if m < held[0])

    def pronouns_before(self, segment: int, token: int) -> Iterator[int]:
        """Yield the pronouns of a pronoun's cluster before it in its own segment."""
        return (other for other in self.pronouns_beside(segment, token) if other < token)

    def pronouns_beside(self, segment: int, token: int) -> Iterator[int]:
        """Yield the other pronouns of a pronoun's cluster in its own segment."""
        held = self.of(segment, token)
        for mention in held[1].mentions if held is not None else ():
            if mention.segment == segment and mention.kind == "pronoun" and mention.head != token:
                yield mention.head

    def rivals(self, segment: int, token: int) -> Iterator[tuple[Mention, float]]:
        """Yield what else a pronoun may stand for, the last mention of each, with probabilities."""
        for cluster in self.weighed(segment, token):
            yield cluster.mentions[-2], confidence(cluster, cluster.mentions[-1])


def confidence(cluster: Cluster, mention: Mention) -> float:
    """Return the score of a mention in its cluster, 1 where the resolver gives none."""
    if cluster.scores is None:
        return 1.0
    return cluster.scores[bisect_left(cluster.mentions, mention)]


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


OPEN, OTHER_NUMBER = 0.2, 0.02
"""That a translation agrees whose gender nothing tells, and that where the source noun has another
number than the pronoun."""
ELSEWHERE = 0.9
"""That a noun agrees that has no link here, and agrees wherever it has one."""
BESIDE = 0.5, 0.05
"""That a noun without a link agrees, where the nearest noun beside it that has none either, does,
and where that does not."""
DEFAULTS = 0.03
"""That it agrees where its segment has no noun left that could translate it."""

HEARD = frozenset({"1", "2"})
"""Persons that speak or are spoken to: nobody speaks of them as *it* or *they*."""


class Chances:
    """Tells how likely source nouns agree with pronouns.

    Args:
        document: the document.
    """

    def __init__(self, document: Document) -> None:
        self._document = document

    def of(self, mention: Mention, agreement: Agreement) -> float:
        """Return the probability that the translation of a source mention agrees, 0-1."""
        agrees = agreement.verdict(mention)
        word = self._document.source[mention.segment][mention.head]
        if word.feats.get("Person") in HEARD:
            return 0.0
        if agrees and not agreement.is_told(mention):
            is_of_number = agreement.has_number(word.feats.get("Number"))
            return OPEN if is_of_number else OTHER_NUMBER
        if agrees is not None:
            return float(agrees)
        if mention.kind == "pronoun":
            return 0.0
        return self._elsewhere(mention, agreement) or self._beside(mention, agreement)

    def _elsewhere(self, mention: Mention, agreement: Agreement) -> float:
        """Return the share of the noun's other mentions that agree; 0 where none of them tells."""
        lemma = self._document.source[mention.segment][mention.head].lemma
        told = [
            agreement.is_like(place.segment, j)
            for place in self._places.get(lemma, ())
            for j in self._document.links(place.segment).targets(place.token)
            if agreement.tells(place.segment, j)
        ]
        return ELSEWHERE * sum(told) / len(told) if told else 0.0

    def _beside(self, mention: Mention, agreement: Agreement) -> float:
        """Return how likely the nearest noun that has no link either is the translation."""
        segment = mention.segment
        target, links = self._document.target[segment], self._document.links(segment)
        longer = len(target) / max(len(self._document.source[segment]), 1)
        left = [
            (abs(word.index - mention.head * longer), word.index)
            for word in target
            if word.upos in ud.NOMINAL and not links.sources(word.index)
        ]
        if not left or not agreement.tells(segment, min(left)[1]):
            return DEFAULTS
        return BESIDE[0] if agreement.is_like(segment, min(left)[1]) else BESIDE[1]

    @cached_property
    def _places(self) -> dict[str, list[TokenRef]]:
        found = defaultdict(list)
        for segment in range(len(self._document)):
            for word in self._document.source[segment]:
                if word.upos in ud.NOMINAL:
                    found[word.lemma].append(TokenRef("source", segment, word.index))
        return found


class Antecedents:
    """The antecedents of one document's pronouns, on the side whose coreference is known."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._chances = Chances(document)
        self.chains = Chains(document)
        self.side = self.chains.side

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
        held = self.chains.of(segment, token)
        if held is None:
            return ALONE
        own, cluster = held
        for mention in cluster.mentions:
            if mention < own and mention.segment == segment and mention.kind != "pronoun":
                return replace(IN_SEGMENT, words=(TokenRef(self.side, segment, mention.head),))
        mentions = [
            mention
            for mention in cluster.mentions
            if mention.segment != segment and (agreement is None or agreement.allows(mention))
        ]
        before = [mention for mention in reversed(mentions) if mention.segment < segment]
        score = confidence(cluster, own)
        is_neuter = agreement is not None and agreement.needs_noun
        if score < (options.neuter if is_neuter else options.confidence):
            return DOUBTFUL
        in_reach = [m for m in before if _reaches(segment - m.segment, options.window)]
        earlier = [m for m in in_reach if m.kind != "pronoun"] or in_reach
        is_chain = bool(in_reach) and all(m.kind == "pronoun" for m in in_reach)
        later = [m for m in mentions if m.kind != "pronoun" and _is_ahead(m, segment, options)]
        if not (before or later):
            return DISAGREEING
        has_ones = agreement is not None
        chosen = [self._places(found[0], has_ones=has_ones) for found in (earlier, later) if found]
        return Antecedent(
            is_known=True,
            evidence=tuple(place for places in chosen for place in places),
            confidence=score,
            is_resolved=True,
            needed=1 if len(chosen) > 1 else None,
            chain=TokenRef(self.side, before[-1].segment, before[-1].head) if is_chain else None,
            told=Explanation("the word that it stands for is in another segment", "coreference")
            if any(chosen)
            else Explanation(
                "what it stands for is further back than counts as context", "beyond-reach"
            ),
        )

    def own_doubt(
        self, segment: int, token: int, agreement: Agreement, options: PronounOptions
    ) -> Antecedent | None:
        """Return a doubt where the noun of a pronoun's own segment in its cluster cannot agree.

        Only where the pronoun has a gender that points to a noun, and the coreference is not sure:
        the resolver did not see the translation. The doubt has the confidence of the coreference.
        """
        held = self.chains.of(segment, token)
        if held is None or not agreement.points:
            return None
        own, cluster = held
        score = confidence(cluster, own)
        nouns = [m for m in cluster.mentions if m.segment == segment and m.kind != "pronoun"]
        verdicts = [agreement.verdict(noun) for noun in nouns if noun < own]
        is_other = bool(verdicts) and not any(verdict is not False for verdict in verdicts)
        if not is_other or score >= options.own_segment:
            return None
        return replace(OWN_DOUBT, confidence=score)

    def likeliest(
        self, segment: int, token: int, agreement: Agreement, options: PronounOptions
    ) -> Iterator[Likely]:
        """Yield what a pronoun may stand for in other segments, the likeliest first.

        That is the last noun of each thing that the resolver weighed, if it agrees with the
        pronoun, or where only pronouns name it, the latest of them.
        """
        for cluster in self.chains.weighed(segment, token):
            *before, own = cluster.mentions
            latest = before[-1]
            nouns = [mention for mention in before if mention.kind != "pronoun"]
            chosen = nouns[-1] if nouns else latest
            if not _reaches(segment - chosen.segment, options.window):
                continue
            share, evidence = confidence(cluster, own), tuple[TokenRef, ...]()
            chance = self._chances.of(chosen, agreement) if chosen.segment < segment else 0.0
            if chance:
                evidence, share = self._places(chosen), share * chance
            pronoun = TokenRef(self.side, latest.segment, latest.head)
            is_chain = latest.kind == "pronoun" and latest.segment < segment
            if evidence or is_chain:
                yield Likely(share, evidence, pronoun if is_chain else None)

    def _places(self, mention: Mention, *, has_ones: bool = True) -> tuple[TokenRef, ...]:
        """Return a mention's head and its translation; of *one*, an adjective, if that is wanted.

        Adjectives count where genders are compared, and not where published code is followed.
        """
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
        found: Iterable[int] = links.targets(mention.head)
        if has_ones:
            found = naming_words(self._document, mention.segment, mention.head)
        return head, *(
            TokenRef("target", mention.segment, j)
            for j in found
            if has_ones or not upos or upos[j] in NOMINALS
        )


def _reaches(distance: int, limit: int | None) -> bool:
    return limit is None or distance <= limit


def _is_ahead(mention: Mention, segment: int, options: PronounOptions) -> bool:
    distance = mention.segment - segment
    return distance > 0 and bool(options.following) and _reaches(distance, options.ahead)
