"""How much context to translate with: what was asked for, or what the model was trained with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.plugin import UsageError

if TYPE_CHECKING:
    from discotag_cxmi.formats import ContextFormat


@dataclass(frozen=True, slots=True)
class Size:
    """A number of context lines, with a note where the model has not seen so many."""

    lines: int
    note: str | None = None


def size_of(given: ContextFormat, side: str, wished: int | None) -> Size:
    """Choose the context of a side (`source`, `target`).

    Raises:
        UsageError: nothing was asked for, and the model does not say what it was trained with.
    """
    trained: tuple[int, int] | None = getattr(given, f"{side}_sizes")
    if wished is None:
        if trained is None:
            raise UsageError(
                f"the model does not say with how much {side} context it was trained (no"
                f" context.json); give --{side}-context, 0 for none"
            )
        return Size(trained[1])
    if wished < 0:
        raise UsageError(f"--{side}-context {wished}: give a number of lines, 0 for none")
    if trained is None or trained[0] <= wished <= trained[1]:
        return Size(wished)
    return Size(
        wished,
        f"the model was trained with {trained[0]} to {trained[1]} {side} lines, not {wished};"
        " what it makes of them is its guess",
    )
