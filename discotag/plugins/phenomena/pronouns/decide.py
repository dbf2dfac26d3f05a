"""What decides a pronoun: a word of its own segment, an antecedent outside it, or nothing known.

`SAME_SEGMENT`, `SAME_SEGMENT_TARGET` and `NOTHING_SURE` list the rules of the own segment in the
order in which they are tried; `Decider.decide` puts them before and after what the coreference and
the nouns before say. Each outcome is an `Antecedent` with its reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from discotag.core.tags import TokenRef
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.agreement import Agreement, SourceAgreement
from discotag.plugins.phenomena.pronouns.antecedents import UNKNOWN, Antecedent, unknown
from discotag.plugins.phenomena.pronouns.candidates import tabulate, weigh
from discotag.plugins.phenomena.pronouns.grammar import (
    GENDERS,
    PLURAL,
    PRONOUN,
    THING_CLASSES,
    cannot_be,
    deciding_subjects,
    is_owner,
    number_of,
    subject_above,
    subject_after,
)
from discotag.plugins.phenomena.pronouns.likelihood import target_sureness
from discotag.plugins.phenomena.pronouns.same_segment import (
    agreeing_noun_before,
    is_identified,
    is_of_subject_of_translation,
    may_be_thing_here,
    points_back,
    repeating_noun,
    words_before,
)
from discotag.plugins.phenomena.pronouns.same_segment_target import (
    is_named_here,
    is_owned_here,
    is_person_here,
    is_topic_here,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from discotag.core.document import Document
    from discotag.core.tokens import Tokens
    from discotag.plugins.phenomena.pronouns.candidates import Likeliest, ResolvedPronoun, Table
    from discotag.plugins.phenomena.pronouns.coreference import Coreference
    from discotag.plugins.phenomena.pronouns.noun_classes import NounClass, NounClasses
    from discotag.plugins.phenomena.pronouns.pairs import Pair
    from discotag.plugins.phenomena.pronouns.same_segment import OwnWord
    from discotag.plugins.phenomena.pronouns.tagger import PronounOptions

    Answer = bool | int | None
    Rules = Sequence[tuple[str, Callable[[Any], Answer]]]

OWNING = frozenset({"Poss", "Reflex"})
"""Features of pronouns that refer to a word of their clause."""


@dataclass(frozen=True, slots=True)
class DocumentState:
    """What the pronouns of one document are judged by.

    Args:
        document: the document.
        coreference: what its pronouns refer to.
        following: mentions after others of their cluster and segment.
        opened: segment and source token of every pair.
        labels: of every pair, by the place of the target pronoun.
        own: segment and source token of the pronouns that a noun of their segment decides, as they
            are found.
    """

    document: Document
    coreference: Coreference
    following: frozenset[tuple[int, int]]
    opened: frozenset[tuple[int, int]]
    labels: Mapping[TokenRef, str] = field(default_factory=dict)
    own: set[tuple[int, int]] = field(default_factory=set)


@dataclass(frozen=True)
class Case:
    """One pronoun, with all that the rules of its own segment ask.

    Args:
        state: the document and its coreference.
        pair: the pronoun and its source.
        antecedent: what the coreference names.
        sorts: classes of nouns, of the language of the side that is resolved.
        threshold: the score below which the coreference gives way to the own segment.
    """

    state: DocumentState
    pair: Pair
    antecedent: Antecedent
    sorts: NounClasses
    threshold: float

    @property
    def document(self) -> Document:
        """The document."""
        return self.state.document

    @property
    def source(self) -> Tokens:
        """The source words of the pronoun's segment."""
        return self.document.source[self.pair.place.segment]

    @property
    def is_unsure(self) -> bool:
        """Whether the coreference is not sure of what it names."""
        return self.antecedent.confidence < self.threshold

    @property
    def is_weak(self) -> bool:
        """Whether the coreference is unsure, or names but a pronoun."""
        return self.is_unsure or self.antecedent.chain is not None

    @cached_property
    def is_owner(self) -> bool:
        """Whether the source pronoun is a possessive next to its noun."""
        return is_owner(self.source, self.pair.source)

    def subject(self, agreement: Agreement | SourceAgreement) -> int | None:
        """Return the subject that a possessive belongs to, or a fronted pronoun refers to."""
        if not (self.is_weak or self.is_owner):
            return None
        subjects = deciding_subjects(self.source, self.pair.source)
        return next((i for i in subjects if agreement.is_own_subject(i)), None)

    def first(self, rules: Rules) -> Antecedent | None:
        """Return what the first rule that holds says, with the word by which it does."""
        for reason, rule in rules:
            answer = rule(self)
            if answer is not None and answer is not False:
                place = TokenRef("source", self.pair.place.segment, answer)
                words = () if answer is True else (place,)
                is_known = reason != "noun-missing"
                return Antecedent(reason, is_known, needed=1 if is_known else None, words=words)
        return None


