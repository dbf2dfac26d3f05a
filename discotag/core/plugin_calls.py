"""Calling plugins: whatever a stranger's code does becomes an error that names it.

Every call of a plugin's code goes through `calling` or `each`. What it raises is caught, an exit
too; what it changed of the process is put back and told; a limit of time that it outlasted counts
as its failure; and a process that dies says where it was.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from pydantic import ValidationError

from discotag.core.current_call import enter, here, leave
from discotag.core.errors import (
    ComponentError,
    DiscotagError,
    MissingLayerError,
    UsageError,
    restored,
)
from discotag.core.global_state import OF_ENGINES, Aside, State
from discotag.core.options import faults
from discotag.core.timeouts import OverTimeError, current_limit
from discotag.core.wording import writable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.timeouts import Limit

HOME = Path(__file__).parents[1]
PLUGINS = HOME / "plugins"
logger = logging.getLogger(__name__)
Item = TypeVar("Item")
LONGEST = 1000
"""Letters of an exception's text that are told."""
FIRST, EVERY = 16, 64
"""All of the global state is watched in the first calls of a component, then in one of so many."""
_END: Any = object()


_calls: Counter[tuple[str, str]] = Counter()
_told: set[tuple[str, str, str]] = set()


class calling:  # noqa: N801 # read as a word: `with calling(owner, "tagger x"):`
    """Call a plugin's code inside the block.

    Args:
        owner: the plugin's name.
        component: role and name, such as `tagger formality`.
        document: the document that it works on, if it is one.
        keeps_errors: whether its DiscotagErrors are told as they are: those of a built-in about
            files and options, those of a command that the user has named.
        is_making: whether the component is loaded or made, rather than at work.
        is_program: whether the code is a program of its own (a command), which may print and set
            what it likes.

    Raises:
        ComponentError: whatever was raised in the block, SystemExit and its like too. A
            KeyboardInterrupt stays one, and a DiscotagError stays what it is, with the plugin's
            name in its message.
    """

    __slots__ = (
        "_aside",
        "_is_main",
        "_limit",
        "_modules",
        "_state",
        "_stdout",
        "_stops",
        "component",
        "document",
        "is_making",
        "is_program",
        "keeps_errors",
        "owner",
    )  # fmt: skip

    def __init__(
        self,
        owner: str,
        component: str,
        document: str | None = None,
        *,
        keeps_errors: bool = False,
        is_making: bool = False,
        is_program: bool = False,
    ) -> None:
        self.owner, self.component, self.document = owner, component, document
        self._limit: Limit | None = None
        self._state: State | None = None
        self.keeps_errors, self.is_making, self.is_program = keeps_errors, is_making, is_program

    def __str__(self) -> str:
        """Say where the process is, for messages."""
        where = f" on document {self.document!r}" if self.document is not None else ""
        return f"{self.component} (plugin {self.owner}){where}"

    def __enter__(self) -> Self:
        self._is_main = threading.current_thread() is threading.main_thread()
        if self._is_main:
            enter(self)
            self._limit = current_limit()
            self._stops = self._limit.stops if self._limit is not None else 0
            if not self.is_program:
                self._state = State.now(is_full=self._is_watched())
                self._modules = len(sys.modules)
                self._stdout, self._aside = sys.stdout, Aside()
                sys.stdout = self._aside
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._is_main:
            leave()
        if self._state is not None:
            self._put_back(self._state)
        if self._limit is not None and self._limit.stops > self._stops:
            self._restart(self._limit, error)
        if error is None or isinstance(error, KeyboardInterrupt):
            return
        if isinstance(error, DiscotagError) and not isinstance(error, MissingLayerError):
            if not self._is_named_in(error):
                raise self._named(error) from error
            return
        reason = told(error) + place_of(error)
        raise ComponentError(self.owner, self.component, reason, document=self.document) from error

    def _is_watched(self) -> bool:
        """Count the call; return whether all of the global state is watched in it."""
        place = (self.owner, self.component)
        _calls[place] += 1
        calls = _calls[place]
        return self.is_making or calls <= FIRST or calls % EVERY == 0

    def _restart(self, limit: Limit, error: BaseException | None) -> None:
        """Restart the time limit; ComponentError if this call went on after it was stopped."""
        if not here():
            limit.begin()
        if not isinstance(error, OverTimeError | KeyboardInterrupt | DiscotagError):
            late = f"took longer than {limit.seconds:g} s (--time-limit), and went on"
            raise ComponentError(self.owner, self.component, late, document=self.document)

    def _put_back(self, state: State) -> None:
        is_ours = sys.stdout is self._aside
        sys.stdout = self._stdout
        changed = [*([] if is_ours else ["standard output"]), *state.put_back()]
        is_loading = self.is_making or len(sys.modules) > self._modules
        for what in changed:
            if not (is_loading and what in OF_ENGINES):
                self._tell(f"changed {what}; it was put back")
        if self._aside.is_used:
            self._tell("prints; what it prints goes to standard error")

    def _tell(self, what: str) -> None:
        """Log what the plugin does, once."""
        if (self.owner, self.component, what) not in _told:
            _told.add((self.owner, self.component, what))
            logger.warning("%s (plugin %s) %s", self.component, self.owner, what)

    def _is_named_in(self, error: DiscotagError) -> bool:
        """Return whether an error names the plugin (for a wrong option: the component)."""
        if self.keeps_errors:
            return True
        names = [self.owner]
        if isinstance(error, UsageError):
            names.append(self.component.rpartition(" ")[2])
        words = "|".join(map(re.escape, names))
        return re.search(rf"(?<![\w-])({words})(?![\w-])", text_of(error)) is not None

    def _named(self, error: DiscotagError) -> DiscotagError:
        where = f", document {self.document!r}" if self.document is not None else ""
        message = f"{text_of(error)} (in {self.component}, plugin {self.owner}{where})"
        return restored(type(error), message, dict(error.__dict__))


def each(
    items: Iterable[Item],
    owner: str,
    component: str,
    document: str | None = None,
    *,
    keeps_errors: bool = False,
) -> Iterator[Item]:
    """Go over what a plugin yields, a call for each item.

    Raises:
        ComponentError: as `calling` does, on the way too.
    """

    def call() -> calling:
        return calling(owner, component, document, keeps_errors=keeps_errors)

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


def told(error: BaseException) -> str:
    """Return an exception in words: its kind and its text, never too long, whatever it is."""
    text = text_of(error)
    if isinstance(error, SystemExit):
        return f"called sys.exit({text})" if error.code is not None else "called sys.exit()"
    if isinstance(error, ValidationError):
        return _cut(f"{error.title}: {faults(error)}")
    kind = _cut(str(type(error).__name__))
    return f"{kind}: {text}" if text else kind


def place_of(error: BaseException) -> str:
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


def text_of(error: BaseException) -> str:
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
