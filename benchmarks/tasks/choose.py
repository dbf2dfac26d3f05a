"""`discotag choose` on contrastive suites as published: is the right translation chosen?

Which files are suites: `benchmarks/tasks/choose_suites.py`.

Overall: items decided right, ties split evenly. Decided: one text is better than all others. The
baseline counts repeated words of the translation alone: the text with the fewest different words.

`--held-out` asks what the costs owe to the suites they were chosen on. Items are halved by a hash
of their source; from costs of 1 each, one cost after the other is set to the value of a grid that
decides most items of one half right (the mean of all suites), until nothing changes; the costs are
then measured on the other half. Beside them: all costs 1, and the costs of discotag.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any
from unittest import mock

import numpy as np

from benchmarks.tasks.choose_suites import suites
from benchmarks.tasks.figures import Figures, Value, ratio, without_data
from benchmarks.tasks.tagging import half
from discotag.core.discovery import discover
from discotag.core.document import ParallelText
from discotag.core.registry import Registry
from discotag.pipeline.config import RunConfig
from discotag.pipeline.stages import Stages
from discotag_choose import consistency
from discotag_choose.api import TextObserver
from discotag_choose.consistency import ConsistencyMeasure
from discotag_lint.consistency import LEAST_MARGIN
from discotag_lint.planning import plan_checks

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from benchmarks.tasks.choose_suites import Item
    from discotag.core.language import LanguagePack

SUMMARY = "which of several translations hangs together: right, decided, overall"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--number", type=int, help="at most so many items a file, from the first")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many items before")
    parser.add_argument("--held-out", action="store_true", help="choose costs on the other half")
    parser.add_argument("--languages", default="en-fr", help="of suites that do not name their own")
    parser.add_argument("--errors", action="store_true", help="print what is not decided right")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Choose among the translations of every item of the folder's suites."""
    rows: list[tuple[Value, ...]] = []
    parts: dict[str, list[_Case]] = {}
    for name, pair, items in suites(given.folder, given.languages):
        end = None if given.number is None else given.skip + given.number
        chosen = islice(items, given.skip, end)
        if given.lang in {None, *pair} and given.held_out:
            parts[name] = list(_cases(pair, chosen))
        elif given.lang in {None, *pair}:
            rows.append((name, *_measured(pair, chosen, errors=given.errors)))
    if parts:
        return [_held_out(parts)]
    if not rows:
        raise without_data(
            "deixis_*.json, *.current.*, xx.txt with <SEP>, src/trg JSON, highlighted.*.en or"
            " geneval-context-*",
            given.folder,
        )
    columns = ("suite", "items", "overall", "decided", "right when decided", "baseline")
    return [Figures("choose", columns, tuple(rows))]


def _measured(
    pair: tuple[str, str], items: Iterable[Item], *, errors: bool
) -> tuple[int, float | None, float | None, float | None, float | None]:
    """Return items, share right with ties split, share decided, right of these, the baseline."""
    registry = Registry(discover())
    config = RunConfig(source_language=pair[0], target_language=pair[1], scorers=())
    planned = plan_checks(config, registry)
    measure = ConsistencyMeasure(planned.source, planned.target)
    observer = TextObserver(Stages(planned, registry), measure.of)
    by_size: dict[int, list[Item]] = defaultdict(list)
    for item in items:
        by_size[len(item.translations)].append(item)
    counts: Counter[str] = Counter()
    overall = baseline = 0.0
    for group in by_size.values():
        for item, choice in zip(group, observer.choices(_texts(group)), strict=True):
            best = [int(name) for name in choice.best]
            overall += (item.right in best) / len(best)
            baseline += _fewest(item, planned.target)
            counts["items"] += 1
            counts["decided"] += len(best) == 1
            counts["right"] += best == [item.right]
            if errors and best != [item.right]:
                _print_error(item, {name: found.cost for name, found in choice.texts.items()})
    total = counts["items"]
    return (
        total,
        ratio(overall, total),
        ratio(counts["decided"], total),
        ratio(counts["right"], counts["decided"]),
        ratio(baseline, total),
    )


COSTS = (
    *("CHANGE", "ANY_CHANGE", "NAME", "WORD", "DISAGREEMENT", "DOUBTFUL", "AGREEMENT"),
    *("EVIDENCE", "NEARBY"),
)
"""The costs of `consistency.py`; what a text costs is linear in them."""
GRID = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
ROUNDS = 5