@dataclass(frozen=True)
class SourceCase(Case):
    """A pronoun of a document whose source names the antecedents.

    Args:
        agreement: what the pronoun's translation must agree with.
    """

    agreement: Agreement

    def word(self, holds: Callable[[OwnWord], bool]) -> int | None:
        """Return the first word before the pronoun of which something holds."""
        words = words_before(self.agreement, self.pair.source, self.sorts)
        return next((word.index for word in words if holds(word)), None)

    def follows_own(self) -> bool:
        """Return whether a possessive belongs to a pronoun that a noun of its segment decides.

        That is the subject of its clause, before it ("Avelo said that it would sell *its* ships").
        """
        subject = subject_above(self.source, self.pair.source) if self.is_owner else None
        is_before = subject is not None and subject < self.pair.source
        return is_before and (self.pair.place.segment, subject) in self.state.own

    def subject_after(self) -> int | None:
        """Return the noun that a possessive put first refers to: *In its view, the board …*."""
        noun = subject_after(self.source, self.pair.source) if self.is_owner else None
        segment = self.pair.place.segment
        is_one = noun is not None and self.agreement.may_be(TokenRef("source", segment, noun))
        return noun if is_one else None

    def owned_noun(self) -> bool:
        """Return whether a possessive without a noun has one before it that agrees.

        What is *mine* is mostly named just before: "her symptoms are similar to mine".
        """
        pronoun = self.source[self.pair.source]
        is_alone = "Poss" in pronoun.feats and pronoun.upos == PRONOUN
        return is_alone and agreeing_noun_before(self.agreement, self.agreement.token) is not None

    def same_noun(self) -> int | None:
        """Return the noun that a pronoun refers to where it precedes it in its segment, too."""
        document = self.document
        nouns = (
            document.source[place.segment][place.token]
            for place in self.antecedent.evidence
            if place.side == "source"
        )
        lemmas = {noun.lemma for noun in nouns if noun.upos in ud.NOMINAL}
        if not lemmas:
            return None
        return self.word(
            lambda word: (
                word.is_noun
                and word.word.lemma in lemmas
                and word.has_role
                and not word.is_argument_of_its_verb
            )
        )

    def noun_that_agrees(self) -> int | None:
        """Return a noun before the pronoun that surely agrees, and is not of its verb.

        Nor is it one that names a person where a thing is meant, or nothing of its own ("for
        example").
        """
        if not self.is_weak or "Gender" not in self.agreement.wanted:
            return None
        return self.word(
            lambda word: (
                word.is_noun
                and (word.has_role or word.is_subject_of_translation)
                and not word.is_argument_of_its_verb
                and word.fits
                and word.agrees
            )
        )

    def person(self) -> int | None:
        """Return a person before *they* in its segment whose gender nothing shows."""
        agreement = self.agreement
        if not self.is_unsure or agreement.number != "Plur" or "Gender" not in agreement.wanted:
            return None
        return self.word(lambda word: word.is_person_without_gender)


