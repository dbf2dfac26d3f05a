"""What decides a pronoun: a word of its own segment, an antecedent outside it, or nothing known."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.agreement import Agreement
from discotag.plugins.phenomena.pronouns.choosing import doubted, likeliest
from discotag.plugins.phenomena.pronouns.clashes import has_other_gender
from discotag.plugins.phenomena.pronouns.clauses import deciding_subjects, is_owner, subject_behind
from discotag.plugins.phenomena.pronouns.features import NEUTER, THING_CLASSES, number_of
from discotag.plugins.phenomena.pronouns.names_before import has_group_before, has_name_before
from discotag.plugins.phenomena.pronouns.nearest import Before
from discotag.plugins.phenomena.pronouns.own_nouns import (
    has_noun_before,
    has_person_before,
    is_named_again,
    is_named_beside,
    is_owner_of_noun_before,
    is_subject_of_translation,
    may_be_named_here,
)
from discotag.plugins.phenomena.pronouns.pointing import is_identified, points_back
from discotag.plugins.phenomena.pronouns.source_agreement import SourceAgreement
from discotag.plugins.phenomena.pronouns.target_side import decided_here
from discotag.plugins.phenomena.pronouns.target_sureness import target_sureness
from discotag.plugins.phenomena.pronouns.verdicts import (
    FOLLOWER,
    IDENTIFIED,
    IN_SEGMENT,
    NOUN_BEFORE,
    OWN_PRONOUN,
    OWN_SUBJECT,
    UNKNOWN,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.document import Document
    from discotag.plugins.phenomena.pronouns.antecedent import Antecedent
    from discotag.plugins.phenomena.pronouns.nearest import Settled
    from discotag.plugins.phenomena.pronouns.options import PronounOptions
    from discotag.plugins.phenomena.pronouns.pair import Pair
    from discotag.plugins.phenomena.pronouns.scene import Scene
    from discotag.plugins.phenomena.pronouns.sorts import Sort, Sorts


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
