"""Scoring and comparing from Python: scores with intervals, differences with p-values."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from discotag.api.setup import Choices, needs_reference_and_system, planned, registry
from discotag.api.tagged import Rows
from discotag.core.errors import UnknownNameError, UsageError
from discotag.core.text import count_noun
from discotag.pipeline.config import ALONE, DEFAULT_SCORERS, ExecutionOptions
from discotag.runs.counts import tables_of
from discotag.runs.folder import open_runs
from discotag.runs.results import read_results, results
from discotag.runs.run import run
from discotag.runs.workers import recorded_scorers
from discotag.scoring.resampling import SAMPLES, SEED, TRIALS, ResamplingOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.api.corpus import Corpus
    from discotag.core.results import Interval, Results, Row
    from discotag.runs.counts import DocumentCounts
    from discotag.runs.record import RunRecord


@dataclass(frozen=True, slots=True, repr=False)
class Scores(Rows):
    """Scores of systems.

    Args:
        results: scores, counts of tags, signatures, notes.
        record: how the run was made.
        counts: what the scorers counted in each document, from which `compare` continues.
    """

    results: Results
    record: RunRecord
    counts: tuple[DocumentCounts, ...]

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row per scorer, system, phenomenon and label.

        `phenomenon` None is the whole text, `label` None all labels; `value` is the scorer's main
        `measure`, on a scale from 0 to `scale`; `low` and `high` are its 95 % interval, None where
        there are too few documents.
        """
        return [
            {
                "scorer": score.scorer,
                "system": score.system,
                **_row(score.row),
                "measure": self.results.scorers[score.scorer].measure,
                "value": score.value,
                **_interval(score.interval),
                "scale": self.results.scorers[score.scorer].scale,
                **score.sizes,
            }
            for score in self.results.scores
        ]

    def value(self, scorer: str, system: str, phenomenon: str | None = None) -> float | None:
        """Return one main measure over all labels; None where it is undefined.

        Raises:
            UnknownNameError: the run has no such scorer or system, or no such phenomenon.
        """
        scores = self.results.scores
        known = {
            "scorer": (scorer, self.results.scorers),
            "system": (system, self.results.systems),
            "phenomenon": (phenomenon, {score.row.phenomenon for score in scores}),
        }
        for kind, (name, names) in known.items():
            if name is not None and name not in names:
                there = sorted(each for each in names if each is not None)
                raise UnknownNameError(kind, name, there, scope="of these scores")
        wanted = (scorer, system, phenomenon, None)
        for score in scores:
            if (score.scorer, score.system, *score.row) == wanted:
                return score.value
        what = "the whole text" if phenomenon is None else repr(phenomenon)
        raise UsageError(f"{scorer} does not score {what}")

    def __repr__(self) -> str:
        found = self.results
        systems, scorers = ", ".join(found.systems), ", ".join(found.scorers)
        size = count_noun(found.documents, "document")
        return f"<Scores {found.pair}: {systems}; {size}; {scorers}>"

    def _repr_html_(self) -> str:
        """Show the scores of phenomena in a notebook; labels are in `to_dicts`."""
        from discotag.api.tagged import table

        return table([row for row in self.to_dicts() if row["label"] is None])


@dataclass(frozen=True, slots=True, repr=False)
class Differences(Rows):
    """Systems against a baseline.

    Args:
        results: differences, scores, how they were resampled.
    """

    results: Results

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row per scorer, system but the baseline, phenomenon and label.

        `value` is the system's main measure less the baseline's; `low`, `high` and the p-values
        are None where there are too few documents (docs/scores.md).
        """
        return [
            {
                "scorer": item.scorer,
                "system": item.system,
                "baseline": item.baseline,
                **_row(item.row),
                "value": item.value,
                **_interval(item.interval),
                "p_bootstrap": item.p_bootstrap,
                "p_randomization": item.p_randomization,
                "p_holm": item.p_holm,
                "documents": item.documents,
            }
            for item in self.results.differences
        ]

    def __repr__(self) -> str:
        how = self.results.resampling
        baseline = how.baseline if how is not None else None
        return f"<Differences {self.results.pair}: {', '.join(self.results.systems)} to {baseline}>"


def score(
    corpus: Corpus,
    *,
    scorers: Sequence[str] = DEFAULT_SCORERS,
    baseline: str | None = None,
    samples: int = SAMPLES,
    trials: int = TRIALS,
    seed: int = SEED,
    out: str | PathLike[str] | None = None,
    jobs: int = 1,
    executor: str = ALONE,
    cache: bool = False,
    time_limit: float | None = None,
    **choices: Unpack[Choices],
) -> Scores:
    """Tag a corpus and score its systems against its references.

    Args:
        corpus: with at least one reference and one system.
        scorers: names.
        baseline: the system to compare with; None = the first.
        samples: bootstrap samples of documents for each interval.
        trials: draws for each p-value.
        seed: seed of the random numbers.
        out: a folder for all that `discotag run --out` writes; None = nothing is kept.
        jobs: how many workers, each in a process of its own; call it under
            `if __name__ == "__main__":` then.
        executor: who works where there are several, such as `ray:ADDRESS`.
        cache: whether to take what was computed before from the cache of `discotag run`, and keep
            what is new there.
        time_limit: seconds that a batch of documents may take; what takes longer is aborted.
        choices: as `Choices` has them.

    Raises:
        UsageError: no reference or no system, or a name that nothing declares.
        DiscotagError: as `tag`.
    """
    needs_reference_and_system(corpus)
    plan = planned(corpus, scorers=scorers, **choices)
    found = run(
        plan,
        registry(),
        corpus.texts,
        ExecutionOptions(jobs, executor, cache=cache, time_limit=time_limit),
        out=None if out is None else Path(fspath(out)),
        notes=lambda: corpus.notes,
        resampling=ResamplingOptions(samples, trials, seed, baseline),
    )
    return Scores(found.results, found.record, found.counts)


def compare(
    *runs: Scores | str | PathLike[str],
    baseline: str | None = None,
    samples: int = SAMPLES,
    trials: int = TRIALS,
    seed: int = SEED,
    verify: bool = True,
) -> Differences:
    """Compare systems with a baseline, phenomenon by phenomenon; nothing is tagged again.

    Args:
        runs: one `Scores`, or folders of runs whose systems are put together.
        baseline: the system to compare with; None = the first.
        samples: bootstrap samples of documents for each interval.
        trials: draws for each p-value.
        seed: seed of the random numbers.
        verify: whether every file of a folder must be the one that the run wrote.

    Raises:
        UsageError: nothing to compare, or an unknown baseline.
        InputError: folders that hold no sound run, or runs that cannot be put together.
    """
    options = ResamplingOptions(samples, trials, seed, baseline)
    folders = [Path(fspath(run)) for run in runs if not isinstance(run, Scores)]
    scored = [run for run in runs if isinstance(run, Scores)]
    if folders and not scored:
        return Differences(read_results(open_runs(folders, verify=verify), registry(), options)[0])
    if folders or len(scored) != 1:
        raise UsageError("give one result of score(), or folders of runs")
    (only,) = scored
    scorers = recorded_scorers(only.record, registry())
    phenomena = only.record.plan.supported
    tables = tables_of([only.counts], only.record.systems, scorers, phenomena=phenomena)
    return Differences(results(only.record, tuple(tables), options))


def _row(row: Row) -> dict[str, Any]:
    return {"phenomenon": row.phenomenon, "label": row.label}


def _interval(interval: Interval | None) -> dict[str, Any]:
    low, high = interval if interval is not None else (None, None)
    return {"low": low, "high": high}
