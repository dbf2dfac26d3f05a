"""What the text demands of an item: which of its translations agrees with the context, by no model.

`discotag choose` judges each translation behind its context; what it finds becomes a label of the
item, so every figure of a model's preference stands beside it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discotag import Corpus
from discotag.plugin import ParallelText, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag_cxmi.contrast.items import Item

LABEL = "the text demands"
RIGHT, ANOTHER, NOTHING = "the right one", "a wrong one", "nothing"


def with_demands(items: Sequence[Item], source: str, target: str) -> list[Item]:
    """Label each item with what its text demands, in order.

    Args:
        items: the set; an item without source is labelled `nothing`.
        source: code of the source language.
        target: code of the target language.

    Raises:
        DiscotagError: a language has no pack that tells a text's consistency.
    """
    found: dict[str, str] = {}
    for count in sorted({len(item.candidates) for item in items}):
        alike = [item for item in items if len(item.candidates) == count and item.source]
        if alike:
            found |= _demands(alike, source, target)
    return [
        replace(item, labels={**item.labels, LABEL: found.get(item.id, NOTHING)}) for item in items
    ]


def _demands(items: Iterable[Item], source: str, target: str) -> dict[str, str]:
    """Return what is demanded, by the ids of items with as many translations each."""
    by_id = {item.id: item for item in items}
    corpus = Corpus(tuple(map(_text, by_id.values())), source, target)
    demands = {}
    try:
        from discotag_choose import choose
    except ModuleNotFoundError as error:
        raise UsageError(
            "what translations demand of their context needs discotag-choose:"
            " pip install discotag-choose"
        ) from error
    for choice in choose(corpus):
        right = str(by_id[choice.document].right)
        is_decided = len(choice.best) < len(choice.texts)
        if not is_decided or (right in choice.best and len(choice.best) > 1):
            demands[choice.document] = NOTHING
        else:
            demands[choice.document] = RIGHT if right in choice.best else ANOTHER
    return demands


def _text(item: Item) -> ParallelText:
    """Return an item as a document: as many lines of context as both sides have, and its own."""
    lines = min(len(item.source_context), *(len(one.context) for one in item.candidates))
    return ParallelText(
        item.id,
        (*item.source_context[len(item.source_context) - lines :], item.source or ""),
        {},
        {
            str(place): (*one.context[len(one.context) - lines :], one.target)
            for place, one in enumerate(item.candidates)
        },
    )
