"""The windows of text that people say suffice (span, sections 5.3 and 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag_annotate.results.figures import ALL, Share, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag_annotate.answers.checking import Collected
    from discotag_annotate.results.figures import Row


class Window(NamedTuple):
    """A smallest window that suffices: segments before and behind."""

    previous: int
    following: int

    def lies_in(self, previous: int, following: int) -> bool:
        """Return whether a window of this size holds it."""
        return self.previous <= previous and self.following <= following


SIZES = ((1, 0), (2, 0), (5, 0), (10, 0), (5, 5), (10, 10))
"""The windows that the paper speaks of, before + behind."""


def windows(found: Collected, phase: str, what: str, group: Callable[[str, str], str]) -> Table:
    """Return which share of all answers each window settles, by group of item and person."""
    told: dict[str, list[Window | None]] = {}
    for item, by_person in found.answers.items():
        for person, answers in by_person.items():
            if "outcome" not in answers:
                continue
            window = None
            if answers["outcome"] == "context" and {"previous", "following"} <= answers.keys():
                window = Window(int(str(answers["previous"])), int(str(answers["following"])))
            for name in (group(item, person), ALL):
                told.setdefault(name, []).append(window)
    rows: list[Row] = []
    for name, given in sorted(told.items(), key=lambda entry: (entry[0] == ALL, entry[0])):
        settled = [
            Share(sum(window is not None and window.lies_in(*size) for window in given), len(given))
            for size in SIZES
        ]
        behind = sum(window is not None and window.following > 0 for window in given)
        rows.append((name, len(given), *settled, Share(behind, len(given))))
    sizes = [f"{previous}+{following}" for previous, following in SIZES]
    return Table(
        f"{phase}: share of answers that a window settles, by {what}",
        (what, "answers", *sizes, "needs text behind"),
        tuple(rows),
        "Windows: segments before + behind. What no text settles stays in the total.",
    )
