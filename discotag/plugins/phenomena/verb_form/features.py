"""The published verb form rule: each word by its own features, whatever the source says.

It knows no compound forms: in *il a mangé* the participle counts as a past (Fernandes et al. 2023).
Kept so that old numbers can be reproduced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from discotag.core.errors import UsageError
from discotag.core.evidence import ContextOptions, Occurrences
from discotag.core.explanations import Told, Trace
from discotag.core.match_explanations import shortfall
from discotag.core.roles import implements
from discotag.core.tags import Mark, TokenRef
from discotag.core.token_context import TokenContext
from discotag.plugins.phenomena.verb_form.table import VerbFormTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Reason
    from discotag.core.interfaces import Context
    from discotag.plugins.phenomena.verb_form.table import FeatureForm

PHENOMENON = "verb_form"


class FeatureOptions(ContextOptions):
    """Which words count, and what makes a mark a tag.

    Args:
        forms: name of the published list.
        auxiliaries: whether auxiliaries count as verbs.
        memory: whether a tag needs an earlier verb of its form; otherwise every mark is a tag
            without evidence.
    """

    forms: str = "muda"
    auxiliaries: bool = True
    memory: bool = True


@implements("tagger")
class FeatureTagger:
    """Marks verbs whose own features a published list names."""

    def __init__(self, forms: tuple[FeatureForm, ...], options: FeatureOptions) -> None:
        """Keep the list."""
        self.forms = forms
        self.options = options
        self._verbs = {"VERB", "AUX"} if options.auxiliaries else {"VERB"}

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build it from the target language's table `verb_form`."""
        published = context.tables["verb_form"].validated(VerbFormTable).published
        options = context.read_options(FeatureOptions)
        if options.forms not in published:
            known = ", ".join(sorted(published)) or "none"
            raise UsageError(
                f"option forms of verb_form-features: the {context.target.name} table has no list"
                f" {options.forms!r}; it has: {known}"
            )
        return cls(published[options.forms].forms, options)

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for every verb of a listed form."""
        return self._marks(document, None)

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of verbs of no listed form."""
        return Trace.of(PHENOMENON, lambda why: self._marks(document, why))

    def _marks(self, document: Document, why: Trace | None) -> Iterator[Mark]:
        labels = {
            TokenRef("target", segment, token.index): label
            for segment, tokens in enumerate(document.target)
            for token in tokens
            if token.upos in self._verbs
            and (label := self._label(TokenContext(document, "target", segment, token.index), why))
        }
        occurrences = Occurrences((label, place) for place, label in labels.items())
        for place, label in labels.items():
            mark = Mark(
                phenomenon=PHENOMENON,
                label=label,
                segment=place.segment,
                token=place.token,
                source_tokens=document.links(place.segment).sources(place.token),
                evidence=occurrences.nearest(label, place, self.options)
                if self.options.memory
                else (),
                is_unresolved=not self.options.memory,
                needed=1,
            )
            if why is not None:
                why.mark(place, f"form {label}", "the published list has its features")
                missing = f"no {label} stands in the segments that count as context"
                found = Told(f"another segment has {label}", "same-form")
                why.context(mark, place, found, Told(missing, "form-missing"))
            yield mark

    def _label(self, site: TokenContext, why: Trace | None) -> str | None:
        label = next((form.name for form in self.forms if form.when.matches(site)), None)
        if label is None and why is not None:
            for form in self.forms:
                told = shortfall((form.when, site)) or ""
                why.no(site.place, f"form {form.name}", told, label=form.name)
        return label
