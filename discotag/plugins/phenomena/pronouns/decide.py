"""What decides a pronoun: a word of its own segment, an antecedent outside it, or nothing known.

`SAME_SEGMENT`, `SAME_SEGMENT_TARGET` and `NOTHING_SURE` list the rules of the own segment in the
order in which they are tried; `Decider.decide` puts them before and after what the coreference and
the nouns before say. Each outcome is an `Antecedent` with the reason in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.agreement import Agreement, SourceAgreement
from discotag.plugins.phenomena.pronouns.candidates import SETTLED, Candidates, nearest
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
    apposition,
    group_before,
    is_identified,
    is_owner_of_noun_before,
    is_subject_of_translation,
    may_be_named_here,
    name_before,
    noun_before,
    person_before,
    points_back,
    same_noun_before,
)
from discotag.plugins.phenomena.pronouns.same_segment_target import (
    is_name_before,
    is_named_before,
    is_named_here,
    is_owned_here,
    is_person_here,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from discotag.core.document import Document
    from discotag.core.tokens import Tokens
    from discotag.plugins.phenomena.pronouns.candidates import ResolvedPronoun
    from discotag.plugins.phenomena.pronouns.coreference import Antecedent, Antecedents, Likely
    from discotag.plugins.phenomena.pronouns.noun_classes import NounClass, NounClasses
    from discotag.plugins.phenomena.pronouns.pairs import Pair
    from discotag.plugins.phenomena.pronouns.tagger import PronounOptions

    SourceRule = tuple[Antecedent, Callable[["Case", Agreement], "Answer"]]
    TargetRule = tuple[Antecedent, Callable[["Case", SourceAgreement], "Answer"]]

OWNING = frozenset({"Poss", "Reflex"})
"""Features of pronouns that stand for a word of their clause."""


@dataclass(frozen=True, slots=True)
class DocumentState:
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
    before: Candidates,
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
    resolved = [one for one in before.resolved if pair.goes_on(one.label) and one.target < place]
    found = nearest(document, place, agreement, replace(before, resolved=resolved))
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


@dataclass(frozen=True, slots=True)
class Case:
    """One pronoun, with all that the rules ask.

    Args:
        state: the document and its coreference.
        pair: the pronoun and its source.
        antecedent: what the coreference names.
        agreement: what the pronoun agrees with, on the side that is not resolved.
        sorts: classes of nouns, of the source and of the target language.
        own_segment: the score below which the coreference gives way to the own segment.
    """

    state: DocumentState
    pair: Pair
    antecedent: Antecedent
    agreement: Agreement | SourceAgreement
    sorts: tuple[NounClasses, NounClasses]
    own_segment: float

    @property
    def source(self) -> Tokens:
        """The source words of the pronoun's segment."""
        return self.state.document.source[self.pair.place.segment]

    @property
    def is_unsure(self) -> bool:
        """Whether the coreference is not sure of what it names."""
        return self.antecedent.confidence < self.own_segment

    @property
    def is_weak(self) -> bool:
        """Whether the coreference is unsure, or names but a pronoun."""
        return self.is_unsure or self.antecedent.chain is not None


Answer = bool | int | None
"""Whether a rule decides a pronoun: the source token by which it does, or True."""


def _subject(case: Case) -> int | None:
    """Return the subject that a possessive belongs to, or a fronted pronoun stands for."""
    token = case.pair.source
    if not (case.is_weak or is_owner(case.source, token)):
        return None
    subjects = deciding_subjects(case.source, token)
    return next((i for i in subjects if case.agreement.is_own_subject(i)), None)


def _subject_after(case: Case, agreement: Agreement) -> int | None:
    """Return the noun that a possessive put first stands for: *In its view, the board …*."""
    if not is_owner(case.source, case.pair.source):
        return None
    noun = subject_behind(case.source, case.pair.source)
    if noun is None or not agreement.may_be(TokenRef("source", agreement.segment, noun)):
        return None
    return noun


def _hidden_topic(case: Case) -> bool:
    """Return whether a subject before a pronoun that the source leaves open is its topic."""
    document, pair, sorts = case.state.document, case.pair, case.sorts[1]
    if pair.is_dropped and is_name_before(document, pair):
        return True
    is_hidden = pair.is_dropped or pair.decided_by == "known"
    return is_hidden and is_named_before(document, pair, sorts, case.state.opened)


