"""The one boundary between discotag and the code of plugins.

Every call of a plugin's code goes through `plugin_call` or `iterate_plugin`. Whatever it raises,
an exit too, becomes an error that names plugin, component and document; what it prints goes to
standard error; `deadline` limits the time it may take; and a process that dies leaves a note of
the component that it was in.
"""

from __future__ import annotations

import faulthandler
import logging
import mmap
import re
import signal
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from pydantic import ValidationError

from discotag.core.errors import (
    ComponentError,
    DiscotagError,
    MissingLayerError,
    UsageError,
    restored,
)
from discotag.core.parsing import faults
from discotag.core.text import writable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

logger = logging.getLogger(__name__)
Item = TypeVar("Item")
HOME = Path(__file__).parents[1]
PLUGINS = HOME / "plugins"
LONGEST = 1000
"""Characters of an exception's text that a message shows."""
PATIENCE = 2
"""After so many limits the process itself ends, and shows on standard error where it was."""
STDERR = 2
WHEREABOUTS = 1024
"""Bytes of the file that names the component a process is in; what is longer is cut."""
_END: Any = object()
_calls: list[Any] = []
_whereabouts: list[mmap.mmap] = []


class plugin_call:  # noqa: N801 # read as a verb: `with plugin_call(owner, "tagger x"):`
    """Call a plugin's code inside the block.

    Args:
        owner: the plugin's name.
        component: role and name, such as `tagger formality`.
        document: the document that it works on, if it is one.
        keeps_errors: whether its DiscotagErrors are shown as they are: those of a built-in about
            files and options, those of a command that the user has named.
        is_program: whether the code is a program of its own (a command), which may print.

    Raises:
        ComponentError: whatever was raised in the block, SystemExit and its like too. A
            KeyboardInterrupt stays one, and a DiscotagError stays what it is, with the plugin's
            name in its message.
    """

    __slots__ = (
        "_is_main", "_limit", "_stdout", "_stops",
        "component", "document", "is_program", "keeps_errors", "owner",
    )  # fmt: skip

    def __init__(
        self,
        owner: str,
        component: str,
        document: str | None = None,
        *,
        keeps_errors: bool = False,
        is_program: bool = False,
    ) -> None:
        self.owner, self.component, self.document = owner, component, document
        self.keeps_errors, self.is_program = keeps_errors, is_program

    def __str__(self) -> str:
        """Name component, plugin and document, for messages."""
        where = f" on document {self.document!r}" if self.document is not None else ""
        return f"{self.component} (plugin {self.owner}){where}"

    def __enter__(self) -> Self:
        self._is_main = threading.current_thread() is threading.main_thread()
        if self._is_main:
            _calls.append(self)
            _write_whereabouts()
            self._limit = _limits[-1] if _limits else None
            self._stops = self._limit.stops if self._limit is not None else 0
            self._stdout = sys.stdout
            if not self.is_program:
                sys.stdout = sys.stderr
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._is_main:
            _calls.pop()
            _write_whereabouts()
            if not self.is_program:
                sys.stdout = self._stdout
            if self._limit is not None and self._limit.stops > self._stops:
                self._restart(self._limit, error)
        if error is None or isinstance(error, KeyboardInterrupt):
            return
        if isinstance(error, DiscotagError) and not isinstance(error, MissingLayerError):
            if not self._is_named_in(error):
                where = f", document {self.document!r}" if self.document is not None else ""
                where = f"(in {self.component}, plugin {self.owner}{where})"
                message = f"{error_text(error)} {where}"
                raise restored(type(error), message, dict(error.__dict__)) from error
            return
        reason = describe_error(error) + error_place(error)
        raise ComponentError(self.owner, self.component, reason, document=self.document) from error

    def _restart(self, limit: Limit, error: BaseException | None) -> None:
        """Restart the time limit; ComponentError if this call went on after it was stopped."""
        if not _calls:
            limit.begin()
        if not isinstance(error, OverTimeError | KeyboardInterrupt | DiscotagError):
            late = f"took longer than {limit.seconds:g} s (--time-limit), and went on"
            raise ComponentError(self.owner, self.component, late, document=self.document)

    def _is_named_in(self, error: DiscotagError) -> bool:
        """Return whether an error names the plugin (for a wrong option: the component)."""
        if self.keeps_errors:
            return True
        names = [self.owner]
        if isinstance(error, UsageError):
            names.append(self.component.rpartition(" ")[2])
        words = "|".join(map(re.escape, names))
        return re.search(rf"(?<![\w-])({words})(?![\w-])", error_text(error)) is not None


