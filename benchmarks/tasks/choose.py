"""`discotag choose` on contrastive suites as published: is the right translation chosen?

* Voita et al. 2019: `deixis_*.json`, `lex_cohesion_*.json`, `ellipsis_*.json` (`src`, `dst`,
  `true_ind`; lines parted by `_eos`).
* ContraPro: `NAME.current.xx` beside `NAME.context.xx` or `NAME.cN.context.xx` (N lines before each
  line, `src` and `trg` or language codes), the right one of each pair first; or two files
  `xx.txt` and `yy.txt` with lines `context <SEP> sentence`, and beside them `sentence_groups.txt`
  with the first line of each group, from 0 (without it, lines with the same source are a group);
  the right one first.
* Bawden et al. 2018: JSON with `src` and `trg`: `correct` and `incorrect`.

Overall: items decided right, ties split evenly. Decided: one text is better than all others. The
baseline counts repeated words of the translation alone: the text with the fewest different words.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.tasks.figures import Figures, Value, ratio, without_data
from benchmarks.tasks.gold import at, json_items, text_lines
from benchmarks.tasks.lint import Versions, voita_lines
from discotag._pipeline.config import RunConfig
from discotag._pipeline.planning import plan
from discotag._pipeline.stages import Stages
from discotag.core.consistency import Choice
from discotag.core.discovery import discover
from discotag.core.document import ParallelText
from discotag.core.errors import InputError
from discotag.core.registry import Registry
from discotag.plugins.consistency.consistency import ConsistencyMeasure

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from discotag.core.language import LanguagePack

SUMMARY = "which of several translations hangs together: right, decided, overall"
SUITES = ("deixis", "lex_cohesion", "ellipsis")
SEPARATOR = re.compile(r"\s*<SEP>\s*")
CONTEXT = re.compile(r"(?P<name>.+)\.current\.(?P<code>\w+)")
BY_NAME = {"src": "en", "trg": "fr"}
"""Languages of files that name none: ContraPro's French suite as it was extracted."""


class Item(NamedTuple):
    """An item: the segments of its source, its translations, the place of the right one."""

    source: tuple[str, ...]
    translations: tuple[tuple[str, ...], ...]
    right: int


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
            "deixis_*.json, *.current.*, xx.txt with <SEP>, or src/trg JSON", given.folder
        )
    columns = ("suite", "items", "overall", "decided", "right when decided", "baseline")
    return [Figures("choose", columns, tuple(rows))]


def suites(folder: Path, languages: str) -> Iterator[tuple[str, tuple[str, str], Iterator[Item]]]:
    """Yield name, languages and items of each suite below a folder."""
    source, _, target = languages.partition("-")
    for suite in SUITES:
        for path in sorted(folder.rglob(f"{suite}_*.json")):
            yield path.stem, ("en", "ru"), _voita(path)
    for path in sorted(folder.rglob("*.current.*")):
        code = path.suffix[1:]
        if code not in {"src", "en"}:
            yield from _contrapro(path, code)
    for path in sorted(folder.rglob("en.txt")):
        for other in sorted(path.parent.glob("??.txt")):
            if other != path:
                yield (
                    f"{path.parent.name} en-{other.stem}",
                    ("en", other.stem),
                    _groups(path, other),
                )
    for path in sorted(folder.rglob("*.json")):
        if not path.name.startswith(SUITES):
            found = list(_bawden(path))
            if found:
                yield path.stem, (source, target), iter(found)


def _voita(path: Path) -> Iterator[Item]:
    for _, item in json_items(path, Versions):
        versions = tuple(tuple(voita_lines(text)) for text in item.dst)
        yield Item(tuple(voita_lines(item.src)), versions, item.true_ind)


