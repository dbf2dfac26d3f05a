"""Marks and tags: words that have a class, and those among them that only context decides.

A mark is a token that has a class (this *vous* is V). A tag is a mark whose class needs context:
it carries evidence, and its windows are how much of the document must be read to see it.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import Field

from discotag.core.errors import UndeclaredMarksError
from discotag.core.parsing import FrozenModel

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from discotag.core.document import Document, SideName


class TokenRef(NamedTuple):
    """One token of a document: side, segment index, token index, all 0-based."""

    side: SideName
    segment: int
    token: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A target token that has a class for one phenomenon.

    Args:
        phenomenon: the phenomenon's name, such as `formality`.
        label: the class, such as `t`, `v` or `it→fem`.
        segment: 0-based segment index.
        token: 0-based token index in the target segment.
        source_tokens: indices of the source tokens it is linked to, in its own segment.
        evidence: the nearest places that suffice to decide the class; empty where no context is
            needed or known.
        is_unresolved: whether context decides although the evidence was not found (a pronoun
            without a known antecedent).
        needed: how many of the evidence's places suffice, whichever they are; None = all of them.
            Fewer than all only where following segments were searched, too: then earlier and later
            places are adjacent.
    """

    phenomenon: str
    label: str
    segment: int
    token: int
    source_tokens: tuple[int, ...] = ()
    evidence: tuple[TokenRef, ...] = ()
    is_unresolved: bool = False
    needed: int | None = None

    def __post_init__(self) -> None:
        """Check the number of places needed; all of them is the same as None."""
        if self.needed is not None and self.needed < 1:
            raise ValueError(f"{self.needed} places of evidence are needed: at least 1")
        if self.needed is not None and self.needed >= len(self.evidence):
            object.__setattr__(self, "needed", None)

    @property
    def is_tag(self) -> bool:
        """Whether the class needs context."""
        return bool(self.evidence) or self.is_unresolved

    @property
    def distance(self) -> int | None:
        """Segments back to the nearest evidence (negative: ahead); None without evidence."""
        return min((self.segment - place.segment for place in self.evidence), key=abs, default=None)

    @property
    def span(self) -> int | None:
        """Segments back (negative: ahead) to the furthest evidence needed: the smallest window."""
        distances = sorted((self.segment - place.segment for place in self.evidence), key=abs)
        return distances[(self.needed or len(distances)) - 1] if distances else None


class UndeclaredMarks:
    """The marks of a component that declares no phenomena: reading them is an error.

    Without it, a component whose author forgot `phenomena` would find nothing, and nobody would
    know why.
    """

    def __iter__(self) -> Iterator[Mark]:
        """Raise UndeclaredMarksError."""
        raise UndeclaredMarksError

    def __len__(self) -> int:
        """Raise UndeclaredMarksError."""
        raise UndeclaredMarksError

    def __getitem__(self, index: int) -> Mark:
        """Raise UndeclaredMarksError."""
        raise UndeclaredMarksError


@dataclass(frozen=True, slots=True)
class TaggedDocument:
    """A document with its marks, in text order.

    Args:
        document: the document; a scorer finds in it the layers it declared.
        marks: sorted by segment, token, phenomenon and label.
        failures: one message per tagger that failed on this document (`--on-error skip`).
        phenomena: what was searched for, so that "none found" differs from "not searched"; None =
            unknown.
    """

    document: Document
    marks: tuple[Mark, ...]
    failures: tuple[str, ...] = ()
    phenomena: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Check that every mark and its evidence point into the document, and sort."""
        if isinstance(self.marks, UndeclaredMarks):
            return
        ordered = tuple(
            sorted(self.marks, key=lambda m: (m.segment, m.token, m.phenomenon, m.label))
        )
        object.__setattr__(self, "marks", ordered)
        sizes = {
            "source": [len(tokens) for tokens in self.document.source],
            "target": [len(tokens) for tokens in self.document.target],
        }
        for mark in self.marks:
            if self.phenomena is not None and mark.phenomenon not in self.phenomena:
                raise ValueError(f"a mark of {mark.phenomenon!r}, which was not looked for")
            here = mark.segment
            linked = (("source", here, token) for token in mark.source_tokens)
            for side, segment, token in (("target", here, mark.token), *mark.evidence, *linked):
                if not 0 <= segment < len(sizes[side]) or not 0 <= token < sizes[side][segment]:
                    raise ValueError(
                        f"{mark.phenomenon} mark {mark.label!r} points to {side} token {token}"
                        f" of segment {segment}, which does not exist"
                    )

    def restricted(self, layers: Iterable[str]) -> TaggedDocument:
        """Return a copy whose document has only the layers named; marks are the same."""
        seen = object.__new__(TaggedDocument)  # they were checked when this one was made
        for name, value in (
            ("document", self.document.restricted(layers)),
            ("marks", self.marks),
            ("failures", self.failures),
            ("phenomena", self.phenomena),
        ):
            object.__setattr__(seen, name, value)
        return seen

    @property
    def tags(self) -> tuple[Mark, ...]:
        """The marks whose class needs context."""
        return tuple(mark for mark in self.marks if mark.is_tag)

    def marks_by_token(self, phenomenon: str | None = None) -> dict[tuple[int, int], list[Mark]]:
        """Group the marks (of one phenomenon, or all) by (segment, token)."""
        grouped: dict[tuple[int, int], list[Mark]] = {}
        for mark in self.marks:
            if phenomenon is None or mark.phenomenon == phenomenon:
                grouped.setdefault((mark.segment, mark.token), []).append(mark)
        return grouped


class Window(NamedTuple):
    """The segments around one: so many before it, so many after it; None = all of the document."""

    previous: int | None
    following: int | None

    def holds(self, other: Window) -> bool:
        """Return whether another window is within this one.

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
    evidence is unknown has none, and so has a mark that is not a tag.
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


class ContextOptions(FrozenModel):
    """Which context counts; taggers' own options derive from it.

    Args:
        window: how many segments back to look; None = the whole document.
        following: whether later segments count, too: how many, or `true` = as many as `window`.
            A tag then has earlier and later evidence side by side.
        current: whether earlier words of the same segment count (the published MuDA code counts
            them).
    """

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
        """Collect (key, place) pairs in any order; the places of one key are on one side."""
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
        `count` later ones after them. Any `count` of these decide (`Mark.needed`); fewer than
        `count` in all are not evidence: then the answer is empty.
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
