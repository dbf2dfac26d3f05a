"""Tag target pronouns whose form depends on an antecedent outside their segment.

In "I bought a table. It was cheap." – « J'ai acheté une table. Elle était bon marché. » nothing
in the second sentence says that *it* is feminine: *elle* is tagged, and *table* and *une table*
are its evidence (Fernandes et al. 2023, section 3.3). A pronoun whose noun is in its own
segment is a mark without evidence, and so is one whose antecedent is unknown, unless nothing
resolves coreference in the document: then it is an unresolved tag. So is one of several likely
nouns none of which is likely enough. A noun of another gender or
number is not evidence: a system's *il* for *la table* keeps its mark, with its class. Expletives
("it rains") refer to nothing and are not marks. A choice that no antecedent decides (French *nous*
or *on*) is tagged when an earlier segment made it.

Where the source drops the pronoun (Japanese 来た → *she came*), the target pronoun is the mark, and
the verb it belongs to translates its source.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal, Self

from pydantic import Field

from discotag.core.explanations import Ruling, marks_of, reasons_of
from discotag.core.interfaces import Tagger
from discotag.core.tags import ContextOptions, Mark, Occurrences, TokenRef
from discotag.plugins.phenomena.pronouns.antecedents import Antecedent, explained
from discotag.plugins.phenomena.pronouns.candidates import ResolvedPronoun
from discotag.plugins.phenomena.pronouns.coreference import Coreference, followers
from discotag.plugins.phenomena.pronouns.decide import SETTLED, Decider, DocumentState
from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses
from discotag.plugins.phenomena.pronouns.pairs import Pair, Pairs
from discotag.plugins.phenomena.pronouns.table import (
    Classes,
    read_expletives,
    read_published,
    read_rules,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Decision, Reason
    from discotag.core.interfaces import Context

PHENOMENON = "pronouns"


class PronounOptions(ContextOptions):
    """Settings of the tagger.

    Args:
        antecedents: where an antecedent is searched for: the `document`; the `segment` alone, as
            the published MuDA code does; or nowhere (`none`): every listed pair is a tag.
        agreement: whether an antecedent's translation must agree with the target pronoun in gender
            and number, and a noun of the pronoun's own segment that agrees may decide.
        confidence: the least score of a pronoun in its cluster for the cluster to be believed,
            where the coreference gives scores.
        neuter: the least such score for a pronoun that can only be neuter (German *es*): such a
            pronoun may refer to a clause or to nothing. Chosen on judged tags.
        own_segment: the score below which the cluster gives way to a noun that is before the
            pronoun in its own segment and agrees with it (`agreement`).
        likely: whether the likeliest noun before a pronoun that agrees with it may refer to an
            antecedent that the coreference does not name (`agreement`).
        sure: the least probability of being right that evidence must have to be named, 0-1
            (`candidates`). Below it the tag has no evidence, as an unresolved one, and a
            pronoun that may refer to a clause is not one, unless the coreference settles it. 0 = it
            is always named. The probabilities are learned from texts with more pronouns that are
            for nothing than most translations mark: at .5, 33 of 38 pieces of evidence are right on
            SCAT (valid), and 195 of 249 on the first 900 items of its training part.
        unresolved: whether a pronoun with an unknown antecedent is a tag: `always`, `never`, or
            only in documents where nothing resolves coreference on either side (`no-coref`).
        first_segment: whether it is one even in the first segment of a document.
        expletives: whether pronouns that refer to nothing are treated like the others.
        repetition: whether a choice without antecedent is decided by earlier segments; if not, it
            is treated like the others.
        reach: how many segments back such a choice holds: further back, somebody else is speaking;
            None = the whole document.
        forms: `table` = the table's pairs under their conditions, or the name of a published list:
            `preprint` (the MuDA papers), `muda` (their code).
        links: `all`, or `last`: each source token's last target token, as the published MuDA code
            has it.
    """

    antecedents: Literal["document", "segment", "none"] = "document"
    agreement: bool = True
    confidence: float = Field(default=0.3, ge=0, le=1)
    neuter: float = Field(default=0.5, ge=0, le=1)
    own_segment: float = Field(default=0.8, ge=0, le=1)
    likely: bool = True
    sure: float = Field(default=0.5, ge=0, le=1)
    unresolved: Literal["no-coref", "always", "never"] = "no-coref"
    first_segment: bool = False
    expletives: bool = False
    repetition: bool = True
    reach: int | None = Field(default=10, ge=0)
    forms: str = "table"
    links: Literal["all", "last"] = "all"


class PronounTagger(Tagger):
    """Marks listed pairs of pronouns; those that need context are tags."""

    def __init__(
        self,
        options: PronounOptions,
        pairs: Pairs,
        sorts: NounClasses | None = None,
        target_sorts: NounClasses | None = None,
    ) -> None:
        self._options = options
        self._pairs = pairs
        self._decider = Decider(options, sorts or NounClasses(), target_sorts or NounClasses())

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
        sorts = NounClasses.of(context.source), NounClasses.of(context.target)
        return cls(options, Pairs(options, classes), *sorts)

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for each listed pair of linked pronouns."""
        return marks_of(self._decide(document))

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of listed target pronouns that are not marks."""
        return reasons_of(PHENOMENON, self._decide(document))

    def _decide(self, document: Document) -> Iterator[Decision]:
        pairs: list[Pair] = []
        for one in self._pairs.of(document):
            if isinstance(one, Pair):
                pairs.append(self._decider.named(document, one))
            else:
                yield one
        coreference = Coreference(document)
        state = DocumentState(
            document,
            coreference,
            following=followers(coreference.clusters),
            opened=frozenset((pair.place.segment, pair.source) for pair in pairs),
            labels={pair.place: pair.label for pair in pairs},
        )
        context = self._options.within(self._options.reach)
        repeated = Occurrences((pair.label, pair.place) for pair in pairs)
        resolved: list[ResolvedPronoun] = []
        for pair in pairs:
            source = TokenRef("source", pair.place.segment, pair.source)
            antecedent, is_unresolved = Antecedent("context-free", needed=1), False
            if pair.decided_by == "repetition":
                evidence = repeated.nearest(pair.label, pair.place, context)
                reason = "same-choice" if evidence else "choice-missing"
                antecedent = Antecedent(reason, bool(evidence), evidence, needed=1)
            elif pair.decided_by != "nothing":
                antecedent, is_unresolved = self._decider.decide(state, pair, resolved)
                if antecedent.is_of_own_noun:
                    state.own.add((source.segment, source.token))
                if antecedent.is_known:
                    resolved.append(
                        ResolvedPronoun(pair.label, source, pair.place, antecedent.evidence)
                    )
            if antecedent.is_doubted:
                is_sure = antecedent.is_resolved and antecedent.confidence >= SETTLED
                is_open = pair.decided_by == "antecedent" and not pair.is_neuter
                is_into = coreference.side == "target"
                is_unresolved = is_open or (is_sure and (is_into or not pair.is_neuter))
            mark = Mark(
                phenomenon=PHENOMENON,
                label=pair.label,
                segment=pair.place.segment,
                token=pair.place.token,
                source_tokens=(pair.source,),
                evidence=() if antecedent.is_doubted else antecedent.evidence,
                is_unresolved=is_unresolved,
                needed=None if antecedent.is_doubted else antecedent.needed,
            )
            yield partial(_explain, document, pair, antecedent, mark)
            yield mark


def _explain(
    document: Document, pair: Pair, antecedent: Antecedent, mark: Mark
) -> Iterator[Ruling]:
    """Yield what the pair's rule says of a mark, and what its antecedent does."""
    word = document.source[pair.place.segment].forms[pair.source]
    source = TokenRef("source", pair.place.segment, pair.source)
    yield Ruling.mark(pair.place, f"pair {pair.label}", f'it stands for "{word}" here', (source,))
    why = explained(antecedent, document)
    yield Ruling.context(mark, why, why, antecedent.words)
