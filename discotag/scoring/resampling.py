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
from discotag.scoring.inference import corrected, interval, p_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

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
        samples: bootstrap samples for each interval of a score.
        trials: draws for each p-value and each interval of a difference.
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
        """Choose a baseline; UnknownNameError if the one asked for is not a system."""
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
        UnknownNameError: the baseline is not a system of the tables.
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


BLOCK = 1000
"""Draws whose weights are held in memory at a time, at most."""
WEIGHTS = 5_000_000
"""Weights (draws times documents) that are held in memory at a time: 40 MB."""
DENSE = 4
"""A row is summed over all documents where at least one in so many holds it."""


class Draws(NamedTuple):
    """The main measure of some rows on every draw of documents.

    Args:
        bootstrap: (draws, systems, rows).
        swapped: difference to the baseline, systems exchanged by coin; (trials, systems - 1, rows).
        trials: how many of the draws are for p-values.
    """

    bootstrap: NDArray[np.float64]
    swapped: NDArray[np.float64]
    trials: int

    @classmethod
    def of(
        cls,
        tables: Sequence[CountTable],
        rows: Sequence[Row],
        *,
        samples: int,
        trials: int,
        seed: int,
    ) -> Draws:
        """Draw; every system sees the same draws."""
        import numpy as np

        documents = len(tables[0].documents)
        cells = [_cells(tables, row) for row in _by_row(tables, rows)]
        counts = Sums(documents, cells)
        away = Sums(documents, [(at, of[:, :1] - of[:, 1:]) for at, of in cells])
        totals = np.stack([of.sum(axis=0) for _, of in cells], axis=1)
        ours, theirs = totals[1:], totals[:1]
        measure = tables[0].bound.measures

        def measured(sums: NDArray[np.float64]) -> NDArray[np.float64]:
            values = next(iter(measure(sums.reshape(-1, sums.shape[-1])).values()))
            return values.reshape(sums.shape[:-1])

        random = np.random.default_rng(seed)
        draws = max(samples, trials) if len(tables) > 1 else samples
        bootstrap = [
            measured(counts.of(drawn(random, size, documents))) for size in blocks(draws, documents)
        ]
        random = np.random.default_rng(seed)
        swapped = []
        for size in blocks(trials if len(tables) > 1 else 0, documents):
            coins = random.integers(2, size=(size, documents)).astype(np.float64)
            moved = away.of(coins)
            swapped.append(measured(ours + moved) - measured(theirs - moved))
        empty = np.zeros((0, len(tables) - 1, len(rows)))
        return cls(np.concatenate(bootstrap), np.concatenate([empty, *swapped]), trials)


class Sums:
    """Sums of rows over weighted documents, of a rare row over the documents that hold it.

    Args:
        documents: how many there are.
        rows: for each row the places of documents, in order, and of each its counts; (systems,
            columns).
    """

    def __init__(
        self, documents: int, rows: Sequence[tuple[NDArray[np.intp], NDArray[np.float64]]]
    ) -> None:
        import numpy as np

        self._count, self._shape = len(rows), rows[0][1].shape[1:]
        self._dense = [place for place, (at, _) in enumerate(rows) if len(at) * DENSE >= documents]
        table = np.zeros((documents, *self._shape[:1], len(self._dense), *self._shape[1:]))
        for column, place in enumerate(self._dense):
            at, counts = rows[place]
            table[at, :, column] = counts
        self._table = table.reshape(documents, -1)
        among = frozenset(self._dense)
        self._rare = [(place, *row) for place, row in enumerate(rows) if place not in among]

    def of(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sums for some weights, a row of them for each draw.

        Shape: (draws, systems, rows, columns).
        """
        import numpy as np

        draws, (systems, columns) = len(weights), self._shape
        sums = np.empty((draws, systems, self._count, columns))
        sums[:, :, self._dense] = (weights @ self._table).reshape(
            draws, systems, len(self._dense), columns
        )
        by_document = np.ascontiguousarray(weights.T) if self._rare else weights
        for place, at, counts in self._rare:
            found = counts.reshape(len(at), -1).T @ by_document.take(at, axis=0)
            sums[:, :, place] = found.T.reshape(draws, systems, columns)
        return sums


Held = list[dict[int, tuple[float, ...]]]
"""Of each system: document → counts."""


def _by_row(tables: Sequence[CountTable], rows: Sequence[Row]) -> list[Held]:
    """Return for each row which documents hold it, and their counts, by system."""
    held: dict[Row, Held] = {row: [{} for _ in tables] for row in rows}
    for system, table in enumerate(tables):
        for document, counts in enumerate(table.counts):
            for row, columns in counts.items():
                if row in held:
                    held[row][system][document] = columns
    return list(held.values())


def _cells(
    tables: Sequence[CountTable], held: Held
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return the documents that hold a row in any system, and its counts in each."""
    import numpy as np

    at = np.array(sorted(set().union(*held)), dtype=np.intp)
    counts = np.zeros((len(at), len(tables), len(tables[0].bound.info.columns)))
    for system, of_system in enumerate(held):
        if of_system:
            places = np.searchsorted(at, np.fromiter(of_system, np.intp, len(of_system)))
            counts[places, system] = list(of_system.values())
    return at, counts


def drawn(random: np.random.Generator, draws: int, documents: int) -> NDArray[np.float64]:
    """Draw as many documents as there are, with replacement: how often each was drawn."""
    import numpy as np

    places = random.integers(documents, size=(draws, documents))
    places += documents * np.arange(draws)[:, None]
    counts = np.bincount(places.ravel(), minlength=draws * documents)
    del places
    return counts.reshape(draws, documents).astype(np.float64)


def blocks(draws: int, documents: int = 1) -> Iterator[int]:
    """Split a number of draws of so many documents into portions that fit into memory."""
    step = min(BLOCK, max(1, WEIGHTS // max(1, documents)))
    for begin in range(0, draws, step):
        yield min(step, draws - begin)
