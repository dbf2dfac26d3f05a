"""What is checked when: near a change at once, the rest of a long document when it is quiet.

A document of up to `WHOLE` lines is checked as a whole after every change. Of a longer one, the
lines near the change are checked first; findings elsewhere are kept, except those with a place in a
line that changed. The whole document follows in another thread as soon as nobody types: then the
findings are those of `discotag lint`.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from discotag.plugin import DiscotagError
from discotag.plugin.commands import hints_for
from discotag_lint.sessions import excerpt
from discotag_lsp.carried import Change, Held, change, held, merged, rows_of
from discotag_lsp.scheduler import Scheduler

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from discotag.plugin import ParallelText
    from discotag_lint.configuration import FilePair
    from discotag_lsp.pairs import Pairs

logger = logging.getLogger(__name__)
WHOLE = 100
"""Lines up to which a document is checked as a whole at once."""
NEAR = 30
"""Lines before and behind a change that are checked at once."""
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
