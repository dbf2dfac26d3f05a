"""Evidence: the nearest earlier (or later) words of the same kind, which decide a word's class."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from discotag.core.tags import TokenRef


class ContextOptions(BaseModel):
    """Which context counts; taggers' own options derive from it.

    Args:
        window: how many segments back to look; None = the whole document.
        following: whether later segments count, too: how many, or `true` = as many as `window`.
            A tag then has earlier and later evidence side by side.
        current: whether earlier words of the same segment count (the published MuDA code counts
            them).
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    window: int | None = Field(default=None, ge=0)
    following: bool | Annotated[int, Field(ge=0)] = False
    current: bool = False

    @property
    def ahead(self) -> int | None:
        """How many later segments count; None = all of the document."""
        return self.window if self.following is True else int(self.following)

    def within(self, reach: int | None) -> ContextOptions:
        """Return the same context, no further than `reach` segments; None = no further limit."""
        window = _least(self.window, reach)
        following = _least(self.ahead, reach)
        return ContextOptions(
            window=window,
            following=True if following is None else following,
            current=self.current,
        )


class Occurrences:
    """Where in a document each key (a class, a lemma pair, a verb form) occurs."""

    def __init__(self, occurrences: Iterable[tuple[Hashable, TokenRef]]) -> None:
        """Collect (key, place) pairs in any order; the places of one key lie on one side."""
        found: dict[Hashable, set[TokenRef]] = {}
        for key, place in occurrences:
            found.setdefault(key, set()).add(place)
        order = attrgetter("segment", "token")
        self._places = {key: sorted(places, key=order) for key, places in found.items()}

    def nearest(
        self, key: Hashable, place: TokenRef, options: ContextOptions, *, count: int = 1
    ) -> tuple[TokenRef, ...]:
        """Return the nearest other places of `key` that count as context, if they suffice.

        Up to `count` earlier places, nearest first; where `options.following` allows it, up to
        `count` later ones behind them. Any `count` of these decide (`Mark.needed`); fewer than
        `count` in all are no evidence: then the answer is empty.
        """
        places = self._places.get(key)
        if places is None:
            return ()
        side = places[0].side
        here = (side, place.segment, place.token if options.current else -1)
        last = bisect_left(places, here)
        chosen = [
            other
            for other in reversed(places[max(0, last - count) : last])
            if _reaches(options.window, place.segment - other.segment)
        ]
        if options.following:
            first = bisect_left(places, (side, place.segment + 1, -1))
            chosen += [
                other
                for other in places[first : first + count]
                if _reaches(options.ahead, other.segment - place.segment)
            ]
        return tuple(chosen) if len(chosen) >= count else ()


def _least(one: int | None, other: int | None) -> int | None:
    return min((limit for limit in (one, other) if limit is not None), default=None)


def _reaches(limit: int | None, distance: int) -> bool:
    return limit is None or distance <= limit
