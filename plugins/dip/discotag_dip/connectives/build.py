"""Finds connectives of the reference that the source has and a system loses (dip 7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.connectives import losing
from discotag_dip.connectives.score import LAYERS
from discotag_dip.items import Failure, Item, Occurrence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_dip.connectives.layer import Found
    from discotag_dip.corpus import Bundle

__all__ = ["LAYERS", "find"]


def find(bundle: Bundle) -> Iterator[Item]:
    """Yield the items of a document: a connective each, in text order.

    Where several translations and more than a third go without it, references included, the source
    allows that: no item.
    """
    reference = bundle.reference
    for segment in range(len(reference)):
        for word, source in losing.telling(reference, segment):
            lost = {
                name: losing.is_lost(text, reference, segment, word, source)
                for name, text in bundle.systems.items()
            }
            others = (
                losing.is_lost(text, reference, segment, word, source) for text in bundle.others
            )
            votes = [False, *lost.values(), *others]
            is_rare = sum(votes) == 1 or 3 * sum(votes) <= len(votes)
            if any(lost.values()) and is_rare:
                yield _item(bundle, segment, word, source, [name for name in lost if lost[name]])


def _item(bundle: Bundle, segment: int, word: Found, source: Found, failing: list[str]) -> Item:
    reference = bundle.reference
    return Item.of(
        "connectives",
        reference,
        range(segment, segment + 1),
        place=f"{word.form}@{word.tokens[0]}",
        focus=word.form,
        occurrences=tuple(Occurrence.at(reference, segment, token) for token in word.tokens),
        facts={"sense": word.sense, "source": source.form},
        failures=tuple(
            Failure(
                system=name,
                text=(bundle.systems[name].target.segments[segment],),
                got=None,
                kind="omission",
            )
            for name in failing
        ),
    )
