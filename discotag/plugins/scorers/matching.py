"""Matching: a word's k-th occurrence in the hypothesis is its k-th in the reference."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from discotag.core.scores import Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from discotag.core.tags import TaggedDocument

NO_ROWS: frozenset[Row] = frozenset()


class Tally:
    """Counts per row that grow while a document is read: one list of columns for each row."""

    def __init__(self, width: int) -> None:
        """Start empty, with `width` columns."""
        self._counts: defaultdict[Row, list[float]] = defaultdict(lambda: [0.0] * width)

    def add(self, rows: Iterable[Row], column: int) -> None:
        """Count one more in a column of each row."""
        for row in rows:
            self._counts[row][column] += 1

    def frozen(self) -> dict[Row, tuple[float, ...]]:
        """Return the counts."""
        return {row: tuple(columns) for row, columns in self._counts.items()}


def matches(reference: Sequence[str], hypothesis: Sequence[str]) -> list[int | None]:
    """Give, for each hypothesis word, the index of the reference word it matches, or None.

    Example:
        >>> matches(["a", "b", "a"], ["a", "a", "a"])
        [0, 2, None]
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for index, word in enumerate(reference):
        places[word].append(index)
    seen: defaultdict[str, int] = defaultdict(int)
    found: list[int | None] = []
    for word in hypothesis:
        candidates = places.get(word, ())
        found.append(candidates[seen[word]] if seen[word] < len(candidates) else None)
        seen[word] += 1
    return found


def rows_by_token(tagged: TaggedDocument) -> Mapping[tuple[int, int], frozenset[Row]]:
    """Return the rows to which each tagged token counts: its phenomena, and its labels of each.

    Keys are (segment, token), 0-based; marks that are no tags do not count. A token with two labels
    of one phenomenon counts once for the phenomenon and once for each label.
    """
    rows: defaultdict[tuple[int, int], set[Row]] = defaultdict(set)
    for tag in tagged.tags:
        rows[tag.segment, tag.token] |= {Row(tag.phenomenon), Row(tag.phenomenon, tag.label)}
    return {place: frozenset(found) for place, found in rows.items()}
