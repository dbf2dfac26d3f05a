"""Global state: what all code of a process shares, read before a plugin's code and restored after.

A plugin that changes the locale or the working directory changes what others do.
"""

from __future__ import annotations

import locale
import os
import signal
import sys
import threading
import warnings
from contextlib import suppress
from dataclasses import dataclass
from operator import eq
from typing import TYPE_CHECKING, Any

from discotag.plugin.development import LIBRARIES, SWITCH

if TYPE_CHECKING:
    from collections.abc import Callable


VARIABLES = (
    SWITCH, *LIBRARIES, "DISCOTAG_CACHE", "DISCOTAG_PLUGINS", "DISCOTAG_DISABLE_PLUGINS",
    "DISCOTAG_STRICT",
)  # fmt: skip
"""Environment variables that decide what discotag does."""
SIGNALS = ("SIGINT", "SIGTERM", "SIGALRM")
CHANCE = "random numbers"
CHANCE_OF_NUMPY = "the random numbers of numpy"
SEARCH_PATH = "the search path of modules"
OF_ENGINES = frozenset({CHANCE, CHANCE_OF_NUMPY, SEARCH_PATH})
"""What well-known engines change while they are loaded; put back without a word then."""


@dataclass(frozen=True, slots=True)
class Watch:
    """One part of the global state.

    Args:
        name: what messages call it.
        read: gives its value.
        restore: sets it to a value.
        is_same: says whether two values, before and after, are as good as the same.
    """

    name: str
    read: Callable[[], Any]
    restore: Callable[[Any], object]
    is_same: Callable[[Any, Any], bool] = eq


@dataclass(frozen=True, slots=True)
class State:
    """The global state at one moment: the values of some watches."""

    watches: tuple[Watch, ...]
    values: tuple[Any, ...]

    @classmethod
    def now(cls) -> State:
        """Read the state."""
        return cls(WATCHES, tuple([_value(watch) for watch in WATCHES]))

    def put_back(self) -> list[str]:
        """Restore what has changed since; return the names of what had changed."""
        changed = []
        for watch, before in zip(self.watches, self.values, strict=True):
            if before is None:
                continue
            now = _value(watch)
            if now is None or not watch.is_same(before, now):
                changed.append(watch.name)
                with suppress(Exception):
                    watch.restore(before)
        return changed


def _value(watch: Watch) -> Any:
    """Read a watch; None where there is nothing to see, such as a working directory removed."""
    try:
        return watch.read()
    except Exception:
        return None


def _general_filters(filters: Any) -> list[Any]:
    """Return the filters that hold for all warnings: libraries add others for their own."""
    return [item for item in filters if item[2] is Warning and not item[1] and not item[3]]


def _restore_filters(filters: list[Any]) -> None:
    warnings.filters[:] = filters  # type: ignore[index] # typed as a Sequence, is a list
    with warnings.catch_warnings():
        pass  # makes the module forget what it had decided by other filters


def _streams() -> tuple[Any, ...]:
    return tuple(
        (stream, getattr(stream, "closed", False)) for stream in (sys.stdin, sys.stdout, sys.stderr)
    )


def _restore_streams(streams: tuple[Any, ...]) -> None:
    for number, (name, (stream, was_closed)) in enumerate(
        zip(("stdin", "stdout", "stderr"), streams, strict=True)
    ):
        if stream is not None and stream.closed and not was_closed:
            mode = "w" if number else "r"
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: PLW2901, SIM115
        setattr(sys, name, stream)


def _restore_path(before: list[str]) -> None:
    sys.path[:] = [*before, *(place for place in sys.path if place not in before)]


def _begins_as(before: list[str], now: list[str]) -> bool:
    return now[: len(before)] == before


def _decimals() -> tuple[Any, ...] | None:
    module = sys.modules.get("decimal")
    if module is None:
        return None
    context = module.getcontext()
    return context.prec, context.rounding, context.Emin, context.Emax


def _restore_decimals(values: tuple[Any, ...]) -> None:
    context = sys.modules["decimal"].getcontext()
    context.prec, context.rounding, context.Emin, context.Emax = values


def _variables() -> dict[str, str | None]:
    return {name: os.environ.get(name) for name in VARIABLES}


def _restore_variables(values: dict[str, str | None]) -> None:
    for name, value in values.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _handlers() -> dict[str, Any] | None:
    if threading.current_thread() is not threading.main_thread():
        return None
    names = (name for name in SIGNALS if hasattr(signal, name))
    return {name: signal.getsignal(getattr(signal, name)) for name in names}


def _restore_handlers(handlers: dict[str, Any]) -> None:
    for name, handler in handlers.items():
        signal.signal(getattr(signal, name), handler)


def _alarm() -> tuple[float, float] | None:
    return signal.getitimer(signal.ITIMER_REAL) if hasattr(signal, "getitimer") else None


def _is_same_alarm(before: tuple[float, float], now: tuple[float, float]) -> bool:
    return before[1] == now[1] and (now[0] > 0 or before[0] == 0)


def _chance() -> Any:
    module = sys.modules.get("random")
    return module.getstate() if module is not None else None


def _restore_chance(state: Any) -> None:
    sys.modules["random"].setstate(state)


def _numpy_chance() -> tuple[Any, ...] | None:
    module = sys.modules.get("numpy.random")
    if module is None:
        return None
    name, key, *rest = module.get_state()
    return name, key.tobytes(), *rest


def _restore_numpy_chance(state: tuple[Any, ...]) -> None:
    import numpy as np

    name, key, *rest = state
    np.random.set_state((name, np.frombuffer(key, np.uint32), *rest))


WATCHES = (
    Watch("the working directory", os.getcwd, os.chdir),
    Watch(
        "the locale",
        lambda: locale.setlocale(locale.LC_ALL),
        lambda value: locale.setlocale(locale.LC_ALL, value),
    ),
    Watch("the standard streams", _streams, _restore_streams),
    Watch(
        "the filters of warnings",
        lambda: list(warnings.filters),
        _restore_filters,
        lambda before, now: before == now or _general_filters(before) == _general_filters(now),
    ),
    Watch("the limit of recursion", sys.getrecursionlimit, sys.setrecursionlimit),
    Watch("the context of decimal numbers", _decimals, _restore_decimals),
    Watch(SEARCH_PATH, lambda: list(sys.path), _restore_path, _begins_as),
    Watch(
        "the alarm of --time-limit",
        _alarm,
        lambda value: signal.setitimer(signal.ITIMER_REAL, *value),
        _is_same_alarm,
    ),
    Watch("the handlers of signals", _handlers, _restore_handlers),
    Watch("environment variables of discotag", _variables, _restore_variables),
    Watch(CHANCE, _chance, _restore_chance),
    Watch(CHANCE_OF_NUMPY, _numpy_chance, _restore_numpy_chance),
)