@dataclass(frozen=True)
class TargetCase(Case):
    """A pronoun of a document whose translation names the antecedents (into English).

    Args:
        agreement: what the source pronoun must agree with.
    """

    agreement: SourceAgreement

    def follows_unambiguous(self) -> bool:
        """Return whether a possessive follows a pronoun whose source word leaves nothing open.

        Chinese 他们的 is *their*, and so is 自己的 after 他们 ("they").
        """
        segment, token = self.pair.place.segment, self.pair.place.token
        target, links = self.document.target[segment], self.document.links(segment)
        if not OWNING & target[token].feats.keys():
            return False
        return any(
            self.source[i].upos == PRONOUN and (segment, i) not in self.state.opened
            for other in self.state.coreference.pronouns_in_segment(segment, token)
            if other < token
            for i in links.sources(other)
        )


SAME_SEGMENT: Rules = (
    ("own-pronoun", lambda case: case.follows_own()),
    ("own-subject", lambda case: case.subject(case.agreement)),
    ("own-subject", lambda case: case.subject_after()),
    (
        "own-subject",
        lambda case: is_of_subject_of_translation(case.agreement, case.pair.source),
    ),
    ("noun-before", lambda case: case.owned_noun()),
    ("noun-before", lambda case: repeating_noun(case.source, case.pair.source)),
    ("noun-before", lambda case: case.same_noun()),
    ("noun-before", lambda case: case.noun_that_agrees()),
    ("noun-before", lambda case: case.person()),
)
"""What the own segment decides where the source is resolved, whatever is further back: the first
rule that holds."""
SAME_SEGMENT_TARGET: Rules = (
    ("own-subject", lambda case: case.subject(case.agreement)),
    (
        "own-person",
        lambda case: is_person_here(case.document, case.state.coreference, case.pair, case.sorts),
    ),
    ("own-pronoun", lambda case: case.follows_unambiguous()),
    (
        "own-subject",
        lambda case: (
            not case.pair.is_dropped and is_owned_here(case.document, case.pair, case.agreement)
        ),
    ),
    (
        "noun-before",
        lambda case: (
            not case.pair.is_dropped
            and is_named_here(case.document, case.pair, case.agreement, case.sorts)
        ),
    ),
    (
        "own-topic",
        lambda case: is_topic_here(case.document, case.pair, case.sorts, case.state.opened),
    ),
    (
        "noun-missing",
        lambda case: case.agreement.needs_noun and case.antecedent.chain is not None,
    ),
)
"""The same where the target is resolved (into English): the source shows the gender of its pronouns
and nouns, the target who and what they are. By the last rule a neuter whose chain holds no noun
refers to nothing that is known."""
IDENTIFIED: Rules = (
    (
        "identified",
        lambda case: case.agreement.points and is_identified(case.source, case.pair.source),
    ),
)
NAMES: Rules = (
    (
        "noun-before",
        lambda case: (
            case.word(lambda word: word.is_thing_by_name)
            if case.agreement.number == "Sing"
            else None
        ),
    ),
    (
        "noun-before",
        lambda case: (
            case.word(lambda word: word.is_group)
            if case.agreement.number == "Plur" and case.agreement.wanted
            else None
        ),
    ),
)
"""What the own segment decides where nothing further back is sure: before and after a noun of it
that the coreference names though its translation cannot agree."""
WEIGHED = frozenset({"antecedent", "noun"})
"""Decisions for which candidates are weighed."""
OWN = 0.5
"""The probability from which nouns of the own segment decide a pronoun."""
SETTLED = 0.6
"""The score of a pronoun in its cluster from which a tag stays without evidence, too."""


