"""Scores from files: a number per line as ContraPro's script has them, or JSON Lines by id.

A plain file has a line per translation, in the set's order: for most sets the right one of an item
first, then its wrong ones.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag.plugin import InputError, LineCountError, UsageError, count_noun
from discotag.plugin.files import lines_of, records
from discotag_cxmi.contrast.runs import Runs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.items import Item
    from discotag_cxmi.contrast.runs import Scores


class ScoreRecord(BaseModel):
    """A line of JSON Lines: the scores of one item, run by run, higher is better."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    scores: dict[str, tuple[float, ...]]


def read_scores(
    items: Sequence[Item], files: Mapping[str, Path], notes: Notes, *, maximize: bool
) -> Runs:
    """Read the scores of a set.

    Args:
        items: the set.
        files: name → file; a `.jsonl` has runs with names of its own.
        notes: what is accepted.
        maximize: whether the higher score is better in plain files; in JSON Lines it always is.

    Raises:
        LineCountError: a plain file has not as many lines as the set has translations.
        InputError: a line is no finite number; an id is unknown, missing or twice.
        UsageError: two runs of one name.
    """
    found: dict[str, Scores] = {}
    for name, path in files.items():
        if path.name.removesuffix(".gz").endswith(".jsonl"):
            runs = _by_id(items, path, notes)
        else:
            runs = {name: _plain(items, path, notes, sign=1 if maximize else -1)}
        for run, scores in runs.items():
            if run in found:
                raise UsageError(f"--scores: two runs are named {run!r}; name them NAME=FILE")
            found[run] = scores
    return Runs(tuple(items), found, "as given")


def _plain(items: Sequence[Item], path: Path, notes: Notes, *, sign: int) -> Scores:
    lines = list(lines_of(path, notes))
    wanted = sum(len(item.candidates) for item in items)
    if len(lines) != wanted:
        raise LineCountError(
            f"has {count_noun(len(lines), 'line')}, "
            f"the set has {count_noun(wanted, 'translation')} in"
            f" {count_noun(len(items), 'item')}; give one score for each",
            path=path,
        )
    numbers = iter(enumerate(lines, 1))
    return tuple(
        tuple(sign * _number(*next(numbers), path) for _ in item.candidates) for item in items
    )


def _number(line: int, text: str, path: Path) -> float:
    try:
        value = float(text)
    except ValueError as error:
        raise InputError(f"{text[:40]!r} is no number", path=path, line=line) from error
    if not math.isfinite(value):
        raise InputError(f"{text.strip()} is no score; a score is finite", path=path, line=line)
    return value


def _by_id(items: Sequence[Item], path: Path, notes: Notes) -> dict[str, Scores]:
    known = {item.id: item for item in items}
    found: dict[str, ScoreRecord] = {}
    names: tuple[str, ...] | None = None
    for line, record in records(path, ScoreRecord, notes, refuse_repeats=True):
        if record.id not in known:
            raise InputError(f"item {record.id!r} is not in the set", path=path, line=line)
        if record.id in found:
            raise InputError(f"item {record.id!r} was scored before", path=path, line=line)
        names = names or tuple(record.scores)
        if not names or set(record.scores) != set(names):
            raise InputError(
                f"item {record.id!r} has the runs {', '.join(record.scores) or 'none'}; the first"
                f" line has {', '.join(names) or 'none'}",
                path=path,
                line=line,
            )
        _check(record, known[record.id], path, line)
        found[record.id] = record
    lacking = [item.id for item in items if item.id not in found]
    if lacking:
        raise InputError(
            f"has no scores for {len(lacking)} of {len(items)} items, such as {lacking[0]!r}",
            path=path,
        )
    return {name: tuple(found[item.id].scores[name] for item in items) for name in names or ()}


def _check(record: ScoreRecord, item: Item, path: Path, line: int) -> None:
    for name, scores in record.scores.items():
        if len(scores) != len(item.candidates):
            raise InputError(
                f"item {record.id!r}, run {name!r}: {len(scores)} scores for"
                f" {len(item.candidates)} translations",
                path=path,
                line=line,
            )
        if not all(map(math.isfinite, scores)):
            raise InputError(
                f"item {record.id!r}, run {name!r}: a score is finite", path=path, line=line
            )


def score_lines(runs: Runs) -> Iterator[str]:
    """Write scores as JSON Lines that `read_scores` reads."""
    for place, item in enumerate(runs.items):
        scores = {name: table[place] for name, table in runs.scores.items()}
        record = {"id": item.id, "scores": scores}
        yield json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n"
