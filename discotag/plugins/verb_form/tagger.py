"""The verb form tagger: marks finite verbs with their form; tags where the source leaves it open.

English has one past where others choose among many: *It rained. The streets were wet.* → *Il
pleuvait. Les rues étaient mouillées*, or *Il a plu* … The choice follows the tenses of the document
(Fernandes et al. 2023, section 3.3.4). An auxiliary and its participle are one form, tagged on the
auxiliary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from discotag.core.evidence import ContextOptions, Occurrences
from discotag.core.patterns import Site
from discotag.core.tags import Mark, Place
from discotag.plugins.verb_form.groups import VERBAL, Shape, finite_verb, ordered, recognised
from discotag.plugins.verb_form.table import VerbFormTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.interfaces import Context
    from discotag.plugins.verb_form.groups import Step
    from discotag.plugins.verb_form.table import VerbForm

AMBIGUOUS = 2
"""A source form is ambiguous from so many target forms on."""


class VerbFormTagger:
    """Marks finite verbs with their form."""

    def __init__(self, table: VerbFormTable, options: ContextOptions, *, source: str) -> None:
        """Prepare the shapes of both languages' forms; `source` is the source language's code."""
        self.options = options
        self._between = frozenset(table.between)
        self._forms = ordered(Shape(form.name, _steps(form, table)) for form in table.forms)
        self._foreign = ordered(
            Shape(form, tuple(((pattern,),) for pattern in form.pattern))
            for form in table.foreign(source)
        )

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build it from the target language's table `verb_form`."""
        table = context.tables["verb_form"].validated(VerbFormTable)
        return cls(table, context.read_options(ContextOptions), source=context.source.code)

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for every finite verb whose form the table knows."""
        marks = [
            mark for segment in range(len(document)) for mark in self._segment(document, segment)
        ]
        occurrences = Occurrences((label, place) for label, place, _, _ in marks)
        for label, place, linked, is_open in marks:
            yield Mark(
                phenomenon="verb_form",
                label=label,
                segment=place.segment,
                token=place.token,
                source_tokens=linked,
                evidence=occurrences.nearest(label, place, self.options) if is_open else (),
                needed=1,
            )

    def _segment(
        self, document: Document, segment: int
    ) -> Iterator[tuple[str, Place, tuple[int, ...], bool]]:
        links = document.links(segment)
        groups = self._groups(document, segment)
        sources = self._sources(document, segment, [words for _, words in groups])
        for (label, words), source in zip(groups, sources, strict=True):
            linked = {source for word in words for source in links.sources(word)}
            is_open = source is not None and self._is_open(
                Site(document, "source", segment, source), label
            )
            yield label, Place("target", segment, words[0]), tuple(sorted(linked)), is_open

    def _groups(self, document: Document, segment: int) -> list[tuple[str, tuple[int, ...]]]:
        """Give form and words of each verb group of a target segment."""
        groups: list[tuple[str, tuple[int, ...]]] = []
        used: set[int] = set()
        for word in document.target[segment]:
            if word.index in used or word.upos not in VERBAL:
                continue
            site = Site(document, "target", segment, word.index)
            found = recognised(site, self._forms, self._between)
            if found is not None:
                groups.append(found)
                used.update(found[1])
        return groups

    def _sources(
        self, document: Document, segment: int, groups: list[tuple[int, ...]]
    ) -> list[int | None]:
        """Give the finite source verb of each group: by links, the main verb's first.

        One group and one source verb that are left over without a link belong together.
        """
        links, tokens = document.links(segment), document.source[segment]
        found: list[int | None] = []
        for words in groups:
            linked = (source for word in reversed(words) for source in links.sources(word))
            verbs = (finite_verb(tokens[source]) for source in linked)
            found.append(next((verb.index for verb in verbs if verb is not None), None))
        verbs_of_segment = {
            verb.index
            for token in tokens
            if token.upos in VERBAL and (verb := finite_verb(token)) is not None
        }
        left = verbs_of_segment - set(found)
        if found.count(None) == 1 and len(left) == 1:
            found[found.index(None)] = left.pop()
        return found

    def _is_open(self, finite: Site, label: str) -> bool:
        """Tell whether the form of a finite source verb may become this form or others."""
        found = recognised(finite, self._foreign, self._between)
        return found is not None and len(found[0].forms) >= AMBIGUOUS and label in found[0].forms


def _steps(form: VerbForm, table: VerbFormTable) -> tuple[Step, ...]:
    if form.compound is not None and table.compound is not None:
        return ((form.compound,), table.compound.auxiliary), (table.compound.participle,)
    return tuple(((pattern,),) for pattern in form.pattern)
