"""Evidence: the nearest earlier (or later) words of the same kind, which decide a word's class."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from discotag.core.tags import Place


class ContextOptions(BaseModel):
    """Which context counts; taggers' own options derive from it.

    Args:
        window: how many segments back (and ahead) to look; None = the whole document.
        following: whether later segments count too, where earlier ones give nothing.
        current: whether earlier words of the same segment count (the published MuDA code counts
            them).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    window: int | None = Field(default=None, ge=0)
    following: bool = False
    current: bool = False

    def within(self, reach: int | None) -> ContextOptions:
        """Give the same context, no further than `reach` segments; None = no further limit."""
        window = min((w for w in (self.window, reach) if w is not None), default=None)
        return ContextOptions(window=window, following=self.following, current=self.current)


class Occurrences:
    """Where in a document each key (a class, a lemma pair, a verb form) occurs."""

    def __init__(self, occurrences: Iterable[tuple[Hashable, Place]]) -> None:
        """Collect (key, place) pairs in any order; the places of one key lie on one side."""
        found: dict[Hashable, set[Place]] = {}
        for key, place in occurrences:
            found.setdefault(key, set()).add(place)
        self._places = {
            key: sorted(places, key=lambda place: (place.segment, place.token))
            for key, places in found.items()
        }

    def nearest(
        self, key: Hashable, place: Place, options: ContextOptions, *, count: int = 1
    ) -> tuple[Place, ...]:
        """Give the `count` nearest other places of `key` that count as context, nearest first.

        Earlier places are preferred; later ones are looked at only where `options.following` is set
        and the earlier ones do not suffice. Fewer than `count` places are no evidence: then the
        answer is empty.
        """
        places = self._places.get(key, [])
        here = (place.segment, place.token) if options.current else (place.segment, -1)
        last = bisect_left(places, here, key=lambda other: (other.segment, other.token))
        chosen = [
            other
            for other in reversed(places[max(0, last - count) : last])
            if options.window is None or place.segment - other.segment <= options.window
        ]
        if options.following and len(chosen) < count:
            first = bisect_left(places, place.segment + 1, key=lambda other: other.segment)
            later = places[first : first + count - len(chosen)]
            chosen += [
                other
                for other in later
                if options.window is None or other.segment - place.segment <= options.window
            ]
        return tuple(chosen) if len(chosen) == count else ()
