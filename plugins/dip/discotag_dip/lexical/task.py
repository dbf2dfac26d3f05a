"""The task `lexical_consistency`: finds words that systems fail to repeat, judges them (dip 6)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from discotag_dip.items import Failure, Item, Occurrence, Verdict
from discotag_dip.lexical.kinds import CHANGED, REAL, SURE, misses, told
from discotag_dip.lexical.words import Choice, count, focus_of, is_kept, lemmas, repeated

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from discotag.plugin import Document
    from discotag_dip.corpus import Bundle


LAYERS = frozenset(
    {
        *("source.tokens", "source.lemmas", "source.pos"),
        *("target.tokens", "target.lemmas", "target.pos", "alignment"),
    }
)
SHORTEST, LONGEST = 3, 5
"""Segments of a block."""


def find(bundle: Bundle, stop_words: Collection[str]) -> Iterator[Item]:
    """Yield the items of a document, in the order of their blocks.

    A block begins at an occurrence of the word, ends at its last one within five segments, and is
    filled up to three segments where the document has them. What systems do has no part in it.

    Args:
        bundle: the document's texts.
        stop_words: words of the target language that are not followed.
    """
    reference = bundle.reference
    chains: dict[str, list[Occurrence]] = {}
    for segment, tokens in enumerate(reference.target):
        for token in tokens:
            focus = focus_of(token, stop_words)
            if focus is not None:
                place = Occurrence.at(reference, segment, token.index)
                chains.setdefault(focus, []).append(place)
    theirs = lemmas(reference.target)
    found = [
        item
        for focus, places in chains.items()
        for block in _blocks(places)
        if (item := _item(bundle, focus, block, theirs)) is not None
    ]
    yield from sorted(found, key=lambda item: (item.first, len(item.source), item.focus))


def _blocks(places: Sequence[Occurrence]) -> Iterator[tuple[Occurrence, ...]]:
    """Yield occurrences within five segments of each other, at least two."""
    waiting = list(places)
    while waiting:
        last = waiting[0].segment + LONGEST
        block = tuple(place for place in waiting if place.segment < last)
        if len(block) > 1:
            yield block
        waiting = waiting[len(block) :]


def _item(
    bundle: Bundle, focus: str, places: tuple[Occurrence, ...], theirs: Collection[str]
) -> Item | None:
    reference = bundle.reference
    first, end = places[0].segment, places[-1].segment + 1
    end = min(max(end, first + SHORTEST), len(reference))
    first = max(0, min(first, end - SHORTEST))
    forms = {place.form.casefold() for place in places}
    total = count(reference.target.tokens[first:end], focus, forms)  # type: ignore[index]
    failing = {
        name: document
        for name, document in bundle.systems.items()
        if 0 < count(document.target.tokens[first:end], focus, forms) < total  # type: ignore[index]
    }
    if not failing or total != len(places):
        return None
    found = {name: misses(text, reference, focus, places) for name, text in bundle.systems.items()}
    variants = Counter(
        lemma
        for of_system in found.values()
        for lemma in {miss.lemma for miss in of_system if miss.lemma is not None}
    )
    same = _unforced(bundle, focus, places)
    choice = Choice(reference.target.language, variants, len(bundle.systems), theirs)
    kinds = {name: told(found[name], focus, same, choice) for name in failing}
    return Item.of(
        "lexical_consistency",
        reference,
        range(first, end),
        place=focus,
        focus=focus,
        occurrences=places,
        facts={
            "is_source_consistent": is_kept(reference, places),
            "is_unforced": any(kind in SURE for kind, _ in kinds.values()),
            "is_doubtful": any(kind in REAL - SURE for kind, _ in kinds.values()),
            "repeated": [index for index, place in enumerate(places) if place in same],
            "variants": dict(sorted(variants.items())),
            "systems": len(bundle.systems),
        },
        failures=tuple(
            Failure(
                system=name,
                text=document.target.segments[first:end],
                got=kinds[name][1],
                kind=kinds[name][0],
            )
            for name, document in failing.items()
        ),
    )


def _unforced(bundle: Bundle, focus: str, places: Sequence[Occurrence]) -> Sequence[Occurrence]:
    """Return the occurrences for which the source repeats its word.

    None if another reference has several words for it: then the reference's is one of several.
    """
    same = repeated(bundle.reference, places)
    for other in bundle.others:
        found = misses(other, bundle.reference, focus, same)
        choice = Choice(other.target.language, {})
        if told(found, focus, same, choice)[0] in CHANGED:
            return ()
    return same


def judge(item: Item, reference: Document, document: Document) -> Verdict:
    """Judge one item: by the word as often as in the reference, and by real changes of it.

    Args:
        item: the item.
        reference: the reference of its document, analysed.
        document: the translation of its whole document, analysed and aligned.
    """
    focus = item.focus or ""
    forms = {place.form.casefold() for place in item.occurrences}
    block = [document.target[segment] for segment in item.segments]
    is_consistent = count(block, focus, forms) >= len(item.occurrences)
    found = misses(document, reference, focus, item.occurrences)
    rendered = {miss.lemma for miss in found}
    is_another = len(found) == len(item.occurrences) and len(rendered) == 1 and None not in rendered
    kind = got = None
    if not is_consistent:
        repeated = [item.occurrences[index] for index in item.facts["repeated"]]
        facts = item.facts
        known = facts["variants"], facts["systems"], lemmas(reference.target)
        choice = Choice(document.target.language, *known)
        kind, got = told(found, focus, repeated, choice)
    values = {"accuracy": float(is_consistent), "another": float(is_another)}
    if item.facts["is_unforced"]:
        values["unforced"] = float(kind not in SURE)
    if item.facts["is_doubtful"]:
        values["nouns"] = float(kind not in REAL - SURE)
    return Verdict(item=item.id, document=item.document, values=values, kind=kind, got=got)
