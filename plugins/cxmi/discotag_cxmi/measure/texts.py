"""The documents to measure, from a corpus that discotag's readers read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discotag.plugin import InputError, UnknownNameError, UsageError
from discotag_cxmi.measure.contexts import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.plugin import ParallelText

GENERATED = "generated"
"""Name under which a file of generated context is read."""


def needed(
    corpus: Iterable[ParallelText], *, name: str | None = None, is_generated: bool = False
) -> Iterator[ParallelText]:
    """Yield documents with the texts that are scored or context alone: these end units together."""
    for item in corpus:
        kept = {_chosen(item, name), *([GENERATED] if is_generated else [])}
        yield replace(
            item,
            references={own: item.references[own] for own in item.references if own in kept},
            hypotheses={own: item.hypotheses[own] for own in item.hypotheses if own in kept},
            places={own: item.places[own] for own in item.places if own in kept},
            shown={own: item.shown[own] for own in item.shown if own in {"", *kept}},
        )


def texts_of(
    corpus: Iterable[ParallelText], *, name: str | None = None, is_generated: bool = False
) -> list[Text]:
    """Pick the text to score, and the one that is its context.

    Args:
        corpus: documents.
        name: of the target text; None = the only reference.
        is_generated: whether the hypothesis `GENERATED` is the context.

    Raises:
        UnknownNameError: there is no such text.
        UsageError: there is none, or more than one to choose from.
        InputError: there are no documents, or source and target have no lines in common.
    """
    found = []
    for item in corpus:
        own = _chosen(item, name)
        target = {**item.references, **item.hypotheses}[own]
        context = item.hypotheses[GENERATED] if is_generated else target
        if not len(item.source) == len(target) == len(context):
            raise InputError(
                f"document {item.id!r}: its texts have no lines in common; --unit sentence measures"
                " by sentence"
            )
        places = item.source_places, item.places.get(own, ())
        found.append(Text(item.id, item.source, target, context, *places))
    if not found:
        raise InputError("the corpus holds no documents")
    return found


def _chosen(item: ParallelText, name: str | None) -> str:
    """Return the name of the text to score."""
    known = [*item.references, *(own for own in item.hypotheses if own != GENERATED)]
    if name is not None and name not in known:
        raise UnknownNameError("target text", name, known)
    if name is None and len(item.references) != 1:
        raise UsageError(
            "there is no target to score; give it with --tgt"
            if not item.references
            else f"there are several targets, choose one with --text: {', '.join(known)}"
        )
    return name or next(iter(item.references))
