"""An exercise: a component with inputs to try it on, and what its results must be.

Every role is tried in the same way: inputs that stand for themselves, one result for each.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


@dataclass(frozen=True, eq=False)
class Exercise:
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
        started = time.perf_counter()
        try:
            component = self.create()
            started = time.perf_counter()
            results = self.work(component, self.inputs)
        except Exception as error:  # whatever a stranger's component raises is told
            return Outcome(error, time.perf_counter() - started)
        return Outcome(results, time.perf_counter() - started)

    @property
    def is_working(self) -> bool:
        """Whether it gave one result for each input."""
        found = self.outcome.results
        return not isinstance(found, Exception) and len(found) == len(self.inputs)


@dataclass(frozen=True)
class Outcome:
    """The results for all inputs at once, or what was raised; and the seconds they took."""

    results: Any
    seconds: float


@dataclass(frozen=True)
class Untried:
    """A component that could not be made here, as one whose model is not on this machine."""

    title: str
    reason: str


def alike(first: Any, second: Any) -> bool:
    """Tell whether two results are the same, numbers to four places (batches move the last)."""
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
