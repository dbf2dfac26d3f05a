"""`discotag choose` on contrastive suites as published: is the right translation chosen?

Which files are suites: `benchmarks/tasks/choose_suites.py`.

Overall: items decided right, ties split evenly. Decided: one text is better than all others. The
baseline counts repeated words of the translation alone: the text with the fewest different words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import islice
from typing import TYPE_CHECKING

from benchmarks.tasks.choose_suites import suites
from benchmarks.tasks.figures import Figures, Value, ratio, without_data
from discotag._pipeline.config import RunConfig
from discotag._pipeline.planning import plan
from discotag._pipeline.stages import Stages
from discotag._runs.choosing import TextObserver
from discotag.core.discovery import discover
from discotag.core.document import ParallelText
from discotag.core.registry import Registry
from discotag.plugins.consistency.consistency import ConsistencyMeasure

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from benchmarks.tasks.choose_suites import Item
    from discotag.core.language import LanguagePack

SUMMARY = "which of several translations hangs together: right, decided, overall"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--number", type=int, help="at most so many items a file, from the first")
    parser.add_argument("--languages", default="en-fr", help="of suites that do not name their own")
    parser.add_argument("--errors", action="store_true", help="print what is not decided right")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Choose among the translations of every item of the folder's suites."""
    rows: list[tuple[Value, ...]] = []
    for name, pair, items in suites(given.folder, given.languages):
        if given.lang in {None, *pair}:
            rows.append((name, *_measured(pair, islice(items, given.number), errors=given.errors)))
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
    config = RunConfig(source_language=pair[0], target_language=pair[1], scorers=(), checks="*")
    planned = plan(config, registry)
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