@dataclass(frozen=True)
class _Case:
    """An item: its half, what each text would cost for each cost alone, and the rest it costs."""

    half: str
    costs: NDArray[np.float64]
    rest: NDArray[np.float64]
    right: int

    def score(self, values: NDArray[np.float64]) -> float:
        """Return 1 if the right text is chosen, less where others cost as little."""
        found = self.costs @ values + self.rest
        best = np.flatnonzero(found < found.min() + LEAST_MARGIN)
        return float(self.right in best) / len(best)


def _cases(pair: tuple[str, str], items: Iterable[Item]) -> Iterator[_Case]:
    registry = Registry(discover())
    config = RunConfig(source_language=pair[0], target_language=pair[1], scorers=())
    planned = plan_checks(config, registry)
    observer = TextObserver(
        stages := Stages(planned, registry),
        ConsistencyMeasure(planned.source, planned.target).of,
    )
    by_size: dict[int, list[Item]] = defaultdict(list)
    for item in items:
        by_size[len(item.translations)].append(item)
    for group in by_size.values():
        for item, text in zip(group, stages.tag(_texts(group)), strict=True):
            columns = []
            for alone in (*COSTS, None):
                with mock.patch.multiple(
                    consistency, **dict[str, Any]((name, float(name == alone)) for name in COSTS)
                ):
                    compared = observer.compared(text.hypotheses)
                    columns.append([found.cost for found in compared.values()])
            table = np.array(columns).T
            yield _Case(
                half(" ".join(item.source)), table[:, :-1] - table[:, -1:], table[:, -1], item.right
            )


def _held_out(parts: dict[str, list[_Case]]) -> Figures:
    ones = np.ones(len(COSTS))
    own = np.array([getattr(consistency, name) for name in COSTS])
    rows: list[tuple[Value, ...]] = []
    for tuned, kept in ("AB", "BA"):
        values = _tuned(
            [[case for case in cases if case.half == tuned] for cases in parts.values()]
        )
        told = ", ".join(f"{name} {value:g}" for name, value in zip(COSTS, values, strict=True))
        for name, cases in parts.items():
            held = [case for case in cases if case.half == kept]
            scores = [_mean(held, each) for each in (ones, values, own)]
            rows.append((f"{name}, half {kept}", len(held), *scores, told))
    columns = ("suite", "items", "all 1", "chosen on the other half", "costs of discotag", "chosen")
    return Figures("choose, costs held out", columns, tuple(rows))


def _tuned(parts: list[list[_Case]]) -> NDArray[np.float64]:
    """Return the costs that decide most right, the mean over suites; the first of equal ones."""
    values = np.ones(len(COSTS))
    best = float(np.mean([_mean(cases, values) for cases in parts]))
    for _ in range(ROUNDS):
        before = best
        for place in range(len(COSTS)):
            for value in GRID:
                tried = values.copy()
                tried[place] = value
                found = float(np.mean([_mean(cases, tried) for cases in parts]))
                if found > best + 1e-9:
                    best, values = found, tried
        if best == before:
            break
    return values


def _mean(cases: list[_Case], values: NDArray[np.float64]) -> float:
    return float(np.mean([case.score(values) for case in cases])) if cases else float("nan")


def _texts(items: Iterable[Item]) -> Iterator[ParallelText]:
    for number, item in enumerate(items):
        yield ParallelText(
            id=str(number),
            source=item.source,
            references={},
            hypotheses={str(place): text for place, text in enumerate(item.translations)},
            lines=tuple(range(1, len(item.source) + 1)),
        )


def _fewest(item: Item, pack: LanguagePack) -> float:
    """Return 1 if the right text has the fewest different words, less where others have as few."""
    texts = ["\n".join(text).casefold() for text in item.translations]
    sizes = [len(set(text.split() if pack.writing.spaces else text)) for text in texts]
    fewest = [place for place, size in enumerate(sizes) if size == min(sizes)]
    return (item.right in fewest) / len(fewest)


def _print_error(item: Item, costs: dict[str, float]) -> None:
    print(" | ".join(item.source))
    for place, text in enumerate(item.translations):
        sign = "+" if place == item.right else "-"
        print(f"  {sign} {costs[str(place)]:.2f} {' | '.join(text)}")
