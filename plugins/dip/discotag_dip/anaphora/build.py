"""Finds pronouns of the reference that a system renders by a wrong one (dip 4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag_dip.anaphora.pronouns import TESTED, SourceForms, pronouns
from discotag_dip.items import CONTEXT, Failure, Item, Occurrence, item_id

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from discotag.core.coreference import Cluster
    from discotag.core.document import Document
    from discotag_dip.corpus import Bundle

LAYERS = frozenset(
    {
        *("source.tokens", "target.tokens", "target.lemmas", "target.pos"),
        *("target.coref", "alignment"),
    }
)
KINDS = ("gender-copy", "named-entity", "language-specific", "other")
OPPOSITE = {"masculine": "he", "feminine": "she"}


class Target(NamedTuple):
    """A pronoun of the reference.

    Args:
        place: where it stands, with its source words.
        name: its class.
        cluster: what it belongs to; None = it was not resolved.
    """

    place: Occurrence
    name: str
    cluster: Cluster | None


def find(bundle: Bundle) -> Iterator[Item]:
    """Yield the items of a document: a pronoun each, in text order.

    *It* is tested only where it takes something up, by the reference's own coreference: the rest is
    weather and clauses. A system fails if the words linked to the pronoun's source words are
    pronouns of wrong classes alone, it has fewer of the right class than the reference, and no
    other reference has its class there.
    """
    for target in _targets(bundle.reference):
        wrong = {name: _wrong(text, target, bundle) for name, text in bundle.systems.items()}
        failing = {name: form for name, form in wrong.items() if form is not None}
        if failing:
            yield _item(bundle, target, failing)


def _targets(reference: Document) -> Iterator[Target]:
    clusters = {
        (mention.segment, mention.head): cluster
        for cluster in reference.target.coref()
        for mention in cluster.mentions[1:]
    }
    for segment, tokens in enumerate(reference.target):
        links = reference.links(segment)
        for token in tokens:
            name = pronouns().class_of(token.form)
            sources = links.sources(token.index)
            cluster = clusters.get((segment, token.index))
            if name not in TESTED or not sources or (name == "it" and cluster is None):
                continue
            forms = tuple(reference.source[segment].forms[source] for source in sources)
            place = Occurrence(
                segment=segment,
                token=token.index,
                form=token.form,
                upos=token.upos,
                source=sources,
                source_forms=forms,
            )
            yield Target(place, name, cluster)


def _wrong(text: Document, target: Target, bundle: Bundle) -> str | None:
    """Give the wrong pronoun that a text has for the reference's, None where it is not wrong."""
    segment, name = target.place.segment, target.name
    there = _pronouns_at(text, target.place)
    if not there or any(not pronouns().is_wrong(name, other) for _, other in there):
        return None
    reference = bundle.reference.target[segment].forms
    if _number(text.target[segment].forms, name) >= _number(reference, name):
        return None
    accepted = {found for other in bundle.others for _, found in _pronouns_at(other, target.place)}
    fitting = [form for form, found in there if found not in accepted]
    return fitting[0] if len(fitting) == len(there) else None


def _pronouns_at(text: Document, place: Occurrence) -> list[tuple[str, str]]:
    """Give the forms and classes of the pronouns linked to the source words of a place."""
    links = text.links(place.segment)
    indices = sorted({index for source in place.source for index in links.targets(source)})
    forms = [text.target[place.segment].forms[index] for index in indices]
    found = [(form, pronouns().class_of(form)) for form in forms]
    return [(form, name) for form, name in found if name is not None]


def _number(forms: Sequence[str], name: str) -> int:
    return sum(pronouns().class_of(form) == name for form in forms)


def _item(bundle: Bundle, target: Target, failing: dict[str, str]) -> Item:
    reference, place = bundle.reference, target.place
    here = slice(place.segment, place.segment + 1)
    before = slice(max(0, place.segment - CONTEXT), place.segment)
    source = reference.source.segments[here]
    has_name = target.cluster is not None and any(
        mention.kind == "name" for mention in target.cluster.mentions
    )
    focus = place.form.casefold()
    forms = pronouns().source.get(reference.source.language.partition("-")[0])
    return Item(
        id=item_id("anaphora", reference.id, place.segment, f"{focus}@{place.token}", source),
        task="anaphora",
        document=reference.id,
        domain=reference.domain,
        first=place.segment,
        context=reference.source.segments[before],
        source=source,
        reference_context=reference.target.segments[before],
        reference=reference.target.segments[here],
        focus=focus,
        occurrences=(place,),
        facts={"class": target.name, "is_resolved": target.cluster is not None, "name": has_name},
        failures=tuple(
            Failure(
                system=name,
                text=bundle.systems[name].target.segments[here],
                got=form.casefold(),
                kind=kind_of(place.source_forms, form, has_name=has_name, forms=forms),
            )
            for name, form in failing.items()
        ),
    )


def kind_of(source: Collection[str], got: str, *, has_name: bool, forms: SourceForms | None) -> str:
    """Propose the kind of a wrong pronoun (dip 4.3).

    Args:
        source: the source's words for it.
        got: the wrong pronoun.
        has_name: whether what it takes up has a name.
        forms: the source language's pronouns; None = there is no table.
    """
    folded = {form.casefold() for form in source}
    name = pronouns().class_of(got)
    if not has_name and forms is not None:
        for gender, copied in OPPOSITE.items():
            if name == copied and folded & getattr(forms, gender):
                return "gender-copy"
    if has_name:
        return "named-entity"
    if forms is not None and folded & forms.ambiguous:
        return "language-specific"
    return "other"
