"""Scores of a set by a model, with more and more context; nothing is scored twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import InputError, UsageError
from discotag_cxmi.contrast.runs import Runs
from discotag_cxmi.examples import Example

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_cxmi.contrast.items import Item
    from discotag_cxmi.models import ContextModel

Key = tuple[str | tuple[str, ...], ...]


def judge(
    model: ContextModel, items: Sequence[Item], sizes: Sequence[int], *, source: int, target: int
) -> Runs:
    """Score every translation of a set with every context size, in nats.

    Args:
        model: what scores.
        items: the set.
        sizes: context sizes, each a run: so many lines on both sides, as far as allowed and there.
        source: the most source lines.
        target: the most target lines.

    Raises:
        InputError: an item has no source, or none has context although some is wanted; or it is
            longer than the model takes.
        ComponentError: the model gave a value that is no number.
    """
    lacking = next((item for item in items if item.source is None), None)
    if lacking is not None:
        raise InputError(
            f"item {lacking.id!r} has no source, so a translation model cannot judge it; give"
            " scores with --scores"
        )
    check_context(items, sizes, source=source, target=target)
    numbers: dict[Key, int] = {}
    wanted: list[Example] = []
    for item in items:
        for size in sizes:
            for example in _examples(item, min(size, source), min(size, target)):
                if _key(example) not in numbers:
                    numbers[_key(example)] = len(wanted)
                    wanted.append(example)
    totals = [scores.total for scores in model.score(wanted)]
    scores = {
        str(size): tuple(
            tuple(
                totals[numbers[_key(example)]]
                for example in _examples(item, min(size, source), min(size, target))
            )
            for item in items
        )
        for size in sizes
    }
    return Runs(tuple(items), scores, "nats")


def check_context(items: Sequence[Item], sizes: Sequence[int], *, source: int, target: int) -> None:
    """Check that some item has the context that is wanted; UsageError says how to give it."""
    if not any(sizes):
        return
    has = {
        "source": any(item.source_context for item in items),
        "target": any(candidate.context for item in items for candidate in item.candidates),
    }
    for side, lines in (("source", source), ("target", target)):
        if lines and not has[side]:
            option = f"--{side}-context 0"
            raise UsageError(
                f"no item has {side} context, so sizes above 0 say nothing; give it with"
                f" --context-{'src' if side == 'source' else 'tgt'} or --documents, or leave it out"
                f" with {option}"
            )


def _examples(item: Item, source: int, target: int) -> list[Example]:
    """Give an item's translations as examples; its id stands for the document."""
    return [
        Example(
            document=item.id,
            segment=len(item.source_context),
            source=item.source or "",
            target=candidate.target,
            source_context=item.source_context,
            target_context=candidate.context,
        ).within(source, target)
        for candidate in item.candidates
    ]


def _key(example: Example) -> Key:
    """Give all that a score depends on."""
    return example.source, example.target, example.source_context, example.target_context
