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

from dataclasses import replace
from typing import TYPE_CHECKING, Self

from discotag.core.explanations import Told, Trace
from discotag.core.interfaces import Tagger
from discotag.core.tags import Mark, Occurrences, TokenRef
from discotag.plugins.phenomena.pronouns.candidates import SETTLED, Settled
from discotag.plugins.phenomena.pronouns.coreference import (
    NONE_NEEDED,
    UNKNOWN,
    Antecedent,
    Antecedents,
    followers,
)
from discotag.plugins.phenomena.pronouns.decide import Decider, Scene
from discotag.plugins.phenomena.pronouns.noun_classes import Sorts
from discotag.plugins.phenomena.pronouns.options import PronounOptions
from discotag.plugins.phenomena.pronouns.pairs import Pairs
from discotag.plugins.phenomena.pronouns.table import (
    Classes,
    read_expletives,
    read_published,
    read_rules,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Reason
    from discotag.core.interfaces import Context

PHENOMENON = "pronouns"


class PronounTagger(Tagger):
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
        self._decider = Decider(options, sorts or Sorts(), target_sorts or Sorts())

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
        found = self._pairs.of(document, why)
        pairs = [self._decider.told(document, pair) for pair in found]
        known = Antecedents(document)
        opened = frozenset((pair.place.segment, pair.source) for pair in pairs)
        labels = {pair.place: pair.label for pair in pairs}
        scene = Scene(document, known, followers(known.chains.clusters), opened, labels)
        context = self._options.within(self._options.reach)
        repeated = Occurrences((pair.label, pair.place) for pair in pairs)
        settled: list[Settled] = []
        for pair in pairs:
            antecedent, is_unresolved = NONE_NEEDED, False
            if pair.decided_by == "repetition":
                antecedent = _repetition(repeated.nearest(pair.label, pair.place, context))
            elif pair.decided_by in {"antecedent", "noun", "known"}:
                antecedent, is_unresolved = self._decider.decide(scene, pair, settled)
                source = TokenRef("source", pair.place.segment, pair.source)
                if antecedent.is_own:
                    scene.own.add((pair.place.segment, pair.source))
                if antecedent.is_known:
                    settled.append(Settled(pair.label, source, pair.place, antecedent.evidence))
            if not antecedent.is_sure:
                is_settled = antecedent.is_resolved and antecedent.confidence >= SETTLED
                is_open = pair.decided_by == "antecedent" and not pair.is_neuter
                if known.side == "source":
                    is_settled = is_settled and not pair.is_neuter
                antecedent = replace(UNKNOWN, told=antecedent.told)
                is_unresolved = is_settled or is_open
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


def _repetition(evidence: tuple[TokenRef, ...]) -> Antecedent:
    """Stand earlier words of its class for the antecedent of a choice that has none."""
    found = Told("the same choice was made in another segment, and it holds on", "same-choice")
    missing = Told("no segment that counts as context made the same choice", "choice-missing")
    return Antecedent(bool(evidence), evidence, needed=1, told=found if evidence else missing)
