"""Times a book of many systems: `python plugins/results/benchmarks/large.py [--systems 500]`.

Counts are made up: 180 documents, six phenomena by two scorers, BLEU and chrF in two domains. It
prints the seconds of processor time for ranks and intervals, and those for all pages, tables and
data.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from discotag.plugin import Row, ScorerInfo, Statistics
from discotag.plugin.statistics import ALPHA, LEAST_DOCUMENTS, SEED, standings
from discotag.plugins.scorers.word_f import CompareMtScorer
from discotag.scoring.table import BoundScorer, CountTable
from discotag.testing import context
from discotag_results.book import Book, How, ScorerFacts, Set
from discotag_results.building import PAIRS, agreements, board_of
from discotag_results.pages import write_pages

PHENOMENA = ("ellipsis", "formality", "lexical_cohesion", "names", "pronouns", "verb_form")
DOCUMENTS = 180


def main() -> None:
    """Read the command line, make the book, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--systems", type=int, default=500)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--out", type=Path, help="keep the book here")
    given = parser.parse_args()
    began = time.process_time()
    made = book(given.systems, given.samples)
    ranked = time.process_time()
    with TemporaryDirectory() as folder:
        out = given.out or Path(folder)
        write_pages(made, out)
        pages = sum(1 for _ in out.rglob("*.html"))
        size = sum(path.stat().st_size for path in out.rglob("*.*")) / 1e6
    print(f"{given.systems} systems, {given.samples} draws: {ranked - began:.1f} s for ranks,")
    print(f"{time.process_time() - ranked:.1f} s for {pages} pages, {size:.1f} MB")


def tables(
    random: np.random.Generator, scorer: str, rows: list[Row], systems: int
) -> list[CountTable]:
    """Make up counts: systems differ in how often they match."""
    info = ScorerInfo(
        name=scorer, summary="F.", factory="m:C", columns=("matched", "hypothesis", "support")
    )
    bound = BoundScorer(info, CompareMtScorer.create(context()), "core")
    support = random.integers(0, 9, (DOCUMENTS, len(rows)))
    found = []
    for index, share in enumerate(random.beta(8, 3, systems)):
        matched = random.binomial(support, share)
        statistics = [
            Statistics(
                f"d{document}",
                {
                    row: (float(m), float(n), float(n))
                    for row, m, n in zip(rows, *of_document, strict=True)
                },
            )
            for document, of_document in enumerate(zip(matched, support, strict=True))
        ]
        found.append(CountTable.of(bound, f"System {index}", statistics, phenomena=[*PHENOMENA]))
    return found


def book(systems: int, samples: int) -> Book:
    """Rank the systems of made-up counts."""
    random = np.random.default_rng(0)
    ranked, boards = {}, []
    for scorer in ("choice", "compare_mt", "bleu", "chrf"):
        rows = [Row()] if scorer in {"bleu", "chrf"} else [Row(name) for name in PHENOMENA]
        made = tables(random, scorer, rows, systems)
        names = [f"d{index}" for index in range(DOCUMENTS)]
        parts = {"": names, "chat": names[:90], "news": names[90:]}
        for part, chosen in parts.items():
            members = [names.index(name) for name in chosen]
            cut = [
                CountTable(
                    item.bound,
                    item.system,
                    tuple(chosen),
                    tuple(item.counts[index] for index in members),
                    item.rows,
                )
                for item in made
            ]
            for found in standings(cut, rows, samples=samples):
                ranked |= {} if part else {(scorer, found.row): found}
                boards.append(
                    board_of(
                        scorer,
                        found,
                        by="domain" if part else "all",
                        value=part,
                        documents=len(chosen),
                        measure="f1",
                    )
                )
    return _book(tuple(f"System {index}" for index in range(systems)), boards, ranked, samples)


def _book(systems, boards, ranked, samples) -> Book:  # type: ignore[no-untyped-def]
    facts = [
        ScorerFacts(
            name=name,
            summary="Made up.",
            measure="f1",
            scale=1,
            higher_is_better=True,
            signature="",
        )
        for name in ("choice", "compare_mt", "bleu", "chrf")
    ]
    made = Set(
        key="",
        name="made en-de",
        slug="made-en-de",
        edition="made",
        pair="en-de",
        source_language="en",
        target_language="de",
        references=("ref",),
        systems=systems,
        documents=DOCUMENTS,
        segments=10 * DOCUMENTS,
        domains={"chat": 90, "news": 90},
        phenomena={name: {"state": "supported", "reason": None} for name in PHENOMENA},
        tags={},
        scorers=tuple(facts),
        signature="",
        short_signature="p:en-de|made",
        boards=tuple(boards),
        agreements=tuple(agreements(ranked)),
        reports={},
        notes=(),
    )
    how = How(
        samples=samples,
        seed=SEED,
        alpha=ALPHA,
        least=LEAST_DOCUMENTS,
        parts=("domain",),
        pairs_of_systems=PAIRS,
    )
    return Book(title="Made up", version="", how=how, sets=(made,))


if __name__ == "__main__":
    main()
