"""Tag target pronouns whose form depends on an antecedent outside their segment.

In "I bought a table. It was cheap." – « J'ai acheté une table. Elle était bon marché. » nothing
in the second sentence says that *it* is feminine: *elle* is tagged, and *table* and *une table*
are its evidence (Fernandes et al. 2023, section 3.3). A pronoun whose noun stands in its own
segment is a mark without evidence, and so is one whose antecedent is unknown, unless nothing
resolves coreference in the document: then it is an unresolved tag. So is one of several likely
nouns none of which is likely enough. A noun of another gender or
number is no evidence: a system's *il* for *la table* keeps its mark, with its class. Expletives
("it rains") refer to nothing and are no marks. A choice that no antecedent decides (French *nous*
or *on*) is tagged when an earlier segment made it.

Where the source drops the pronoun (Japanese 来た → *she came*), the target pronoun is the mark, and
the verb it belongs to stands for its source.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Self

from discotag.core.evidence import Occurrences
from discotag.core.explanations import Told, Trace
from discotag.core.roles import implements
from discotag.core.tags import Mark, TokenRef
from discotag.plugins.pronouns.agreement import NEUTER, THINGS, Agreement, number_of
from discotag.plugins.pronouns.antecedents import UNKNOWN, Antecedent, Antecedents, followers
from discotag.plugins.pronouns.classes import Classes
from discotag.plugins.pronouns.clauses import deciding_subjects, is_owner
from discotag.plugins.pronouns.nearest import SETTLED, Before, Settled, nearest
from discotag.plugins.pronouns.options import PronounOptions
from discotag.plugins.pronouns.own_names import is_named_here, is_owned_here
from discotag.plugins.pronouns.own_person import is_person_here
from discotag.plugins.pronouns.own_segment import is_named_before
from discotag.plugins.pronouns.pairs import Pairs
from discotag.plugins.pronouns.sorts import Sorts
from discotag.plugins.pronouns.source_agreement import SourceAgreement
from discotag.plugins.pronouns.sureness import sureness
from discotag.plugins.pronouns.table import read_expletives, read_published, read_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.document import Document
    from discotag.core.explanations import Reason
    from discotag.core.interfaces import Context
    from discotag.plugins.pronouns.antecedents import Likely
    from discotag.plugins.pronouns.pairs import Pair
    from discotag.plugins.pronouns.sorts import Sort

PHENOMENON = "pronouns"
PRONOUN = "PRON"
OWNING = frozenset({"Poss", "Reflex"})
"""Features of pronouns that stand for a word of their clause."""
NONE_NEEDED = Antecedent(
    is_known=True, needed=1, told=Told("the table says that no context decides it", "context-free")
)
NOUN_BEFORE = replace(
    NONE_NEEDED, told=Told("a noun before it in its own segment agrees with it", "noun-before")
)
NO_NOUN = replace(
    UNKNOWN,
    told=Told(
        "a neuter pronoun before it stands for the same, and no noun tells what that is",
        "noun-missing",
    ),
)
OWN_SUBJECT = replace(
    NONE_NEEDED, told=Told("the subject of its own segment decides it by syntax", "own-subject")
)
OWN_PRONOUN = replace(
    NONE_NEEDED,
    told=Told("a pronoun of its own segment that has one translation decides it", "own-pronoun"),
)
OWN_TOPIC = replace(
    NONE_NEEDED,
    told=Told("a subject of its own segment that agrees stands before it", "own-topic"),
)
OWN_PERSON = replace(
    NONE_NEEDED,
    told=Told(
        "its own clause says that it is a person, and the source tells the gender", "own-person"
    ),
)
UNSURE = replace(
    UNKNOWN,
    told=Told(
        "the likeliest word that it may stand for is not likely enough (option sure)", "doubt"
    ),
)
FOLLOWER = replace(NONE_NEEDED, told=Told("what it stands for is in its own segment", "follower"))
"""Stand for the antecedent of a pronoun that its own segment decides."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """What the pronouns of one document are judged by.

    Args:
        document: the document.
        known: what its pronouns stand for.
        following: mentions behind others of their cluster and segment.
        opened: segment and source token of every pair.
    """

    document: Document
    known: Antecedents
    following: frozenset[tuple[int, int]]
    opened: frozenset[tuple[int, int]]

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
            for other in self.known.pronouns_before(segment, token)
            for i in links.sources(other)
        )


@implements("tagger")
class PronounTagger:
    """Marks listed pairs of pronouns; those that need context are tags."""

    def __init__(
        self,
        options: PronounOptions,
        pairs: Pairs,
        sorts: Sorts | None = None,
        target_sorts: Sorts | None = None,
    ) -> None:
        self._options = options
        self._pairs = pairs
        self._sorts = sorts or Sorts()
        self._target_sorts = target_sorts or Sorts()

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the tagger; TableError if its table is wrong or lacks the source language."""
        options = context.read_options(PronounOptions)
        table = context.tables.get("pronouns")
        rules = read_rules(table, context.source.code, context.target.code)
        expletives = read_expletives(context.source), read_expletives(context.target)
        published = (
            read_published(context.tables["pronouns"], options.forms, context.source.code)
            if options.forms != "table"
            else None
        )
        classes = Classes(options, rules, *expletives, published)
        sorts = Sorts.of(context.source), Sorts.of(context.target)
        return cls(options, Pairs(options, classes), *sorts)

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for each listed pair of linked pronouns."""
        return self._marks(document, None)

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of listed target pronouns that are no marks."""
        return Trace.of(PHENOMENON, lambda why: self._marks(document, why))

    def _marks(self, document: Document, why: Trace | None) -> Iterator[Mark]:
        pairs = list(self._pairs.of(document, why))
        known = Antecedents(document)
        opened = frozenset((pair.place.segment, pair.source) for pair in pairs)
        scene = _Scene(document, known, followers(known.clusters), opened)
        context = self._options.within(self._options.reach)
        repeated = Occurrences((pair.label, pair.place) for pair in pairs)
        settled: list[Settled] = []
        for pair in pairs:
            antecedent, is_unresolved = NONE_NEEDED, False
            if pair.decided_by == "repetition":
                antecedent = _repetition(repeated.nearest(pair.label, pair.place, context))
            elif pair.decided_by in {"antecedent", "known"}:
                antecedent, is_unresolved = self._context(scene, pair, settled)
                source = TokenRef("source", pair.place.segment, pair.source)
                if antecedent.is_known:
                    settled.append(Settled(pair.label, source, pair.place, antecedent.evidence))
            if not antecedent.is_sure:
                is_settled = antecedent.is_resolved and antecedent.confidence >= SETTLED
                is_open = pair.decided_by == "antecedent" and not pair.is_neuter
                antecedent, is_unresolved = UNSURE, is_settled or is_open
            mark = Mark(
                phenomenon=PHENOMENON,
                label=pair.label,
                segment=pair.place.segment,
                token=pair.place.token,
                source_tokens=(pair.source,),
                evidence=antecedent.evidence,
                is_unresolved=is_unresolved,
                needed=antecedent.needed,
            )
            if why is not None:
                source = TokenRef("source", pair.place.segment, pair.source)
                word = document.source[pair.place.segment].forms[pair.source]
                told = f'it stands for "{word}" here'
                why.mark(pair.place, f"pair {pair.label}", told, (source,))
                why.context(mark, pair.place, antecedent.told, antecedent.told)
            yield mark

    def _context(
        self, scene: _Scene, pair: Pair, earlier: Sequence[Settled]
    ) -> tuple[Antecedent, bool]:
        """Return the antecedent of a pair, and whether it needs one that is unknown."""
        document, known = scene.document, scene.known
        segment, options = pair.place.segment, self._options
        antecedent = UNKNOWN
        token = pair.source if known.side == "source" else pair.place.token
        if options.antecedents == "document":
            label = pair.label.partition("→")[2]
            sort = self._sort(document, pair)
            fits = partial(self._sorts.fits, document, sort)
            source = document.source[segment]
            owner = is_owner(source, pair.source)
            agreement = Agreement(
                document,
                segment,
                pair.place.token,
                label,
                fits,
                is_owner=owner,
                number=number_of(source[pair.source]),
            )
            compared = agreement if options.agreement and known.side == "source" else None
            is_person = not label.startswith(NEUTER)
            own = SourceAgreement(
                document,
                segment,
                pair.source,
                label,
                is_person=is_person,
                sorts=self._target_sorts,
            )
            either = own if options.agreement and known.side == "target" else compared
            antecedent = known.find(segment, token, either, options)
            if either is not None:
                decided = self._decided_here(scene, pair, antecedent, either)
                if decided is not None:
                    return decided, False
            if compared is not None and known.is_resolved:
                weighed = tuple(known.likeliest(segment, token, compared, options))
                before = Before(earlier, weighed, source[pair.source].deprel)
                antecedent = self._likely(document, pair, antecedent, compared, before)
        elif options.antecedents == "segment" and (segment, token) in scene.following:
            return FOLLOWER, False
        settings = {"always"} if known.is_resolved else {"always", "no-coref"}
        is_open = (
            options.unresolved in settings
            and pair.decided_by == "antecedent"
            and (segment > 0 or options.first_segment)
        )
        return antecedent, is_open and not antecedent.is_known

    def _decided_here(
        self, scene: _Scene, pair: Pair, antecedent: Antecedent, either: Agreement | SourceAgreement
    ) -> Antecedent | None:
        """Return what stands for an antecedent where the own segment, or no noun, decides."""
        source = scene.document.source[pair.place.segment]
        is_weak = antecedent.confidence < self._options.own_segment
        if (is_weak or is_owner(source, pair.source)) and any(
            map(either.is_own_subject, deciding_subjects(source, pair.source))
        ):
            return OWN_SUBJECT
        if isinstance(either, Agreement):
            is_named = either.is_owner_of_noun_before(pair.source) or (
                is_weak and either.has_noun_before(pair.source)
            )
            return NOUN_BEFORE if is_named else None
        if is_person_here(scene.document, scene.known, pair, self._target_sorts):
            return OWN_PERSON
        if scene.has_own_pronoun(pair):
            return OWN_PRONOUN
        if not pair.is_dropped:
            if is_owned_here(scene.document, pair, self._target_sorts):
                return OWN_SUBJECT
            if is_named_here(scene.document, pair, self._target_sorts):
                return NOUN_BEFORE
        is_hidden = pair.is_dropped or pair.decided_by == "known"
        if is_hidden and is_named_before(scene.document, pair, self._target_sorts, scene.opened):
            return OWN_TOPIC
        return NO_NOUN if either.needs_noun and antecedent.chain is not None else None

    def _sort(self, document: Document, pair: Pair) -> Sort | None:
        """Return what a pronoun stands for, as far as its source or its own form tells."""
        place = pair.place
        if pair.label.partition("→")[2] == THINGS:
            return "things"
        found = self._sorts.of_pronoun(document, TokenRef("source", place.segment, pair.source))
        return found or self._target_sorts.of_pronoun(document, place)

    def _likely(
        self,
        document: Document,
        pair: Pair,
        antecedent: Antecedent,
        agreement: Agreement,
        before: Before,
    ) -> Antecedent:
        """Return the likeliest noun where the coreference names none, or is not sure of its own.

        A neuter that follows other pronouns needs one, too: all of them may stand for a clause.
        """
        source = document.source[pair.place.segment][pair.source]
        is_speaker = source.feats.get("Person", "3") != "3" and "Poss" not in source.feats
        is_wanted = self._options.likely and pair.decided_by == "antecedent" and not is_speaker
        chain = antecedent.chain if agreement.needs_noun else None
        is_unsure = bool(antecedent.evidence) and antecedent.confidence < SETTLED
        if not is_wanted or (antecedent.is_known and chain is None and not is_unsure):
            return self._weigh(document, pair, antecedent, agreement)
        place = pair.place
        if chain is not None:
            linked = document.links(chain.segment).targets(chain.token)
            place = TokenRef("target", chain.segment, linked[0] if linked else 0)
        settled = [one for one in before.settled if one.label == pair.label and one.target < place]
        found = nearest(document, place, agreement, replace(before, settled=settled))
        if chain is not None:
            chosen = NO_NOUN if found is None else antecedent
            return self._weigh(document, pair, chosen, agreement)
        if found is None:
            return self._weigh(document, pair, antecedent, agreement)
        return self._weigh(document, pair, found, agreement, before.weighed)

    def _weigh(
        self,
        document: Document,
        pair: Pair,
        antecedent: Antecedent,
        agreement: Agreement,
        weighed: Sequence[Likely] | None = None,
    ) -> Antecedent:
        """Return whether an antecedent is sure enough to be named."""
        if not antecedent.evidence or not self._options.sure:
            return antecedent
        if weighed is None and antecedent.confidence < SETTLED:
            return replace(antecedent, is_sure=False)
        source = TokenRef("source", pair.place.segment, pair.source)
        likelihood = sureness(document, source, antecedent, agreement, weighed)
        return replace(antecedent, is_sure=likelihood >= self._options.sure)


def _repetition(evidence: tuple[TokenRef, ...]) -> Antecedent:
    """Stand earlier words of its class for the antecedent of a choice that has none."""
    found = Told("the same choice was made in another segment, and it holds on", "same-choice")
    missing = Told("no segment that counts as context made the same choice", "choice-missing")
    return Antecedent(bool(evidence), evidence, needed=1, told=found if evidence else missing)
