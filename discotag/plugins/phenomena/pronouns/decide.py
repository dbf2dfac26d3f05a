"""What the pronouns of one document are judged by."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.agreement import Agreement, SourceAgreement
from discotag.plugins.phenomena.pronouns.candidates import SETTLED, Before, nearest
from discotag.plugins.phenomena.pronouns.coreference import (
    FOLLOWER,
    IDENTIFIED,
    IN_SEGMENT,
    NO_NOUN,
    NOUN_BEFORE,
    OWN_PERSON,
    OWN_PRONOUN,
    OWN_SUBJECT,
    OWN_TOPIC,
    UNKNOWN,
    unlikely,
)
from discotag.plugins.phenomena.pronouns.grammar import (
    GENDERS,
    NEUTER,
    PLURAL,
    PRONOUN,
    THING_CLASSES,
    deciding_subjects,
    is_owner,
    number_of,
    subject_behind,
    subjects_above,
)
from discotag.plugins.phenomena.pronouns.likelihood import sureness, target_sureness
from discotag.plugins.phenomena.pronouns.same_segment import (
    has_group_before,
    has_name_before,
    has_noun_before,
    has_person_before,
    is_identified,
    is_named_again,
    is_named_beside,
    is_owner_of_noun_before,
    is_subject_of_translation,
    may_be_named_here,
    points_back,
)
from discotag.plugins.phenomena.pronouns.same_segment_target import (
    is_name_before,
    is_named_before,
    is_named_here,
    is_owned_here,
    is_person_here,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from discotag.core.document import Document
    from discotag.plugins.phenomena.pronouns.candidates import Settled
    from discotag.plugins.phenomena.pronouns.coreference import Antecedent, Antecedents, Likely
    from discotag.plugins.phenomena.pronouns.noun_classes import Sort, Sorts
    from discotag.plugins.phenomena.pronouns.pairs import Pair
    from discotag.plugins.phenomena.pronouns.tagger import PronounOptions


OWNING = frozenset({"Poss", "Reflex"})
"""Features of pronouns that stand for a word of their clause."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the pronouns of one document are judged by.

    Args:
        document: the document.
        known: what its pronouns stand for.
        following: mentions behind others of their cluster and segment.
        opened: segment and source token of every pair.
        labels: of every pair, by the place of the target pronoun.
        own: segment and source token of the pronouns that a noun of their segment decides, as they
            are found.
    """

    document: Document
    known: Antecedents
    following: frozenset[tuple[int, int]]
    opened: frozenset[tuple[int, int]]
    labels: Mapping[TokenRef, str] = field(default_factory=dict)
    own: set[tuple[int, int]] = field(default_factory=set)

    def follows_own(self, pair: Pair) -> bool:
        """Return whether a possessive belongs to a pronoun that a noun of its segment decides.

        That is the subject of its clause, before it ("Avelo said that it would sell *its* ships").
        """
        segment = pair.place.segment
        source = self.document.source[segment]
        if self.known.side != "source" or not is_owner(source, pair.source):
            return False
        return any(
            (segment, token) in self.own and token < pair.source
            for token in subjects_above(source, pair.source)
        )

    def has_own_pronoun(self, pair: Pair) -> bool:
        """Return whether a possessive follows a pronoun whose source word leaves nothing open.

        Chinese 他们的 is *their*, and so is 自己的 behind 他们 ("they").
        """
        document, segment, token = self.document, pair.place.segment, pair.place.token
        target = document.target[segment]
        if self.known.side == "source" or not OWNING & target[token].feats.keys():
            return False
        upos, links = document.source[segment].upos or (), document.links(segment)
        return any(
            upos[i] == PRONOUN and (segment, i) not in self.opened
            for other in self.known.chains.pronouns_before(segment, token)
            for i in links.sources(other)
        )


def has_other_gender(
    pair: Pair, evidence: Iterable[TokenRef], labels: Mapping[TokenRef, str]
) -> bool:
    """Return whether evidence holds a target pronoun of a gender that is not the pair's.

    Several things are no people, either.

    Args:
        pair: the pronoun.
        evidence: of its antecedent.
        labels: of all pairs of the document, by the place of the target pronoun.
    """
    own = _genders(pair.label)
    found = [_genders(labels[place]) for place in evidence if place in labels]
    return bool(own) and any(other and not own & other for other in found)


def _genders(label: str) -> frozenset[str]:
    parts = frozenset(label.partition("→")[2].split("-"))
    return parts & (GENDERS.keys() | (THING_CLASSES if PLURAL in parts else frozenset()))


LIKELY = frozenset({"antecedent", "noun"})
"""Decisions for which the likeliest noun stands where the coreference names none."""


def likeliest(
    pair: Pair,
    antecedent: Antecedent,
    agreement: Agreement,
    before: Before,
    options: PronounOptions,
) -> Antecedent:
    """Return the likeliest noun where the coreference names none, or is not sure of its own.

    A neuter that follows other pronouns needs one, too: all of them may stand for a clause.
    """
    document = agreement.document
    source = document.source[pair.place.segment][pair.source]
    is_speaker = source.feats.get("Person", "3") != "3" and "Poss" not in source.feats
    is_wanted = options.likely and pair.decided_by in LIKELY and not is_speaker
    chain = antecedent.chain if agreement.needs_noun else None
    is_unsure = bool(antecedent.evidence) and antecedent.confidence < SETTLED
    if not is_wanted or (antecedent.is_known and chain is None and not is_unsure):
        return _weigh(pair, antecedent, agreement, options)
    place = pair.place
    if chain is not None:
        linked = document.links(chain.segment).targets(chain.token)
        place = TokenRef("target", chain.segment, linked[0] if linked else 0)
    settled = [one for one in before.settled if pair.goes_on(one.label) and one.target < place]
    found = nearest(document, place, agreement, replace(before, settled=settled))
    if chain is not None and found is None:
        return NO_NOUN
    if found is None:
        return _weigh(pair, antecedent, agreement, options)
    return _weigh(pair, found, agreement, options, before.weighed)


def _weigh(
    pair: Pair,
    antecedent: Antecedent,
    agreement: Agreement,
    options: PronounOptions,
    weighed: Sequence[Likely] | None = None,
) -> Antecedent:
    """Return whether an antecedent is sure enough to be named."""
    if not antecedent.evidence or not options.sure:
        return antecedent
    document, least = agreement.document, options.sure
    if weighed is None and antecedent.confidence < SETTLED:
        return doubted(document, antecedent, antecedent.confidence, SETTLED)
    source = TokenRef("source", pair.place.segment, pair.source)
    likelihood = sureness(document, source, antecedent, agreement, weighed)
    return antecedent if likelihood >= least else doubted(document, antecedent, likelihood, least)


def doubted(
    document: Document, antecedent: Antecedent, likelihood: float, least: float
) -> Antecedent:
    """Return an antecedent as one that is not sure enough to be named, and why."""
    place = antecedent.evidence[0]
    side = document.source if place.side == "source" else document.target
    word = side[place.segment].forms[place.token]
    return replace(antecedent, is_sure=False, told=unlikely(word, likelihood, least))


def decided_here(
    scene: Scene, pair: Pair, antecedent: Antecedent, agreement: SourceAgreement, sorts: Sorts
) -> Antecedent | None:
    """Return what stands for an antecedent where the own segment, or no noun, decides.

    Args:
        scene: the document and its coreference.
        pair: the pronoun and its source.
        antecedent: what the coreference names.
        agreement: of the source pronoun.
        sorts: of the target language.
    """
    document = scene.document
    if is_person_here(document, scene.known.chains, pair, sorts):
        return OWN_PERSON
    if scene.has_own_pronoun(pair):
        return OWN_PRONOUN
    if not pair.is_dropped and is_owned_here(document, pair, sorts):
        return OWN_SUBJECT
    if not pair.is_dropped and is_named_here(document, pair, sorts):
        return NOUN_BEFORE
    is_hidden = pair.is_dropped or pair.decided_by == "known"
    is_topic = pair.is_dropped and is_name_before(document, pair)
    if is_topic or (is_hidden and is_named_before(document, pair, sorts, scene.opened)):
        return OWN_TOPIC
    return NO_NOUN if agreement.needs_noun and antecedent.chain is not None else None


class Decider:
    """Finds the antecedents of pronouns.

    Args:
        options: of the tagger.
        sorts: of the source language.
        target_sorts: of the target language.
    """

    def __init__(self, options: PronounOptions, sorts: Sorts, target_sorts: Sorts) -> None:
        self._options = options
        self._sorts = sorts
        self._target_sorts = target_sorts

    def told(self, document: Document, pair: Pair) -> Pair:
        """Return a pair that is known to stand for a thing with a name where its clause says so.

        An antecedent decides it then, though its form might stand for a clause, too.
        """
        place = TokenRef("source", pair.place.segment, pair.source)
        if pair.decided_by not in {"antecedent", "known"} or pair.is_dropped:
            return pair
        if not self._sorts.is_named(document, place):
            return pair
        if pair.is_neuter and may_be_named_here(document, pair, self._sorts):
            return pair
        return replace(pair, decided_by="antecedent", is_named=True)

    def decide(
        self, scene: Scene, pair: Pair, earlier: Sequence[Settled]
    ) -> tuple[Antecedent, bool]:
        """Return the antecedent of a pair, and whether it needs one that is unknown."""
        document, known = scene.document, scene.known
        segment, options = pair.place.segment, self._options
        antecedent, is_pointing = UNKNOWN, False
        token = pair.source if known.side == "source" else pair.place.token
        if options.antecedents == "document":
            source = document.source[segment]
            agreement, own = self._agreements(document, pair)
            compared = agreement if options.agreement and known.side == "source" else None
            either = own if options.agreement and known.side == "target" else compared
            antecedent = known.find(segment, token, either, options)
            doubt = None
            if compared is not None:
                doubt = known.own_doubt(segment, token, compared, options)
                antecedent = doubt or antecedent
            if either is not None:
                decided = self._decided_here(scene, pair, antecedent, either)
                if decided is not None:
                    return decided, False
            if compared is not None and known.chains.is_resolved:
                weighed = tuple(known.likeliest(segment, token, compared, options))
                before = Before(earlier, weighed, source[pair.source].deprel)
                found = likeliest(pair, antecedent, compared, before, options)
                if has_other_gender(pair, found.evidence, scene.labels):
                    found = replace(found, is_sure=False)
                is_sure = found.is_known and found.is_sure
                if not is_sure and compared.points and is_identified(compared, pair.source):
                    return IDENTIFIED, False
                if doubt is not None and doubt.confidence >= options.confidence and not is_sure:
                    return IN_SEGMENT, False
                if not is_sure and (
                    has_name_before(compared, pair.source)
                    or has_group_before(compared, pair.source, self._sorts)
                ):
                    return NOUN_BEFORE, False
                antecedent = found
                is_pointing = options.likely and points_back(pair, compared)
            elif either is own and antecedent.evidence and options.sure:
                sure = target_sureness(document, pair, antecedent, known.chains, own)
                if sure < options.sure:
                    antecedent = doubted(document, antecedent, sure, options.sure)
        elif options.antecedents == "segment" and (segment, token) in scene.following:
            return FOLLOWER, False
        settings = {"always"} if known.chains.is_resolved else {"always", "no-coref"}
        is_open = (
            (options.unresolved in settings or is_pointing)
            and pair.decided_by == "antecedent"
            and (segment > 0 or options.first_segment)
        )
        return antecedent, is_open and not antecedent.is_known

    def _agreements(self, document: Document, pair: Pair) -> tuple[Agreement, SourceAgreement]:
        """Return what a target and what a source antecedent of a pair must agree with."""
        segment, label = pair.place.segment, pair.label.partition("→")[2]
        source = document.source[segment]
        number = None if pair.is_kind else number_of(source[pair.source])
        agreement = Agreement(
            document,
            segment,
            pair.place.token,
            label,
            partial(self._sorts.fits, document, self._sort(document, pair)),
            is_owner=is_owner(source, pair.source),
            number=number,
            is_named=pair.is_named,
            is_kind=pair.is_kind,
        )
        own = SourceAgreement(
            document,
            segment,
            pair.source,
            label,
            is_person=not label.startswith(NEUTER),
            sorts=self._target_sorts,
        )
        return agreement, own

    def _decided_here(
        self, scene: Scene, pair: Pair, antecedent: Antecedent, either: Agreement | SourceAgreement
    ) -> Antecedent | None:
        """Return what stands for an antecedent where the own segment, or no noun, decides."""
        source = scene.document.source[pair.place.segment]
        if scene.follows_own(pair):
            return OWN_PRONOUN
        is_unsure = antecedent.confidence < self._options.own_segment
        is_weak = is_unsure or antecedent.chain is not None
        if (is_weak or is_owner(source, pair.source)) and any(
            map(either.is_own_subject, deciding_subjects(source, pair.source))
        ):
            return OWN_SUBJECT
        if isinstance(either, Agreement):
            behind = subject_behind(source, pair.source) if is_owner(source, pair.source) else None
            if behind is not None and either.may_be(TokenRef("source", either.segment, behind)):
                return OWN_SUBJECT
            if is_subject_of_translation(either, pair.source):
                return OWN_SUBJECT
            is_named = (
                is_owner_of_noun_before(either, pair.source)
                or is_named_beside(either, pair.source)
                or is_named_again(either, pair.source, antecedent.evidence)
                or (is_weak and has_noun_before(either, pair.source))
                or (is_unsure and has_person_before(either, pair.source, self._sorts))
            )
            return NOUN_BEFORE if is_named else None
        return decided_here(scene, pair, antecedent, either, self._target_sorts)

    def _sort(self, document: Document, pair: Pair) -> Sort | None:
        """Return what a pronoun stands for, as far as its source or its own form tells."""
        place = pair.place
        if pair.label.partition("→")[2].partition("-")[0] in THING_CLASSES:
            return "things"
        found = self._sorts.of_pronoun(document, TokenRef("source", place.segment, pair.source))
        return found or self._target_sorts.of_pronoun(document, place)