def _contrapro(path: Path, code: str) -> Iterator[tuple[str, tuple[str, str], Iterator[Item]]]:
    """Yield the suite of a `NAME.current.xx`, with the longest context that lies beside it."""
    match = CONTEXT.fullmatch(path.name)
    if match is None:
        return
    other = "src" if code == "trg" else "en"
    current = path.with_name(f"{match['name']}.current.{other}")
    names = [f"c{size}.context" for size in range(5, 0, -1)] + ["context"]
    for name in names:
        files = [path.with_name(f"{match['name']}.{name}.{side}") for side in (other, code)]
        if current.is_file() and all(file.is_file() for file in files):
            pair = BY_NAME.get(other, other), BY_NAME.get(code, code)
            yield f"{match['name']} {name}", pair, _pairs(current, path, *files)
            return


def _pairs(current: Path, target: Path, *context: Path) -> Iterator[Item]:
    segments = [text_lines(path) for path in (current, target)]
    before = [text_lines(path) for path in context]
    size, rest = divmod(len(before[0]), len(segments[0]))
    if rest or len(segments[0]) % 2 or len(before[0]) != len(before[1]):
        told = f"{len(before[0])} lines for {len(segments[0])} in {current.name}"
        raise InputError(f"{told}; expected pairs, each with as many lines before", path=context[0])
    for first in range(0, len(segments[0]), 2):
        texts = [
            [
                (*lines[size * at : size * (at + 1)], side[at])
                for lines, side in zip(before, segments, strict=True)
            ]
            for at in (first, first + 1)
        ]
        yield Item(texts[0][0], (texts[0][1], texts[1][1]), 0)


def _groups(source: Path, target: Path) -> Iterator[Item]:
    lines = [
        [tuple(SEPARATOR.split(line)) for line in text_lines(path)] for path in (source, target)
    ]
    if len(lines[0]) != len(lines[1]):
        raise InputError(f"{len(lines[1])} lines, {len(lines[0])} in {source.name}", path=target)
    groups = source.with_name("sentence_groups.txt")
    if groups.is_file():
        starts = [int(line) for line in text_lines(groups) if line.strip()]
    else:
        runs = groupby(range(len(lines[0])), key=lambda at: lines[0][at])
        starts = [next(run) for _, run in runs]
    for begin, end in zip(starts, [*starts[1:], len(lines[0])], strict=True):
        texts = tuple(text for text in lines[1][begin:end] if len(text) == len(lines[0][begin]))
        if len(texts) > 1:
            yield Item(lines[0][begin], texts, 0)


def _bawden(path: Path) -> Iterator[Item]:
    """Yield the items of a JSON in which some objects have `src` and `trg`."""
    with at(path, None, "JSON"):
        data = json.loads(path.read_text(encoding="utf-8"))
    pending: list[Any] = [data]
    while pending:
        found = pending.pop()
        if isinstance(found, dict) and isinstance(found.get("trg"), dict) and "src" in found:
            wrong, right = found["trg"].get("incorrect"), found["trg"].get("correct")
            if wrong and right and len(wrong) == len(right) == len(found["src"]):
                yield Item(tuple(found["src"]), (tuple(right), tuple(wrong)), 0)
        elif isinstance(found, dict):
            pending += list(found.values())[::-1]
        elif isinstance(found, list):
            pending += found[::-1]


def _measured(
    pair: tuple[str, str], items: Iterable[Item], *, errors: bool
) -> tuple[int, float | None, float | None, float | None, float | None]:
    """Return items, share right with ties split, share decided, right of these, the baseline."""
    registry = Registry(discover())
    config = RunConfig(source_language=pair[0], target_language=pair[1], scorers=(), checks="*")
    planned = plan(config, registry)
    stages = Stages(planned, registry)
    measure = ConsistencyMeasure(planned.source, planned.target)
    by_size: dict[int, list[Item]] = defaultdict(list)
    for item in items:
        by_size[len(item.translations)].append(item)
    counts: Counter[str] = Counter()
    overall = baseline = 0.0
    for group in by_size.values():
        for item, text in zip(group, stages.tag(_texts(group)), strict=True):
            found = {name: measure.of(tagged) for name, tagged in text.hypotheses.items()}
            choice = Choice(text.id, found)
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
