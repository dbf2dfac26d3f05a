"""Scores of a set by a model, with more and more context; nothing is scored twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import InputError, UsageError
from discotag_cxmi.contrast.runs import Runs
from discotag_cxmi.examples import Example

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag_cxmi.contrast.items import Item
    from discotag_cxmi.measure.contexts import Sizes
    from discotag_cxmi.models import ContextModel

Key = tuple[str | tuple[str, ...], ...]


def judge(model: ContextModel, items: Sequence[Item], sizes: Sizes) -> Runs:
    """Score every translation of a set with every context size, in nats.

    Every row is checked before the first is scored. An item that is too long under one size may be
    left out of all of them.

    Args:
        model: what scores.
        items: the set.
        sizes: context sizes, each a run; an item that has fewer lines is given what it has.

    Raises:
        InputError: an item has no source, or is longer than the model takes.
        UsageError: context is wanted and no item has any.
        ComponentError: the model gave a value that is no number.
    """
    check_sources(items)
    check_context(items, sizes)
    left_out = model.check(examples_of(items, sizes))
    long = {document for document, _ in left_out}
    items = [item for item in items if item.id not in long]
    if not items:
        raise InputError("every item is too long for the model, so nothing is left to judge")
    numbers: dict[Key, int] = {}
    wanted: list[Example] = []
    places: dict[str, list[tuple[int, ...]]] = {name: [] for name in sizes.names}
    for item in items:
        for name in sizes.names:
            found = []
            for example in _examples(item):
                given = sizes.within(example, name)
                found.append(numbers.setdefault(_key(given), len(wanted)))
                if found[-1] == len(wanted):
                    wanted.append(given)
            places[name].append(tuple(found))
    totals = [scores.total for scores in model.score(wanted)]
    return Runs(
        tuple(items),
        {
            name: tuple(tuple(totals[place] for place in found) for found in of_size)
            for name, of_size in places.items()
        },
        "nats",
    )


def examples_of(items: Iterable[Item], sizes: Sizes) -> Iterator[Example]:
    """Yield every translation of a set with every context size."""
    for item in items:
        for example in _examples(item):
            for name in sizes.names:
                yield sizes.within(example, name)


def check_sources(items: Sequence[Item]) -> None:
    """Check that every item has a source; InputError names the first that has none."""
    lacking = next((item for item in items if item.source is None), None)
    if lacking is not None:
        raise InputError(
            f"item {lacking.id!r} has no source, so a translation model cannot judge it; give"
            " scores with --scores"
        )


def check_context(items: Sequence[Item], sizes: Sizes) -> None:
    """Check that some item has the context that is wanted; UsageError says how to give it."""
    if len(sizes.names) == 1:
        return
    for side, limit, has in (
        ("source", sizes.source, any(item.source_context for item in items)),
        ("target", sizes.target, any(one.context for item in items for one in item.candidates)),
    ):
        if limit != 0 and not has:
            option = "--context-src" if side == "source" else "--context-tgt"
            raise UsageError(
                f"no item has {side} context; give it with {option} or --documents, or do without:"
                f" --{side}-context 0"
            )


def notes_on(items: Sequence[Item], sizes: Sizes) -> list[str]:
    """Return how much of the wanted context the set has."""
    lines = [
        max(len(item.source_context), *(len(one.context) for one in item.candidates))
        for item in items
    ]
    told = []
    if len(sizes.names) > 1 and not all(lines):
        told.append(f"{sum(not count for count in lines)} of {len(items)} items have no context")
    if sizes.most is not None and sizes.most > max(lines):
        told.append(
            f"no item has more than {max(lines)} lines of context; larger sizes add nothing"
        )
    return told


def _examples(item: Item) -> list[Example]:
    """Return an item's translations as examples; its id stands for the document."""
    return [
        Example(
            document=item.id,
            segment=len(item.source_context),
            source=item.source or "",
            target=candidate.target,
            source_context=item.source_context,
            target_context=candidate.context,
        )
        for candidate in item.candidates
    ]


def _key(example: Example) -> Key:
    """Return all that a score depends on."""
    return example.source, example.target, example.source_context, example.target_context
