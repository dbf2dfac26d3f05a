"""Windows of context: how many previous and following segments a tag needs to be decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from discotag.core.tags import Mark


class Window(NamedTuple):
    """The segments around one: so many before it, so many behind it; None = all of the document."""

    previous: int | None
    following: int | None

    def holds(self, other: Window) -> bool:
        """Return whether another window lies in this one.

        Example:
            >>> Window(None, 0).holds(Window(7, 0)), Window(9, 0).holds(Window(0, 1))
            (True, False)
        """
        return _holds(self.previous, other.previous) and _holds(self.following, other.following)


def _holds(ours: int | None, theirs: int | None) -> bool:
    return ours is None or (theirs is not None and theirs <= ours)


def windows(mark: Mark) -> tuple[Window, ...]:
    """Return the least windows that hold the evidence a tag needs, shortest before it first.

    None holds another: where one earlier or one later word would do, there are two. A tag whose
    evidence is unknown has none, and so has a mark that is no tag.
    """
    needed = mark.needed or len(mark.evidence)
    back = sorted(d for place in mark.evidence if (d := mark.segment - place.segment) >= 0)
    ahead = sorted(d for place in mark.evidence if (d := place.segment - mark.segment) > 0)
    found: list[Window] = []
    if not needed:
        return ()
    for before in range(max(0, needed - len(ahead)), min(needed, len(back)) + 1):
        behind = needed - before
        window = Window(back[before - 1] if before else 0, ahead[behind - 1] if behind else 0)
        if not any(window.holds(other) for other in found):
            found = [other for other in found if not other.holds(window)] + [window]
    return tuple(found)