SAME_SEGMENT: tuple[SourceRule, ...] = (
    (OWN_PRONOUN, lambda case, _: case.state.follows_own(case.pair)),
    (OWN_SUBJECT, lambda case, _: _subject(case)),
    (OWN_SUBJECT, _subject_after),
    (OWN_SUBJECT, lambda case, own: is_subject_of_translation(own, case.pair.source)),
    (NOUN_BEFORE, lambda case, own: is_owner_of_noun_before(own, case.pair.source)),
    (NOUN_BEFORE, lambda case, own: apposition(own, case.pair.source)),
    (
        NOUN_BEFORE,
        lambda case, own: same_noun_before(own, case.pair.source, case.antecedent.evidence),
    ),
    (NOUN_BEFORE, lambda case, own: noun_before(own, case.pair.source) if case.is_weak else None),
    (
        NOUN_BEFORE,
        lambda case, own: (
            person_before(own, case.pair.source, case.sorts[0]) if case.is_unsure else None
        ),
    ),
)
"""What the own segment decides where the source is resolved, whatever is further back: the first
rule that holds."""
SAME_SEGMENT_TARGET: tuple[TargetRule, ...] = (
    (OWN_SUBJECT, lambda case, _: _subject(case)),
    (
        OWN_PERSON,
        lambda case, _: is_person_here(
            case.state.document, case.state.known.chains, case.pair, case.sorts[1]
        ),
    ),
    (OWN_PRONOUN, lambda case, _: case.state.has_own_pronoun(case.pair)),
    (
        OWN_SUBJECT,
        lambda case, _: (
            not case.pair.is_dropped
            and is_owned_here(case.state.document, case.pair, case.sorts[1])
        ),
    ),
    (
        NOUN_BEFORE,
        lambda case, _: (
            not case.pair.is_dropped
            and is_named_here(case.state.document, case.pair, case.sorts[1])
        ),
    ),
    (OWN_TOPIC, lambda case, _: _hidden_topic(case)),
    (NO_NOUN, lambda case, own: own.needs_noun and case.antecedent.chain is not None),
)
"""The same where the target is resolved (into English): the source shows the gender of its pronouns
and nouns, the target who and what they are. By the last rule a neuter whose chain holds no noun
stands for nothing that is known."""
NOTHING_SURE: tuple[SourceRule, ...] = (
    (IDENTIFIED, lambda case, own: own.points and is_identified(own, case.pair.source)),
    (NOUN_BEFORE, lambda case, own: name_before(own, case.pair.source)),
    (NOUN_BEFORE, lambda case, own: group_before(own, case.pair.source, case.sorts[0])),
)
"""What the own segment decides where nothing further back is sure."""


def _first(
    rules: Sequence[tuple[Antecedent, Callable[[Case, Any], Answer]]], case: Case
) -> Antecedent | None:
    """Return what the first rule that holds says, with the word by which it does."""
    for outcome, rule in rules:
        answer = rule(case, case.agreement)
        if answer is True:
            return outcome
        if answer is not None and answer is not False:
            place = TokenRef("source", case.pair.place.segment, answer)
            return replace(outcome, words=(place,))
    return None


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
        self, state: DocumentState, pair: Pair, earlier: Sequence[ResolvedPronoun]
    ) -> tuple[Antecedent, bool]:
        """Return the antecedent of a pair, and whether it needs one that is unknown.

        The own segment decides first; then the coreference, or the likeliest noun before, if it is
        sure enough; then what the own segment may hold; else nothing is known.
        """
        document, known, options = state.document, state.known, self._options
        segment = pair.place.segment
        is_source = known.side == "source"
        token = pair.source if is_source else pair.place.token
        if options.antecedents == "segment" and (segment, token) in state.following:
            return FOLLOWER, False
        if options.antecedents != "document":
            return UNKNOWN, self._is_open(pair, known, is_pointing=False)
        agreement, own = self._agreements(document, pair)
        compared = (agreement if is_source else own) if options.agreement else None
        antecedent = known.find(segment, token, compared, options)
        doubt = None
        if isinstance(compared, Agreement):
            doubt = known.own_doubt(segment, token, compared, options)
            antecedent = doubt or antecedent
        is_pointing = False
        if compared is not None:
            sorts = self._sorts, self._target_sorts
            case = Case(state, pair, antecedent, compared, sorts, options.own_segment)
            decided = _first(SAME_SEGMENT if is_source else SAME_SEGMENT_TARGET, case)
            if decided is not None:
                return decided, False
            if isinstance(compared, Agreement) and known.chains.is_resolved:
                found = self._before(state, pair, case, compared, earlier)
                if not (found.is_known and found.is_sure):
                    is_doubted = doubt is not None and doubt.confidence >= options.confidence
                    rules = NOTHING_SURE
                    decided = _first(rules[:1], case) or (IN_SEGMENT if is_doubted else None)
                    decided = decided or _first(rules[1:], case)
                    if decided is not None:
                        return decided, False
                antecedent = found
                is_pointing = options.likely and points_back(pair, compared)
            elif isinstance(compared, SourceAgreement) and antecedent.evidence and options.sure:
                sure = target_sureness(document, pair, antecedent, known.chains, compared)
                if sure < options.sure:
                    antecedent = doubted(document, antecedent, sure, options.sure)
        is_open = self._is_open(pair, known, is_pointing=is_pointing)
        return antecedent, is_open and not antecedent.is_known

    def _before(
        self,
        state: DocumentState,
        pair: Pair,
        case: Case,
        agreement: Agreement,
        earlier: Sequence[ResolvedPronoun],
    ) -> Antecedent:
        """Return what the coreference names, or the likeliest noun before."""
        segment, options = pair.place.segment, self._options
        weighed = tuple(state.known.likeliest(segment, pair.source, agreement, options))
        before = Candidates(earlier, weighed, case.source[pair.source].deprel)
        found = likeliest(pair, case.antecedent, agreement, before, options)
        if has_other_gender(pair, found.evidence, state.labels):
            return replace(found, is_sure=False)
        return found

    def _is_open(self, pair: Pair, known: Antecedents, *, is_pointing: bool) -> bool:
        """Return whether a pronoun without a known antecedent is a tag."""
        settings = {"always"} if known.chains.is_resolved else {"always", "no-coref"}
        return (
            (self._options.unresolved in settings or is_pointing)
            and pair.decided_by == "antecedent"
            and (pair.place.segment > 0 or self._options.first_segment)
        )

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

    def _sort(self, document: Document, pair: Pair) -> NounClass | None:
        """Return what a pronoun stands for, as far as its source or its own form tells."""
        place = pair.place
        if pair.label.partition("→")[2].partition("-")[0] in THING_CLASSES:
            return "things"
        found = self._sorts.of_pronoun(document, TokenRef("source", place.segment, pair.source))
        return found or self._target_sorts.of_pronoun(document, place)
