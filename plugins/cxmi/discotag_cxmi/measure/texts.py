"""The documents to measure, from a corpus that discotag's readers read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import InputError, UnknownNameError, UsageError
from discotag_cxmi.measure.contexts import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.plugin import ParallelText

GENERATED = "generated"
"""Name under which a file of generated context is read."""


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
    """
    found = []
    for item in corpus:
        known = {
            **item.references,
            **{key: lines for key, lines in item.hypotheses.items() if key != GENERATED},
        }
        if name is not None and name not in known:
            raise UnknownNameError("target text", name, known)
        if name is None and len(item.references) != 1:
            raise UsageError(
                "there is no target to score; give it with --tgt"
                if not item.references
                else f"there are several targets, choose one with --text: {', '.join(known)}"
            )
        target = known[name or next(iter(item.references))]
        context = item.hypotheses[GENERATED] if is_generated else target
        found.append(Text(item.id, item.source, target, context))
    if not found:
        raise InputError("the corpus holds no documents")
    return found
