"""Find what a source pronoun refers to, in the clusters of a document."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discotag.core.explanations import Told
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.antecedent import Antecedent, Likely
from discotag.plugins.phenomena.pronouns.chains import Chains, confidence
from discotag.plugins.phenomena.pronouns.chances import Chances
from discotag.plugins.phenomena.pronouns.features import NOMINALS
from discotag.plugins.phenomena.pronouns.naming import naming_words
from discotag.plugins.phenomena.pronouns.verdicts import (
    ALONE,
    DISAGREEING,
    DOUBTFUL,
    IN_SEGMENT,
    OWN_DOUBT,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.coreference import Mention
    from discotag.core.document import Document
    from discotag.plugins.phenomena.pronouns.agreement import Agreement
    from discotag.plugins.phenomena.pronouns.options import PronounOptions
    from discotag.plugins.phenomena.pronouns.source_agreement import SourceAgreement


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
        if any(m.segment == segment and m.kind != "pronoun" for m in cluster.mentions if m < own):
            return IN_SEGMENT
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
