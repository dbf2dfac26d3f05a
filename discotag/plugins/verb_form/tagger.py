"""The verb form tagger: marks finite verbs with their form; tags where the source leaves it open.

English has one past where others choose among many: *It rained. The streets were wet.* → *Il
pleuvait. Les rues étaient mouillées*, or *Il a plu* … The choice follows the tenses of the document
(Fernandes et al. 2023, section 3.3.4). An auxiliary and its participle are one form, tagged on the
auxiliary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

from discotag.core.errors import UsageError
from discotag.core.evidence import ContextOptions, Occurrences
from discotag.core.patterns import Site
from discotag.core.tags import Mark, Place
from discotag.plugins.verb_form.groups import Shape, finite_verb, ordered, recognised
from discotag.plugins.verb_form.table import VerbFormTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.interfaces import Context
    from discotag.plugins.verb_form.groups import Step
    from discotag.plugins.verb_form.table import SourceForm, VerbForm

AMBIGUOUS = 2
"""A source form is ambiguous from so many target forms on."""


class VerbFormOptions(ContextOptions):
    """What makes a marked verb a tag, besides an earlier verb of its form.

    Args:
        source_forms: `ambiguous` = the linked source form must leave several forms open; `any` =
            whatever the source says.
    """

    source_forms: Literal["ambiguous", "any"] = "ambiguous"


class VerbFormTagger:
    """Marks finite verbs with their form."""

    def __init__(self, table: VerbFormTable, options: VerbFormOptions, *, source: str) -> None:
        """Prepare the shapes of both languages' forms; `source` is the source language's code."""
        self.options = options
        self._between = frozenset(table.between)
        self._forms = ordered(Shape(form.name, _steps(form, table)) for form in table.forms)
        self._foreign = ordered(
            Shape(form, tuple(((pattern,),) for pattern in form.pattern))
            for form in table.ambiguous.get(source, ())
        )

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build it from the target language's table `verb_form`."""
        table = context.tables["verb_form"].validated(VerbFormTable)
        options = context.read_options(VerbFormOptions)
        source = context.source.code
        if options.source_forms == "ambiguous" and source not in table.ambiguous:
            known = ", ".join(sorted(table.ambiguous)) or "none"
            raise UsageError(
                f"verb_form: the {context.target.name} table does not say what forms those of"
                f" {context.source.name} may become (it has {known});"
                " set the option source_forms = any"
            )
        return cls(table, options, source=source)

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
            )

    def _segment(
        self, document: Document, segment: int
    ) -> Iterator[tuple[str, Place, tuple[int, ...], bool]]:
        used: set[int] = set()
        for token in range(len(document.target[segment])):
            if token in used:
                continue
            found = recognised(Site(document, "target", segment, token), self._forms, self._between)
            if found is None:
                continue
            label, words = found
            used.update(words)
            links = document.links(segment)
            linked = tuple(sorted({source for word in words for source in links.sources(word)}))
            is_open = self.options.source_forms == "any" or self._is_open(
                document, segment, words, label
            )
            yield label, Place("target", segment, token), linked, is_open

    def _is_open(
        self, document: Document, segment: int, words: tuple[int, ...], label: str
    ) -> bool:
        """Tell whether the linked source form may become this form or others."""
        for word in reversed(words):
            for source in document.links(segment).sources(word):
                form = self._source_form(Site(document, "source", segment, source))
                if form is not None:
                    return len(form.forms) >= AMBIGUOUS and label in form.forms
        return False

    def _source_form(self, site: Site) -> SourceForm | None:
        finite = finite_verb(site.word)
        if finite is None:
            return None
        found = recognised(site.at(finite.index), self._foreign, self._between)
        return found[0] if found else None


def _steps(form: VerbForm, table: VerbFormTable) -> tuple[Step, ...]:
    if form.compound is not None and table.compound is not None:
        return ((form.compound,), table.compound.auxiliary), (table.compound.participle,)
    return tuple(((pattern,),) for pattern in form.pattern)
