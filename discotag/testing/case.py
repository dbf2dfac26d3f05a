"""An exercise: a component with inputs to try it on, and what its results must be.

Every role is tried in the same way: inputs that stand for themselves, one result for each.
"""

from __future__ import annotations

import io
import math
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from discotag.testing.global_state import OF_ENGINES, State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, eq=False)
class Case:
    """A component of one language pair or language, and inputs.

    Args:
        title: the languages, such as `en-fr`.
        create: makes the component.
        inputs: what it is tried on.
        work: gives one result for each of some inputs.
        faults: tells what is wrong with a result.
        segments: how many segments the inputs have in all.
    """

    title: str
    create: Callable[[], Any]
    inputs: tuple[Any, ...]
    work: Callable[[Any, Sequence[Any]], list[Any]]
    faults: Callable[[Any, Any], Iterator[str]]
    segments: int

    @cached_property
    def outcome(self) -> Outcome:
        """What came of it the first time."""
        before, changed, printed = deepcopy(self.inputs), set[str](), io.StringIO()
        started = time.perf_counter()
        try:
            with kept_state(changed, is_making=True), redirect_stdout(printed):
                component = self.create()
            started = time.perf_counter()
            with kept_state(changed), redirect_stdout(printed):
                results: Any = self.work(component, self.inputs)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a stranger's component raises is told
            results = error
        return Outcome(
            results,
            time.perf_counter() - started,
            changed=frozenset(changed),
            printed=printed.getvalue(),
            has_changed_inputs=not alike(before, self.inputs),
        )

    @property
    def is_working(self) -> bool:
        """Whether it gave one result for each input."""
        found = self.outcome.results
        return not isinstance(found, BaseException) and len(found) == len(self.inputs)


@dataclass(frozen=True)
class Outcome:
    """What came of an exercise.

    Args:
        results: for all inputs at once, or what was raised.
        seconds: that they took.
        changed: what was changed of the state that all share, and put back.
        printed: what was written to standard output.
        has_changed_inputs: whether the inputs are others than before.
    """

    results: Any
    seconds: float
    changed: frozenset[str] = frozenset()
    printed: str = ""
    has_changed_inputs: bool = False


@contextmanager
def kept_state(changed: set[str], *, is_making: bool = False) -> Iterator[None]:
    """Restore the shared state that the block changes, and add its names to a set.

    What engines change when they are loaded is not added: where a component is made, and wherever
    modules are imported.
    """
    state, modules = State.now(), len(sys.modules)
    try:
        yield
    finally:
        is_loading = is_making or len(sys.modules) > modules
        changed |= set(state.put_back()) - (OF_ENGINES if is_loading else set())


@dataclass(frozen=True)
class Untried:
    """A component that could not be made here, as one whose model is not on this machine."""

    title: str
    reason: str


def alike(first: Any, second: Any) -> bool:
    """Return whether two results are the same, numbers to four places (batches move the last)."""
    if isinstance(first, float) and isinstance(second, float):
        return math.isclose(first, second, rel_tol=1e-4, abs_tol=1e-4)
    if type(first) is not type(second):
        return False
    if is_dataclass(first):
        return all(
            alike(getattr(first, f.name), getattr(second, f.name))
            for f in fields(first)
            if f.compare
        )
    if isinstance(first, list | tuple):
        pairs = zip(first, second, strict=False)
        return len(first) == len(second) and all(alike(a, b) for a, b in pairs)
    if isinstance(first, Mapping):
        return set(first) == set(second) and all(alike(first[k], second[k]) for k in first)
    return bool(first == second)
