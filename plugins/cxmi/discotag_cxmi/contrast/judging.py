"""Runs: the scores of every translation under one way of giving context."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag.plugin import InputError, LineCountError, UsageError, count_noun
from discotag.plugin.files import lines_of, records
from discotag_cxmi.examples import Example

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.items import Item
    from discotag_cxmi.examples import ContextModel
    from discotag_cxmi.measure.texts import Sizes


Scores = tuple[tuple[float, ...], ...]
"""A tuple per item, in the set's order; in it a score per candidate, higher is better."""


@dataclass(frozen=True, slots=True)
class Runs:
    """Scores of the same items under several ways of giving context.

    Args:
        items: the set.
        scores: name of the run (the context size, for models) → scores; the first run is what the
            others are compared with.
        unit: what scores are, for people: `nats`, or `as given`.
    """

    items: tuple[Item, ...]
    scores: Mapping[str, Scores]
    unit: str

    @property
    def baseline(self) -> str:
        """Name of the first run."""
        return next(iter(self.scores))

    def verdicts(self, run: str) -> list[bool]:
        """Return, item by item, whether the right translation scores above every wrong one."""
        return [
            is_right(scores, item.right)
            for item, scores in zip(self.items, self.scores[run], strict=True)
        ]

    def ties(self, run: str) -> int:
        """Count the items whose best wrong translation scores the same as the right one."""
        return sum(
            scores[item.right] == best_wrong(scores, item.right)
            for item, scores in zip(self.items, self.scores[run], strict=True)
        )

    def gains(self, run: str) -> list[float]:
        """Give, item by item, how much higher the right translation scores than in the first run.

        With log-probabilities this is each item's CXMI, in nats, positive = context helps.
        """
        return [
            scores[item.right] - base[item.right]
            for item, scores, base in zip(
                self.items, self.scores[run], self.scores[self.baseline], strict=True
            )
        ]


def best_wrong(scores: Sequence[float], right: int) -> float:
    """Return the highest score of a wrong translation."""
    return max(score for place, score in enumerate(scores) if place != right)


def is_right(scores: Sequence[float], right: int) -> bool:
    """Return whether the right translation scores above every wrong one; a tie is wrong."""
    return scores[right] > best_wrong(scores, right)


Key = tuple[str | tuple[str, ...], ...]


def judge(model: ContextModel, items: Sequence[Item], sizes: Sizes) -> Runs:
    """Score every translation of a set with every context size, in nats.

    Every row is checked before the first is scored. An item that is too long under one size may be
    left out of all of them.

    Args:
        model: what scores.
        items: the set.
        sizes: context sizes, each a run; an item that has fewer lines is given what it has.

    Raises:
        InputError: an item has no source, or is longer than the model takes.
        UsageError: context is wanted and no item has any.
        ComponentError: the model gave a value that is not a number.
    """
    check_sources(items)
    check_context(items, sizes)
    left_out = model.check(examples_of(items, sizes))
    long = {document for document, _ in left_out}
    items = [item for item in items if item.id not in long]
    if not items:
        raise InputError("every item is too long for the model, so nothing is left to judge")
    numbers: dict[Key, int] = {}
    wanted: list[Example] = []
    places: dict[str, list[tuple[int, ...]]] = {name: [] for name in sizes.names}
    for item in items:
        for name in sizes.names:
            found = []
            for example in _examples(item):
                given = sizes.within(example, name)
                found.append(numbers.setdefault(_key(given), len(wanted)))
                if found[-1] == len(wanted):
                    wanted.append(given)
            places[name].append(tuple(found))
    totals = [scores.total for scores in model.score(wanted)]
    return Runs(
        tuple(items),
        {
            name: tuple(tuple(totals[place] for place in found) for found in of_size)
            for name, of_size in places.items()
        },
        "nats",
    )


def examples_of(items: Iterable[Item], sizes: Sizes) -> Iterator[Example]:
    """Yield every translation of a set with every context size."""
    for item in items:
        for example in _examples(item):
            for name in sizes.names:
                yield sizes.within(example, name)


def check_sources(items: Sequence[Item]) -> None:
    """Check that every item has a source; InputError names the first that has none."""
    lacking = next((item for item in items if item.source is None), None)
    if lacking is not None:
        raise InputError(
            f"item {lacking.id!r} has no source, so a translation model cannot judge it; give"
            " scores with --scores"
        )


def check_context(items: Sequence[Item], sizes: Sizes) -> None:
    """Check that some item has the context that is wanted; UsageError says how to give it."""
    if len(sizes.names) == 1:
        return
    for side, limit, has in (
        ("source", sizes.source, any(item.source_context for item in items)),
        ("target", sizes.target, any(one.context for item in items for one in item.candidates)),
    ):
        if limit != 0 and not has:
            option = "--context-src" if side == "source" else "--context-tgt"
            raise UsageError(
                f"no item has {side} context; give it with {option} or --documents, or do without:"
                f" --{side}-context 0"
            )


def notes_on(items: Sequence[Item], sizes: Sizes) -> list[str]:
    """Return how much of the wanted context the set has."""
    lines = [
        max(len(item.source_context), *(len(one.context) for one in item.candidates))
        for item in items
    ]
    told = []
    if len(sizes.names) > 1 and not all(lines):
        told.append(f"{sum(not count for count in lines)} of {len(items)} items have no context")
    if sizes.most is not None and sizes.most > max(lines):
        told.append(
            f"no item has more than {max(lines)} lines of context; larger sizes add nothing"
        )
    return told


def _examples(item: Item) -> list[Example]:
    """Return an item's translations as examples; its id is used for the document."""
    return [
        Example(
            document=item.id,
            segment=len(item.source_context),
            source=item.source or "",
            target=candidate.target,
            source_context=item.source_context,
            target_context=candidate.context,
        )
        for candidate in item.candidates
    ]


def _key(example: Example) -> Key:
    """Return all that a score depends on."""
    return example.source, example.target, example.source_context, example.target_context


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
        InputError: a line is not a finite number; an id is unknown, missing or repeated.
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
