"""Checks intervals and p-values by simulation: `python benchmarks/intervals.py [--corpora 1000]`.

Corpora are drawn from a population whose F1 is known. Documents differ in length, in how many tags
they hold and in how well they are translated. An interval is right if it covers the population's F1
in 95 of 100 corpora; a test is right if two equally good systems differ "significantly" (p < .05)
in 5 of 100. Segments resampled in place of documents stand beside it. `--speed` times 10 systems,
200 documents and 10,000 samples instead.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))  # also run as a file, from anywhere

from benchmarks.tasks.harness import Figures
from discotag.core.components import ScorerInfo
from discotag.core.results import Row, Statistics
from discotag.plugins.scorers.word_f import CompareMtScorer
from discotag.scoring.resampling import ResamplingOptions, resample
from discotag.scoring.standings import standings
from discotag.scoring.table import BoundScorer, CountTable
from discotag.testing import context

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROW = Row("formality")
SIZES = (10, 20, 50, 200)
POPULATION = 500_000
SEGMENTS, TAGS = 12, 0.8
"""Mean segments of a document, mean tags of a segment."""
QUALITY = (3.5, 1.5)
"""Beta distribution of the share of a document's tags that a system renders."""
SHARED = 0.5
"""Share of documents in which two systems meet the same difficulty."""


class Corpus(NamedTuple):
    """Segments of two systems: counts (segments, 3) of each, and the document of each segment."""

    first: NDArray[np.float64]
    second: NDArray[np.float64]
    documents: NDArray[np.int64]


def main() -> None:
    """Read the command line, simulate, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpora", type=int, default=1000, help="simulated corpora of each size")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", action="store_true", help="time the resampling instead")
    given = parser.parse_args()
    if given.speed:
        print(speed().text())
        return
    random = np.random.default_rng(given.seed)
    population = drawn(random, POPULATION).first.sum(axis=0)
    truth = 2 * population[0] / (population[1] + population[2])
    rows = tuple(simulated(random, size, given.corpora, truth) for size in SIZES)
    columns = ("documents", "documents drawn", "segments drawn", "width", "randomization")
    title = (
        f"Share (%) of {given.corpora} corpora whose 95 % interval covers F1 = {truth:.3f};"
        "\nwidth of segments' intervals by documents'; share (%) of corpora with p < .05 for equals"
    )
    print(Figures(title, (*columns, "bootstrap", "all pairs"), rows, decimals=2).text())


def drawn(random: np.random.Generator, documents: int) -> Corpus:
    """Draw a corpus of two systems that are equally good on the whole."""
    sizes = 1 + random.geometric(1 / SEGMENTS, documents)
    density = random.gamma(2.0, TAGS / 2.0, documents)
    quality = random.beta(*QUALITY, (2, documents))
    quality[1] = np.where(random.random(documents) < SHARED, quality[0], quality[1])
    owner = np.repeat(np.arange(documents), sizes)
    tags = random.poisson(density[owner])
    first = np.searchsorted(owner, np.arange(documents))
    tags[first] = np.maximum(tags[first], 1)  # a document without tags is none for the interval
    systems = []
    for of_system in quality:
        matched = random.binomial(tags, of_system[owner])
        extra = random.poisson(0.7 * (tags - matched))
        systems.append(np.stack([matched, matched + extra, tags], axis=1).astype(np.float64))
    return Corpus(systems[0], systems[1], owner)


def simulated(
    random: np.random.Generator, documents: int, corpora: int, truth: float
) -> tuple[float, ...]:
    """Simulate corpora of one size; give coverage by documents and segments, width, alarms."""
    covered, width, alarms = np.zeros(2), np.zeros(2), np.zeros(3)
    for _ in range(corpora):
        corpus = drawn(random, documents)
        names = [f"d{index}" for index in corpus.documents]
        segments = [f"s{index}" for index in range(len(names))]
        pair = [table("A", corpus.first, names), table("B", corpus.second, names)]
        alarms[2] += bool(next(standings(pair)).p_values[0, 1] < 0.05)
        outcomes = (
            resample(pair),
            resample([table("A", corpus.first, segments)], ResamplingOptions()),
        )
        for place, outcome in enumerate(outcomes):
            interval = outcome.scores[0].interval
            if interval is not None:
                covered[place] += interval.low <= truth <= interval.high
                width[place] += interval.high - interval.low
        difference = outcomes[0].differences[0]
        for place, p in enumerate((difference.p_randomization, difference.p_bootstrap)):
            alarms[place] += p is not None and p < 0.05
    shares = 100 * np.concatenate([covered, alarms]) / corpora
    return (documents, shares[0], shares[1], width[1] / width[0], shares[2], shares[3], shares[4])


def table(system: str, counts: NDArray[np.float64], units: list[str]) -> CountTable:
    """Sum segments into units and give the scorer's table."""
    sums: dict[str, NDArray[np.float64]] = {}
    for unit, row in zip(units, counts, strict=True):
        sums[unit] = sums[unit] + row if unit in sums else row
    statistics = [Statistics(unit, {ROW: tuple(row.tolist())}) for unit, row in sums.items()]
    return CountTable.of(bound(), system, statistics, phenomena=[ROW.phenomenon or ""])


def bound() -> BoundScorer:
    """Create the scorer."""
    columns = ("matched", "hypothesis", "support")
    info = ScorerInfo(name="compare_mt", summary="F1.", factory="m:C", columns=columns)
    return BoundScorer(info, CompareMtScorer.create(context()), "core")


def speed(systems: int = 10, documents: int = 200, draws: int = 10_000) -> Figures:
    """Time the resampling of five phenomena with four labels each."""
    random = np.random.default_rng(0)
    rows = [Row(name, label) for name in "abcde" for label in (None, *"tuvw")]
    tables = []
    for system in range(systems):
        counts = np.sort(random.integers(0, 15, (documents, len(rows), 3)), axis=2)
        statistics = [
            Statistics(f"d{index}", dict(zip(rows, map(tuple, of.astype(float)), strict=True)))
            for index, of in enumerate(counts)
        ]
        tables.append(CountTable.of(bound(), f"S{system}", statistics, phenomena=list("abcde")))
    began = time.perf_counter()
    outcome = resample(tables, ResamplingOptions(samples=draws, trials=draws))
    seconds = time.perf_counter() - began
    columns = ("systems", "documents", "samples", "rows", "differences", "seconds")
    values = (systems, documents, draws, len(rows), len(outcome.differences), seconds)
    return Figures("Intervals and both tests of every row and system", columns, (values,))


if __name__ == "__main__":
    main()