class Decider:
    """Finds the antecedents of pronouns.

    Args:
        options: of the tagger.
        sorts: of the source language.
        target_sorts: of the target language.
    """

    def __init__(
        self, options: PronounOptions, sorts: NounClasses, target_sorts: NounClasses
    ) -> None:
        self._options = options
        self._sorts = sorts
        self._target_sorts = target_sorts

    def named(self, document: Document, pair: Pair) -> Pair:
        """Return a pair as one of a thing with a name where its clause says so.

        An antecedent decides it then, though its form might refer to a clause, too.
        """
        place = TokenRef("source", pair.place.segment, pair.source)
        if pair.decided_by not in {"antecedent", "known"} or pair.is_dropped:
            return pair
        if not self._sorts.is_named(document, place):
            return pair
        if pair.is_neuter and may_be_thing_here(document, pair, self._sorts):
            return pair
        return replace(pair, decided_by="antecedent", is_named=True)

    def decide(
        self, state: DocumentState, pair: Pair, earlier: Sequence[ResolvedPronoun]
    ) -> tuple[Antecedent, bool]:
        """Return the antecedent of a pair, and whether it needs one that is unknown.

        The own segment decides first; then the coreference, or the likeliest noun before, if it is
        sure enough; then what the own segment may hold; else nothing is known.
        """
        options, coreference = self._options, state.coreference
        is_source = coreference.side == "source"
        token = pair.source if is_source else pair.place.token
        if options.antecedents == "segment" and (pair.place.segment, token) in state.following:
            return Antecedent("follower", needed=1), False
        if options.antecedents != "document":
            return UNKNOWN, self._is_open(pair, coreference)
        if is_source:
            found, points = self._by_source(state, pair, earlier)
        else:
            found, points = self._by_target(state, pair), False
            if found.reason == "noun-missing":
                return found, False
        is_open = self._is_open(pair, coreference, points=points)
        return found, is_open and not found.is_known

    def _by_source(
        self, state: DocumentState, pair: Pair, earlier: Sequence[ResolvedPronoun]
    ) -> tuple[Antecedent, bool]:
        """Return the antecedent, and whether the pronoun points to a noun even if none is found."""
        options, coreference, segment = self._options, state.coreference, pair.place.segment
        if not options.agreement:
            return coreference.antecedent(segment, pair.source, None, options), False
        agreement = self._agreement(state.document, pair)
        antecedent = coreference.antecedent(segment, pair.source, agreement, options)
        doubt = coreference.doubt_of_own_noun(segment, pair.source, agreement)
        if doubt is not None and doubt < options.own_segment:
            antecedent = replace(unknown("own-doubt"), confidence=doubt)
        else:
            doubt = None
        case = SourceCase(state, pair, antecedent, self._sorts, options.own_segment, agreement)
        own = case.first(SAME_SEGMENT)
        if own is not None:
            return own, False
        if coreference.is_resolved:
            antecedent = self._before(case, earlier)
            if not antecedent.is_known or antecedent.is_doubted:
                own = case.first(IDENTIFIED)
                if own is None and doubt is not None and doubt >= options.confidence:
                    own = Antecedent("own-segment", confidence=1.0)
                own = own or case.first(NAMES)
                if own is not None:
                    return own, False
        points = coreference.is_resolved and options.likely and points_back(pair, agreement)
        return antecedent, points

    def _by_target(self, state: DocumentState, pair: Pair) -> Antecedent:
        options, coreference, place = self._options, state.coreference, pair.place
        if not options.agreement:
            return coreference.antecedent(place.segment, place.token, None, options)
        agreement = SourceAgreement(
            state.document,
            place.segment,
            pair.source,
            pair.form_class,
            sorts=self._target_sorts,
        )
        antecedent = coreference.antecedent(place.segment, place.token, agreement, options)
        case = TargetCase(
            state, pair, antecedent, self._target_sorts, options.own_segment, agreement
        )
        own = case.first(SAME_SEGMENT_TARGET)
        if own is not None or not (antecedent.evidence and options.sure):
            return own or antecedent
        sure = target_sureness(state.document, pair, antecedent, coreference, agreement)
        return antecedent if sure >= options.sure else replace(antecedent, likelihood=sure)

    def _before(self, case: SourceCase, earlier: Sequence[ResolvedPronoun]) -> Antecedent:
        """Return what the coreference names, or the likeliest candidate before.

        Evidence that is not likely enough is doubted. A neuter whose cluster has but pronouns is
        unknown: all of them may refer to a clause.
        """
        pair, antecedent = case.pair, case.antecedent
        source = case.source[pair.source]
        is_speaker = source.feats.get("Person", "3") != "3" and "Poss" not in source.feats
        if not self._options.likely or pair.decided_by not in WEIGHED or is_speaker:
            is_weak = bool(antecedent.evidence) and antecedent.confidence < self._options.sure
            return replace(antecedent, likelihood=antecedent.confidence) if is_weak else antecedent
        if antecedent.reason == "own-segment":
            noun = antecedent.words[0].token
            if pair.is_kind or not cannot_be(case.source, noun, pair.source):
                return antecedent
        return self._likeliest(case, weigh(self.table(case, earlier)))

    def _likeliest(self, case: SourceCase, found: Likeliest) -> Antecedent:
        """Return the likeliest candidate, as doubted where it is not likely enough.

        A pronoun without a gender that points to a noun refers to what the coreference names, or
        for a clause or nothing; else nouns of the own segment come before those that are doubted.
        """
        agreement, antecedent, sure = case.agreement, case.antecedent, self._options.sure
        points = agreement.points or agreement.is_of_things
        is_chain = agreement.needs_noun and antecedent.chain is not None
        others = found.others if points or is_chain else found.among(antecedent.evidence)
        likelihood, chosen = others[0] if others else (0.0, None)
        is_own = points and found.own is not None
        if is_own and found.own is not None and (found.own_likelihood >= OWN or likelihood < sure):
            return Antecedent("noun-before", needed=1, words=found.own.evidence[:1])
        if is_chain and likelihood < sure:
            return unknown("noun-missing")
        if chosen is None:
            return antecedent
        if chosen.evidence[0] not in antecedent.evidence:
            antecedent = Antecedent(
                "likeliest-noun", evidence=chosen.evidence, confidence=likelihood
            )
        if likelihood < sure:
            return replace(antecedent, likelihood=likelihood)
        if has_other_gender(case.pair, antecedent.evidence, case.state.labels):
            return replace(antecedent, reason="other-gender", likelihood=0.0)
        return antecedent

    def table(self, case: SourceCase, earlier: Sequence[ResolvedPronoun]) -> Table:
        """Return the candidates of a pronoun with their features."""
        pair = case.pair
        pronoun = TokenRef("source", pair.place.segment, pair.source)
        weighed = case.state.coreference.weighed(
            pronoun.segment, pronoun.token, case.agreement, self._options
        )
        resolved = [one for one in earlier if pair.goes_on(one.label) and one.target < pair.place]
        return tabulate(
            pronoun,
            case.agreement,
            case.antecedent,
            tuple(weighed),
            resolved,
            weighs=case.state.coreference.weighs,
        )

    def _is_open(self, pair: Pair, coreference: Coreference, *, points: bool = False) -> bool:
        """Return whether a pronoun without a known antecedent is a tag."""
        settings = {"always"} if coreference.is_resolved else {"always", "no-coref"}
        return (
            (self._options.unresolved in settings or points)
            and pair.decided_by == "antecedent"
            and (pair.place.segment > 0 or self._options.first_segment)
        )

    def _agreement(self, document: Document, pair: Pair) -> Agreement:
        """Return what the translation of a source antecedent of a pair must agree with."""
        segment = pair.place.segment
        source = document.source[segment]
        return Agreement(
            document,
            segment,
            pair.place.token,
            pair.form_class,
            partial(self._sorts.fits, document, self._sort(document, pair)),
            is_owner=is_owner(source, pair.source),
            number=None if pair.is_kind else number_of(source[pair.source]),
            is_named=pair.is_named,
            is_kind=pair.is_kind,
        )

    def _sort(self, document: Document, pair: Pair) -> NounClass | None:
        """Return what a pronoun refers to, as far as its source or its own form shows."""
        if pair.form_class.partition("-")[0] in THING_CLASSES:
            return "things"
        place = TokenRef("source", pair.place.segment, pair.source)
        found = self._sorts.of_pronoun(document, place)
        return found or self._target_sorts.of_pronoun(document, pair.place)


def has_other_gender(
    pair: Pair, evidence: Iterable[TokenRef], labels: Mapping[TokenRef, str]
) -> bool:
    """Return whether evidence holds a target pronoun of a gender that is not the pair's.

    Several things are not people, either.

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
