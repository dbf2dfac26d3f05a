"""What is checked when: near a change at once, the rest of a long document when it is quiet.

A document of up to `WHOLE` lines is checked as a whole after every change. Of a longer one, the
lines near the change are checked first; findings elsewhere are kept, except those with a place in a
line that changed. The whole document follows in another thread as soon as nobody types: then the
findings are those of `discotag lint`.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TYPE_CHECKING

from discotag.plugin import DiscotagError
from discotag.plugin.commands import hints_for
from discotag_lint.sessions import excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from pathlib import Path

    from discotag.plugin import ParallelText
    from discotag_lint.configuration import FilePair
    from discotag_lint.locations import LocatedFinding, SourceLocation
    from discotag_lint.sessions import Checked
    from discotag_lsp.pairs import Pairs


logger = logging.getLogger(__name__)
WHOLE = 100
"""Lines up to which a document is checked as a whole at once."""
NEAR = 30
"""Lines before and after a change that are checked at once."""
MOST = 4 * NEAR
"""Changed lines that are checked at once; the others follow with the whole document."""
SOON, QUIET = 0.1, 1.0
"""Seconds after a change, before what is near it and before the whole document is checked."""
BROKEN = "a check failed in discotag itself; the log of the language server says where"


class ReplacedError(Exception):
    """A check of a text that has changed since."""


@dataclass
class Part:
    """A document of a file, and what is known of it.

    Args:
        text: the document.
        rows: its lines, all texts side by side.
        findings: what was found.
        unit: what was one segment; "" = nothing was decided yet.
        is_whole: whether the findings are those of the whole document as it is now.
    """

    text: ParallelText
    rows: list[tuple[str, ...]] | None
    findings: tuple[Held, ...] = ()
    unit: str = ""
    is_whole: bool = False


@dataclass
class State:
    """What is known of a file.

    Args:
        pair: the file and its source.
        parts: its documents by id.
        error: what keeps it from being checked.
        count: of its changes.
    """

    pair: FilePair
    parts: dict[str, Part] = field(default_factory=dict)
    error: str = ""
    count: int = 0

    @property
    def findings(self) -> tuple[Held, ...]:
        """All findings, document by document."""
        return tuple(item for part in self.parts.values() for item in part.findings)


class Checker:
    """Checks files after each change.

    Args:
        pairs: the files.
        publish: shows what is known of a file; called from other threads.
        whole: lines up to which a document is checked as a whole at once.
        quiet: seconds without a change before the whole of a longer one is checked.
    """

    def __init__(
        self,
        pairs: Pairs,
        publish: Callable[[State], None],
        *,
        whole: int = WHOLE,
        quiet: float = QUIET,
    ) -> None:
        self._pairs = pairs
        self._publish = publish
        self._whole, self._quiet = whole, quiet
        self._states: dict[Path, State] = {}
        self._lock = Lock()
        self._at_once = Scheduler("discotag-near")
        self._later = Scheduler("discotag-whole")

    def close(self) -> None:
        """Check nothing more."""
        self._at_once.close()
        self._later.close()
        for state in self._states.values():
            state.count += 1

    def is_idle(self) -> bool:
        """Return whether all that is known has been shown."""
        return self._at_once.is_idle() and self._later.is_idle()

    def state(self, path: Path) -> State | None:
        """Return what is known of a file."""
        return self._states.get(path)

    def states(self) -> tuple[State, ...]:
        """Return what is known of all files."""
        return tuple(self._states.values())

    def forget(self) -> None:
        """Check all files anew: a setting has changed."""
        for state in self.states():
            state.parts = {}
            self.touch(state.pair)

    def drop(self, path: Path) -> None:
        """Forget a file."""
        with self._lock:
            state = self._states.pop(path, None)
        if state is not None:
            state.count += 1
        self._at_once.drop(path)
        self._later.drop(path)

    def touch(self, pair: FilePair, *, delay: float = SOON) -> None:
        """Check a file soon, since it or its source has changed."""
        path = pair.file
        with self._lock:
            state = self._states.setdefault(path, State(pair))
            state.pair = pair
            state.count += 1
        self._at_once.plan(path, lambda: self._check(state), delay=delay)

    def _check(self, state: State) -> None:
        """Check a file near its changes, show that, and plan the rest."""
        count = state.count
        try:
            texts = self._pairs.read(state.pair)
            state.parts = {
                text.id: self._near(state, text, state.parts.get(text.id)) for text in texts
            }
            state.error = ""
        except DiscotagError as error:
            state.error = " ".join([str(error), *hints_for(error)])
        except Exception:
            logger.exception("discotag lsp: %s", state.pair.file)
            state.error = BROKEN
        if state.count != count:  # what follows is planned already
            return
        self._publish(state)
        if not state.error and not all(part.is_whole for part in state.parts.values()):
            is_new = not any(part.unit for part in state.parts.values())
            delay = 0.0 if is_new else self._quiet
            self._later.plan(state.pair.file, lambda: self._check_whole(state), delay=delay)

    def _near(self, state: State, text: ParallelText, known: Part | None) -> Part:
        """Return what is known of a document once the lines near its change are checked."""
        rows = rows_of(text) if text.is_aligned else None
        part = Part(text, rows, unit=known.unit if known else "")
        by = None
        if known is not None and rows is not None and known.rows is not None:
            by = change(known.rows, rows)
            moved = [item.moved(by, text) for item in known.findings]
            part.findings = tuple(item for item in moved if item is not None)
        if known is not None and by is not None and by.is_none:
            part.is_whole = known.is_whole
        elif len(text.source) <= self._whole:
            return self._all(part, state, _go_on)
        elif by is not None:
            self._again(part, state, by)
        return part

    def _again(self, part: Part, state: State, by: Change) -> None:
        """Check the lines near a change again."""
        first = max(by.first - NEAR, 0)
        last = min(by.new, by.first + MOST) + NEAR
        cut = excerpt(part.text, first, last)
        checked = self._pairs.session(state.pair).check(
            cut, self._pairs.files(state.pair), unit=part.unit
        )
        part.unit = part.unit or checked.unit
        near = held(checked, first)
        part.findings = merged(part.findings, near, first, last)

    def _all(self, part: Part, state: State, pause: Callable[[], None]) -> Part:
        """Return what is known of a document that was checked as a whole."""
        session = self._pairs.session(state.pair)
        checked = session.check(part.text, self._pairs.files(state.pair), pause=pause)
        found = held(checked)
        return Part(part.text, part.rows, found, checked.unit, is_whole=True)

    def _check_whole(self, state: State) -> None:
        """Check documents as a whole that are not, until the file changes."""
        count = state.count

        def pause() -> None:
            if state.count != count:
                raise ReplacedError

        try:
            for name, part in list(state.parts.items()):
                if not part.is_whole:
                    whole = self._all(part, state, pause)
                    pause()
                    state.parts[name] = whole
        except ReplacedError:
            return
        except DiscotagError as error:
            state.error = str(error)
        self._publish(state)


def _go_on() -> None:
    """Do nothing: the text is as it is."""


@dataclass(frozen=True, slots=True)
class Change:
    """How a document changed, line by line: all between two ends that stayed the same.

    Args:
        first: the first line that is new, from 0.
        old: the end of the old lines in its place.
        new: the end of the new ones.
    """

    first: int
    old: int
    new: int

    @property
    def is_none(self) -> bool:
        """Whether all lines stayed as they were."""
        return self.first == self.old == self.new

    def moved(self, row: int) -> int | None:
        """Return where an old line is now; None if it changed or went."""
        if row < self.first:
            return row
        return None if row < self.old else row + self.new - self.old


def rows_of(text: ParallelText) -> list[tuple[str, ...]]:
    """Return the lines of all texts side by side, with what the file calls them."""
    sides = [text.source, *text.references.values(), *text.hypotheses.values()]
    if text.units:
        sides.append(text.units)
    return list(zip(*sides, strict=True))


def change(old: Sequence[object], new: Sequence[object]) -> Change:
    """Find the lines that two versions have in common at their ends."""
    shortest = min(len(old), len(new))
    first = 0
    while first < shortest and old[first] == new[first]:
        first += 1
    last = 0
    while last < shortest - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return Change(first, len(old) - last, len(new) - last)


@dataclass(frozen=True, slots=True)
class Held:
    """A finding, and the lines of the document that its places are in.

    Args:
        finding: the finding.
        rows: of its word and of the others, from 0.
    """

    finding: LocatedFinding
    rows: tuple[int, ...]

    def is_within(self, first: int, last: int) -> bool:
        """Return whether all its places are in lines from `first` to before `last`."""
        return all(first <= row < last for row in self.rows)

    def moved(self, by: Change, text: ParallelText) -> Held | None:
        """Return it where it is in the new text; None if a line of its places changed."""
        rows = [by.moved(row) for row in self.rows]
        if None in rows:
            return None
        known = tuple(row for row in rows if row is not None)
        spots = [
            _at(spot, row, text)
            for spot, row in zip((self.finding.spot, *self.finding.others), known, strict=True)
        ]
        origin = self.finding.origin
        if origin is not None and known[0] < len(text.lines):
            origin = replace(origin, line=text.lines[known[0]])
        found = replace(self.finding, spot=spots[0], others=tuple(spots[1:]), origin=origin)
        return Held(found, known)


def held(checked: Checked, first: int = 0) -> tuple[Held, ...]:
    """Return the findings of a check with their lines.

    Args:
        checked: what came out.
        first: where the excerpt that was checked begins in the document.
    """
    return tuple(
        Held(
            found,
            tuple(checked.rows[spot.segment] + first for spot in (found.spot, *found.others)),
        )
        for findings in checked.findings.values()
        for found in findings
    )


def merged(old: Sequence[Held], near: Sequence[Held], first: int, last: int) -> tuple[Held, ...]:
    """Put findings near a change in the place of what was known there.

    Args:
        old: the findings of the whole document, moved; those with a changed line are gone.
        near: those of the lines `first` to before `last`.
        first: the first line that was checked again.
        last: the line after the last one.
    """
    kept = [item for item in old if not item.is_within(first, last)]
    known = {_key(item) for item in near}
    kept = [item for item in kept if _key(item) not in known]
    return tuple(sorted([*kept, *near], key=lambda item: (item.rows[0], item.finding.spot.start)))


def _key(item: Held) -> tuple[str, int, str, int]:
    spot = item.finding.spot
    return item.finding.code, item.rows[0], spot.side, spot.start


def _at(spot: SourceLocation, row: int, text: ParallelText) -> SourceLocation:
    """Return a place whose line is another one now."""
    line = text.lines[row] if spot.line is not None and row < len(text.lines) else spot.line
    return replace(spot, line=line)


class Scheduler:
    """Does pieces of work in one thread, each when it is due.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self._due: dict[Hashable, tuple[float, Callable[[], None]]] = {}
        self._wake = threading.Condition()
        self._is_closed = False
        self._is_at_work = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def plan(self, name: Hashable, work: Callable[[], None], *, delay: float) -> None:
        """Do some work in `delay` seconds, in place of what is planned under that name."""
        with self._wake:
            self._due[name] = (time.monotonic() + delay, work)
            self._wake.notify_all()

    def drop(self, name: Hashable) -> None:
        """Forget what is planned under a name."""
        with self._wake:
            self._due.pop(name, None)

    def close(self) -> None:
        """Do nothing more."""
        with self._wake:
            self._is_closed = True
            self._wake.notify_all()

    def is_idle(self) -> bool:
        """Return whether nothing is planned or under way."""
        with self._wake:
            return not self._due and not self._is_at_work

    def _run(self) -> None:
        while True:
            with self._wake:
                self._is_at_work = False
                while not self._is_closed and (waiting := self._wait()) != 0:
                    self._wake.wait(waiting)
                if self._is_closed:
                    return
                name = min(self._due, key=lambda key: self._due[key][0])
                _, work = self._due.pop(name)
                self._is_at_work = True
            try:
                work()
            except Exception:
                logger.exception("discotag lsp: a check failed")

    def _wait(self) -> float | None:
        """Return the seconds until something is due; None = nothing is planned."""
        if not self._due:
            return None
        return max(0.0, min(due for due, _ in self._due.values()) - time.monotonic())
