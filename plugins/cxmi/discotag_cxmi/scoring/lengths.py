"""Examples that are longer than a model takes: told all at once, or left out and counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import InputError, count_noun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_cxmi.examples import Example

CURE = (
    "give it less context, or --when-long shorten leaves out the lines farthest away, and"
    " --when-long leave-out the segment"
)
CURE_ALONE = "split the segment, or --when-long leave-out leaves it out; it is never cut"


class TooLongError(InputError):
    """An example that is longer than the model takes; names document and segment."""


def too_long(example: Example, what: str, size: int, limit: int, lines: int) -> TooLongError:
    """Return the error for an example that is too long.

    Args:
        example: which one.
        what: the part that is too long, such as `its source`.
        size: subwords of it.
        limit: most that the model takes.
        lines: how many context lines could be left out.
    """
    drawn = sorted({document for document, _ in example.origins[-lines:]}) if lines else []
    origin = f" of {', '.join(map(repr, drawn))}" if drawn else ""
    count = f" with {lines} context lines{origin}" if lines else ""
    return TooLongError(
        f"{example.place()}: {what}{count}"
        f" {'have' if ' and ' in what else 'has'} {size} subwords, the model takes {limit};"
        f" {CURE if lines else CURE_ALONE}"
    )


def left_out_of(
    found: Sequence[tuple[Example, TooLongError]], *, may_leave_out: bool
) -> frozenset[tuple[str, int]]:
    """Return the (document, segment) of examples that are too long, under any context.

    Raises:
        TooLongError: they may not be left out; says where the first is, and how many there are.
    """
    places = frozenset((example.document, example.segment) for example, _ in found)
    if found and not may_leave_out:
        first = found[0][1]
        more = f" ({count_noun(len(places), 'segment')} too long in all)" if len(places) > 1 else ""
        raise TooLongError(f"{first}{more}")
    return places
