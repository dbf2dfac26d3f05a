"""Finds pronouns of the reference that a system renders by a wrong one (dip 4.1)."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from discotag_dip.anaphora.pronouns import TESTED, SourceForms, pronouns
from discotag_dip.items import Failure, Item, Occurrence

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from discotag.plugin import Cluster, Document, Mention
    from discotag_dip.corpus import Bundle

LAYERS = frozenset(
    {
        *("source.tokens", "target.tokens", "target.lemmas", "target.pos"),
        *("target.coref", "alignment"),
    }
)
REPLACED = 3
"""Words of a replacement between equal words that still count as the same place."""
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
    weather and clauses. A system fails if what it has in the pronoun's place are
    pronouns of wrong classes alone, it has fewer of the right class than the reference, and no
    other reference has its class there; see also `tolerated`.
    """
    for target in _targets(bundle.reference):
        others = {
            name
            for other in bundle.others
            for _, name in pronouns_at(other, bundle.reference, target.place)
        }
        accepted = sorted(others | tolerated(target, bundle.reference) - {target.name})
        wrong = {
            name: wrong_pronoun(text, bundle.reference, target.place, accepted)
            for name, text in bundle.systems.items()
        }
        failing = {name: form for name, form in wrong.items() if form is not None}
        if failing:
            yield _item(bundle, target, failing, accepted)


def tolerated(target: Target, reference: Document) -> set[str]:
    """Return the classes that are as right as the reference's, by what the pronoun takes up.

    What has a name and is *it*, such as a club, may be *they*; *they* for a single one (*every
    citizen … their*) may be *he*, *she* or *it* (Huddleston and Pullum 2002, ch. 5, 17-18).
    """
    mentions = () if target.cluster is None else target.cluster.mentions
    if target.name == "it" and any(mention.kind == "name" for mention in mentions):
        return {"they"}
    named = (mention for mention in mentions if mention.kind != "pronoun")
    if target.name == "they" and any(_is_single(reference, mention) for mention in named):
        return {"he", "she", "it"}
    return set()


def _is_single(reference: Document, mention: Mention) -> bool:
    """Return whether a mention is one thing: a noun in dictionary form, not coordinated."""
    tokens = reference.target[mention.segment]
    head = tokens[mention.head]
    forms = {form.casefold() for form in tokens.forms[mention.start : mention.end]}
    return head.form.casefold() == head.base.casefold() and "and" not in forms


def _targets(reference: Document) -> Iterator[Target]:
    clusters = {
        (mention.segment, mention.head): cluster
        for cluster in reference.target.coref()
        for mention in cluster.mentions[1:]
    }
    for segment, tokens in enumerate(reference.target):
        for token in tokens:
            name = pronouns().class_of(token.form)
            cluster = clusters.get((segment, token.index))
            if name not in TESTED or (name == "it" and cluster is None):
                continue
            yield Target(Occurrence.at(reference, segment, token.index), name, cluster)


def wrong_pronoun(
    text: Document, reference: Document, place: Occurrence, accepted: Collection[str] = ()
) -> str | None:
    """Return the wrong pronoun that a text has for the reference's, None where it is not wrong.

    Args:
        text: the text, aligned with the source.
        reference: the reference, in which the place is.
        place: the pronoun.
        accepted: classes that other references have there.
    """
    name = pronouns().class_of(place.form) or ""
    there = pronouns_at(text, reference, place)
    if not there or any(not pronouns().is_wrong(name, other) for _, other in there):
        return None
    wanted = _number(reference.target[place.segment].forms, name)
    if _number(text.target[place.segment].forms, name) >= wanted:
        return None
    fitting = [form for form, found in there if found not in accepted]
    return fitting[0] if len(fitting) == len(there) else None


def pronouns_at(text: Document, reference: Document, place: Occurrence) -> list[tuple[str, str]]:
    """Return the forms and classes of the pronouns that a text has in a place.

    They are linked to the place's source words; where none is, they stand between the same words as
    the reference's pronoun (sources may drop theirs).
    """
    links = text.links(place.segment)
    linked = sorted({index for source in place.source for index in links.targets(source)})
    forms = text.target[place.segment].forms
    found = list(_pronouns(forms, linked))
    return found or list(_pronouns(forms, _beside(forms, reference, place)))


def _pronouns(forms: Sequence[str], indices: Iterable[int]) -> Iterator[tuple[str, str]]:
    for index in indices:
        name = pronouns().class_of(forms[index])
        if name is not None:
            yield forms[index], name


def _beside(forms: Sequence[str], reference: Document, place: Occurrence) -> range:
    """Return the few words that replace those around the pronoun, if the words beside are equal."""
    ours = [form.casefold() for form in forms]
    theirs = [form.casefold() for form in reference.target[place.segment].forms]
    for tag, i, j, k, m in SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes():
        if i <= place.token < j:
            is_small = tag == "replace" and max(j - i, m - k) <= REPLACED
            return range(k, m) if is_small else range(0)
    return range(0)


def _number(forms: Sequence[str], name: str) -> int:
    return sum(pronouns().class_of(form) == name for form in forms)


def _item(bundle: Bundle, target: Target, failing: dict[str, str], accepted: Sequence[str]) -> Item:
    reference, place = bundle.reference, target.place
    has_name = target.cluster is not None and any(
        mention.kind == "name" for mention in target.cluster.mentions
    )
    focus = place.form.casefold()
    forms = pronouns().source.get(reference.source.language.partition("-")[0])
    return Item.of(
        "anaphora",
        reference,
        range(place.segment, place.segment + 1),
        place=f"{focus}@{place.token}",
        focus=focus,
        occurrences=(place,),
        facts={
            "class": target.name,
            "accepted": list(accepted),
            "is_resolved": target.cluster is not None,
            "name": has_name,
        },
        failures=tuple(
            Failure(
                system=name,
                text=(bundle.systems[name].target.segments[place.segment],),
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