def iterate_plugin(
    items: Iterable[Item],
    owner: str,
    component: str,
    document: str | None = None,
    *,
    keeps_errors: bool = False,
) -> Iterator[Item]:
    """Iterate over what a plugin yields, with a `plugin_call` for each item.

    Raises:
        ComponentError: as `plugin_call` does, at any item.
    """

    def call() -> plugin_call:
        return plugin_call(owner, component, document, keeps_errors=keeps_errors)

    with call():
        waiting = iter(items)
    try:
        while True:
            with call():
                item = next(waiting, _END)
            if item is _END:
                return
            yield item
    finally:
        close = getattr(waiting, "close", None)
        if close is not None:
            with call():
                close()


def current_component() -> str:
    """Return the component that this process is in, with its plugin; "" if in none."""
    return str(_calls[-1]) if _calls else ""


def keep_whereabouts(path: Path) -> None:
    """Name the current component in a file from now on, which outlives the process.

    A worker that dies without a word (a crash of compiled code, `os._exit`) cannot name what it was
    in; the run reads it there. The file is mapped into memory, which costs next to nothing.
    """
    path.write_bytes(bytes(WHEREABOUTS))
    with path.open("r+b") as stream:
        _whereabouts[:] = [mmap.mmap(stream.fileno(), WHEREABOUTS)]
    _write_whereabouts()


def read_whereabouts(path: Path) -> str:
    """Return the component that a process was in last; "" if in none, or if it kept no file."""
    try:
        return path.read_bytes().rstrip(b"\0").decode("utf-8", "ignore")
    except OSError:
        return ""


def _write_whereabouts() -> None:
    for file in _whereabouts:
        text = current_component().encode("utf-8", "replace")
        file[:] = text[:WHEREABOUTS].ljust(WHEREABOUTS, b"\0")


def describe_error(error: BaseException) -> str:
    """Return an exception in words: its kind and its text, never too long, whatever it is."""
    text = error_text(error)
    if isinstance(error, SystemExit):
        return f"called sys.exit({text})" if error.code is not None else "called sys.exit()"
    if isinstance(error, ValidationError):
        return _cut(f"{error.title}: {faults(error)}")
    kind = _cut(str(type(error).__name__))
    return f"{kind}: {text}" if text else kind


def error_place(error: BaseException) -> str:
    """Return where a plugin's code raised an error, as ` (tagger.py, line 33)`; empty if ours did.

    It is the last line of the plugin; libraries that it calls do not count.
    """
    trace, found = error.__traceback__, ""
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        is_ours = HOME in path.parents and PLUGINS not in path.parents
        package = str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        if is_ours or package in {"pluggy", "pydantic", "typer"}:
            found = ""
        elif package.startswith("discotag") or not found:
            found = f" ({path.parent.name}/{path.name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return found


def error_text(error: BaseException) -> str:
    """Return an exception's text, cut where it is long; a placeholder where it raises itself."""
    try:
        return _cut(str(error))
    except KeyboardInterrupt:
        raise
    except BaseException:
        return "(its text cannot be read)"


def _cut(text: str) -> str:
    text = writable(text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)} letters)"


class OverTimeError(BaseException):
    """Work that took longer than it may; raised wherever that work is.

    It is not an `Exception`: code that continues after any exception does not continue after this.
    """


class Limit:
    """A limit in force.

    Args:
        seconds: how long the work may take.

    Attributes:
        stops: how often work was stopped so far.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds, self.stops = seconds, 0
        self._is_stopped = False
        self._is_stoppable = (
            hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        )

    def begin(self) -> None:
        """Start both timers: the one that stops the work and the one that ends the process."""
        self._is_stopped = False
        faulthandler.dump_traceback_later(PATIENCE * self.seconds, exit=True, file=STDERR)
        if self._is_stoppable:
            signal.setitimer(signal.ITIMER_REAL, self.seconds, self.seconds / 2)

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Hold the block to the limit."""
        if self._is_stoppable:
            before = signal.signal(signal.SIGALRM, self._stop)
        try:
            self.begin()
            yield
        finally:
            if self._is_stoppable:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
            faulthandler.cancel_dump_traceback_later()

    def _stop(self, *_: object) -> None:
        self.stops += 1
        if self._is_stopped:
            end = PATIENCE * self.seconds
            logger.error(
                "%s goes on after it was stopped; this process ends at %g s",
                current_component(),
                end,
            )
        self._is_stopped = True
        raise OverTimeError(f"took longer than {self.seconds:g} s (--time-limit)")


_limits: list[Limit] = []


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Stop the block where it takes longer than so many seconds; None = it takes what it takes.

    Code that continues after having been stopped is stopped again, each time after half as long,
    until the process ends after `PATIENCE` times as long. Only
    `plugin_call` may begin the limit again, after the plugin that was stopped.

    Raises:
        OverTimeError: in the block; only in a process's main thread, and not on Windows. Elsewhere
            the process ends after `PATIENCE` times as long.
    """
    if seconds is None:
        yield
        return
    limit = Limit(seconds)
    _limits.append(limit)
    try:
        with limit.in_force():
            yield
    finally:
        _limits.remove(limit)
