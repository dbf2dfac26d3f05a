"""How much context a model is judged with: the user's wish, the model's training, the set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_cxmi.contrast.items import Item
    from discotag_cxmi.formats import ContextFormat

USUAL = 5
"""Earlier lines taken from documents where no size says how many."""


@dataclass(frozen=True, slots=True)
class Most:
    """The most context lines on each side.

    Args:
        source: on the source side.
        target: on the target side.
        has: the most lines that the set has for an item.
        share: share of the items that have any context.
    """

    source: int
    target: int
    has: int
    share: float

    @classmethod
    def of(
        cls, format: ContextFormat, items: Sequence[Item], source: int | None, target: int | None
    ) -> Most:
        """Settle the most lines: as wished, else as the model was trained, where that is known.

        Raises:
            UsageError: neither the user nor the model's `context.json` says it.
        """
        lines = [
            max(len(item.source_context), *(len(one.context) for one in item.candidates))
            for item in items
        ]
        if source is None and target is None:
            source = format.source_sizes[1] if format.source_sizes else None
            target = format.target_sizes[1] if format.target_sizes else None
            if source is None and target is None:
                raise UsageError(
                    "the model's context.json does not say how much context it was trained with;"
                    " give --source-context and --target-context (0 without)"
                )
        return cls(
            source or 0, target or 0, max(lines), sum(count > 0 for count in lines) / len(lines)
        )

    def notes(self, format: ContextFormat, sizes: Sequence[int]) -> Iterator[str]:
        """Yield what the user should know of the sizes."""
        if any(sizes) and self.share < 1:
            yield f"{100 * self.share:.1f} % of the items have any context"
        if max(sizes) > self.has:
            yield f"no item has more than {self.has} earlier lines; larger sizes change nothing"
        for side, most, trained in (
            ("source", self.source, format.source_sizes),
            ("target", self.target, format.target_sizes),
        ):
            used = sorted({min(size, most) for size in sizes})
            strange = [size for size in used if trained and not trained[0] <= size <= trained[1]]
            if trained and strange:
                least, last = trained
                yield (
                    f"the model was trained with {least} to {last} {side} lines of context;"
                    f" {', '.join(map(str, strange))} it has never seen, so figures with that"
                    " say little"
                )


def read_sizes(text: str | None) -> tuple[int, ...] | None:
    """Read `0,1,2`; None where nothing is given.

    Raises:
        UsageError: a size is no number, none is given, or one stands twice.
    """
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isascii() and part.isdigit() for part in parts):
        raise UsageError(f"--sizes {text!r}: give numbers of lines, such as 0,1,2")
    sizes = tuple(int(part) for part in parts)
    if len(set(sizes)) < len(sizes):
        raise UsageError(f"--sizes {text!r}: a size stands there twice")
    return sizes


def largest(sizes: Sequence[int] | None, source: int | None, target: int | None) -> int:
    """Give how many earlier lines are worth reading from documents."""
    if sizes is not None:
        return max(sizes)
    limits = [limit for limit in (source, target) if limit is not None]
    for limit in limits:
        if limit < 0:
            raise UsageError("--source-context and --target-context start at 0")
    return max(limits, default=USUAL)


def settled(sizes: tuple[int, ...] | None, most: Most) -> tuple[int, ...]:
    """Give the sizes to judge with: as wished, else 0 and all up to the most.

    Raises:
        UsageError: a size is more than both sides allow.
    """
    limit = max(most.source, most.target)
    if sizes is None:
        return tuple(range(limit + 1))
    if max(sizes) > limit:
        raise UsageError(
            f"--sizes {max(sizes)}: --source-context and --target-context allow {limit} lines"
        )
    return sizes
