"""All that answers say, whatever the study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import UsageError
from discotag_annotate.results import causes, choice, rank, span, tags
from discotag_annotate.results.background import background

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag_annotate.answers.checking import Collected
    from discotag_annotate.results.figures import Table


def summary(
    collected: Sequence[Collected], *, measure: Mapping[tuple[str, str], float] | None = None
) -> tuple[Table, ...]:
    """Return the tables of studies of one kind, such as the phases of `span`.

    Args:
        collected: checked answers.
        measure: for `rank`, what a measure says: (test, candidate) → value, the smaller the better.

    Raises:
        UsageError: studies of several kinds.
    """
    kinds = sorted({found.study.manifest.study for found in collected})
    if len(kinds) != 1:
        raise UsageError(
            f"studies of different kinds ({', '.join(kinds)}); collect each kind apart"
        )
    if measure is not None and kinds != ["rank"]:
        raise UsageError("--measure belongs to rank studies alone")
    return (*_tables(kinds[0], collected, measure), *background(collected))


def _tables(
    kind: str, collected: Sequence[Collected], measure: Mapping[tuple[str, str], float] | None
) -> Iterator[Table]:
    match kind:
        case "tags":
            yield from tags.summary(collected)
        case "causes":
            yield from causes.summary(collected)
        case "span":
            yield from span.summary(collected)
        case "rank":
            yield from rank.summary(collected, measure)
        case _:
            yield from choice.summary(collected)
