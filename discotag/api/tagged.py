"""Tagging from Python: documents with their marks, as rows and as HTML for notebooks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from discotag.api.installed import registry
from discotag.api.rows import Rows
from discotag.api.setup import Choices, names_in, planned
from discotag.core.text import count_noun
from discotag.files.tags import rows
from discotag.pipeline.stages import Stages
from discotag.pipeline.units import in_units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.api.corpus import Corpus
    from discotag.core.tags import TaggedDocument


@dataclass(frozen=True, slots=True, repr=False)
class Tagged(Rows):
    """Tagged documents; iterate over them for tokens, links, marks and evidence.

    Args:
        documents: a `TaggedDocument` for each document and each of its translations, in order.
        phenomena: what was looked for.
        notes: what the user should know.
    """

    documents: tuple[TaggedDocument, ...]
    phenomena: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def failures(self) -> tuple[str, ...]:
        """What taggers failed at (`on_error="skip"`)."""
        return tuple(failure for tagged in self.documents for failure in tagged.failures)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row per mark: document, system, phenomenon, label, place, word, evidence.

        Segments and tokens are 0-based; `start` and `end` are offsets in the segment;
        docs/formats.md tells the meaning of each.
        """
        return [row for tagged in self.documents for row in rows(tagged)]

    def counts(self) -> dict[str, int]:
        """Count the tags by phenomenon, over all documents and texts; 0 is a phenomenon without."""
        found = Counter(mark.phenomenon for tagged in self.documents for mark in tagged.tags)
        return {name: found[name] for name in self.phenomena}

    def __len__(self) -> int:
        """Count the documents, each translation for itself."""
        return len(self.documents)

    def __iter__(self) -> Iterator[TaggedDocument]:
        """Go over the documents."""
        return iter(self.documents)

    def __repr__(self) -> str:
        tags = ", ".join(f"{name} {count}" for name, count in self.counts().items())
        return f"<Tagged: {count_noun(len(self), 'document')}; tags: {tags}>"

    def _repr_html_(self) -> str:
        """Show the texts in a notebook: every mark in its place, with what decides it."""
        from discotag.api.html import page

        return page(self.documents)


def tag(corpus: Corpus, **choices: Unpack[Choices]) -> Tagged:
    """Tag every translation of a corpus.

    Example:
        >>> corpus = discotag.load(
        ...     ["Are you free?", "Yes, are you?"], ["Tu es libre ?", "Oui, et toi ?"],
        ...     source_language="en", target_language="fr",
        ... )
        >>> discotag.tag(corpus, phenomena=["formality"]).counts()
        {'formality': 1}

    Raises:
        UsageError: the corpus holds no translation, or a name that nothing declares.
        PlanError: what is needed is not installed; told all at once.
        ComponentError: a component failed.
    """
    names_in(corpus)
    units = in_units(planned(corpus, **choices), corpus.texts)
    plan = units.plan
    stages = Stages(plan, registry())
    found = tuple(
        tagged
        for text in stages.tag(units.texts)
        for tagged in (*text.references.values(), *text.hypotheses.values())
    )
    return Tagged(found, plan.phenomena, (*plan.notes, *units.notes(), *corpus.notes))
