"""Resampling over documents: intervals, and paired tests against a baseline, from one count table.

Words of one document share their writer, their topic and their mistakes, so documents are drawn,
not segments (docs/scores.md shows what segments would give). All draws are weights on documents:
sums over a draw are one matrix product, whatever the scorer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.errors import InputError, UnknownNameError, UsageError
from discotag.core.results import Difference, Resampling
from discotag.language.threads import one_thread
from discotag.scoring.bootstrap import Draws
from discotag.scoring.inference import corrected, interval, p_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.core.results import Row, Score
    from discotag.scoring.table import CountTable

LEAST_DOCUMENTS = 10
"""Below so many documents with any count a bootstrap interval is too narrow to be printed."""
SEED = 12345
SAMPLES = 1000
TRIALS = 10000
VALUES = 20_000_000
"""Values of measures that are held in memory at a time."""


@dataclass(frozen=True, slots=True)
class ResamplingOptions:
    """How to resample.

    Args:
        samples: bootstrap samples behind each interval of a score.
        trials: draws behind each p-value and each interval of a difference.
        seed: seed of the random numbers.
        baseline: the system to compare with; None = the first.
    """

    samples: int = SAMPLES
    trials: int = TRIALS
    seed: int = SEED
    baseline: str | None = None

    def __post_init__(self) -> None:
        """Check the numbers; UsageError."""
        if min(self.samples, self.trials) < 100:
            raise UsageError("fewer than 100 samples say nothing; leave the number out for 1000")
        if self.seed < 0:
            raise UsageError(f"the seed must not be negative: {self.seed}")

    def for_systems(self, systems: Sequence[str]) -> Resampling:
        """Choose a baseline; UnknownNameError if the one asked for is no system."""
        if self.baseline is not None and self.baseline not in systems:
            raise UnknownNameError("system", self.baseline, systems, scope="for --baseline")
        baseline = (self.baseline or systems[0]) if len(systems) > 1 else None
        return Resampling(self.samples, self.trials, self.seed, baseline, LEAST_DOCUMENTS)


class Outcome(NamedTuple):
    """Scores with their intervals, differences with their p-values, and how they came about."""

    scores: tuple[Score, ...]
    differences: tuple[Difference, ...]
    resampling: Resampling | None


def resample(tables: Sequence[CountTable], options: ResamplingOptions | None = None) -> Outcome:
    """Return every score its interval and every system its difference to the baseline.

    Rows with counts in fewer than `LEAST_DOCUMENTS` documents get neither interval nor p.

    Args:
        tables: those of a run: all systems of each scorer, over the same documents.
        options: how to resample.

    Raises:
        UnknownNameError: the baseline is no system of the tables.
        InputError: tables of one scorer that are not about the same documents.
    """
    options = options or ResamplingOptions()
    systems = list(dict.fromkeys(table.system for table in tables))
    if not systems:
        return Outcome((), (), None)
    resampling = options.for_systems(systems)
    scores: list[Score] = []
    differences: list[Difference] = []
    for _, group in groupby(tables, key=lambda table: table.bound.info.name):
        of_scorer = {table.system: table for table in group}
        _check_same_documents(list(of_scorer.values()))
        baseline = resampling.baseline or systems[0]
        first = of_scorer.pop(baseline)
        found, against = _of_scorer([first, *of_scorer.values()], options)
        scores += sorted(found, key=lambda score: systems.index(score.system))
        differences += against
    return Outcome(tuple(scores), tuple(differences), resampling)


def _check_same_documents(tables: Sequence[CountTable]) -> None:
    first = tables[0]
    for table in tables:
        if table.documents != first.documents:
            raise InputError(
                f"{table.system} and {first.system} were not scored on the same documents"
                f" ({len(table.documents)} and {len(first.documents)})"
            )


def _of_scorer(
    tables: Sequence[CountTable], options: ResamplingOptions
) -> tuple[list[Score], list[Difference]]:
    """Resample the systems of one scorer, the baseline first."""
    scores = [
        {score.row: replace(score, documents=spread.get(score.row, 0)) for score in table.scores()}
        for table in tables
        for spread in [documents_by_row([table])]
    ]
    differences = [
        _differences(tables[0], table, scores[0], scores[index])
        for index, table in enumerate(tables)
    ]
    rows = dict.fromkeys(row for found in scores for row in found)
    enough = [
        row
        for row in rows
        if any(_is_spread(found.get(row)) for found in scores)
        or any(_is_spread(found.get(row)) for found in differences)
    ]
    for chunk in _chunks(enough, len(tables) * max(options.trials, options.samples)):
        with one_thread():
            draws = Draws.of(
                tables, chunk, samples=options.samples, trials=options.trials, seed=options.seed
            )
        for place, row in enumerate(chunk):
            for index, (of_system, against) in enumerate(zip(scores, differences, strict=True)):
                score, item = of_system.get(row), against.get(row)
                if score is not None and _is_spread(score):
                    values = draws.bootstrap[: options.samples, index, place]
                    of_system[row] = replace(score, interval=interval(values, score.documents))
                if index and item is not None and _is_spread(item):
                    against[row] = _tested(item, draws, index, place)
    return (
        [score for found in scores for score in found.values()],
        [item for found in differences[1:] for item in corrected(list(found.values()))],
    )


def _is_spread(found: Score | Difference | None) -> bool:
    """Return whether a value is defined and rests on enough documents to be resampled."""
    return found is not None and found.value is not None and found.documents >= LEAST_DOCUMENTS


def _differences(
    baseline: CountTable,
    table: CountTable,
    theirs: Mapping[Row, Score],
    ours: Mapping[Row, Score],
) -> dict[Row, Difference]:
    """Return the difference on each row, untested; labels of too few documents are left out."""
    spread = documents_by_row([baseline, table])
    return {
        row: Difference(
            scorer=table.bound.info.name,
            system=table.system,
            baseline=baseline.system,
            row=row,
            value=_minus(ours.get(row), theirs.get(row)),
            documents=spread.get(row, 0),
        )
        for row in dict.fromkeys((*theirs, *ours))
        if row.label is None or spread.get(row, 0) >= LEAST_DOCUMENTS
    }


def _minus(ours: Score | None, theirs: Score | None) -> float | None:
    if ours is None or theirs is None or ours.value is None or theirs.value is None:
        return None
    return ours.value - theirs.value


def _tested(item: Difference, draws: Draws, index: int, place: int) -> Difference:
    """Add interval and p-values to the difference of a system on a row."""
    real = item.value or 0.0
    values = draws.bootstrap[: draws.trials]
    drawn = values[:, index, place] - values[:, 0, place]
    return replace(
        item,
        interval=interval(drawn, item.documents),
        p_bootstrap=p_value(drawn - real, real),
        p_randomization=p_value(draws.swapped[:, index - 1, place], real),
    )


def _chunks(rows: Sequence[Row], width: int) -> Iterator[Sequence[Row]]:
    step = max(1, VALUES // width)
    for begin in range(0, len(rows), step):
        yield rows[begin : begin + step]


def documents_by_row(tables: Iterable[CountTable]) -> dict[Row, int]:
    """Count the documents in which a row has any count, in any of the tables."""
    places: dict[Row, set[int]] = {}
    for table in tables:
        for index, counts in enumerate(table.counts):
            for row, columns in counts.items():
                if any(columns):
                    places.setdefault(row, set()).add(index)
    return {row: len(found) for row, found in places.items()}
