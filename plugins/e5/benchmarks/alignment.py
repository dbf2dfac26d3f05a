"""F1, AER and speed of any aligners on gold links, side by side.

The folder is read as `benchmarks/accuracy.py alignment` reads it: gold tokens, each pair by itself.
An aligner is written as behind `--aligner`, its options as JSON behind a space. Run it at the root
of the repository, in one thread:

    python plugins/e5/benchmarks/alignment.py FOLDER lexicon e5 joined:lexicon+e5
    python plugins/e5/benchmarks/alignment.py FOLDER 'e5 {"method": "softmax"}' --lang fr
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[3]))  # the benchmarks of the repository

from benchmarks.tasks.alignment import compared, gold_sets, words
from benchmarks.tasks.figures import Figures
from discotag.plugin import Context, Registry, open_registry

if TYPE_CHECKING:
    from benchmarks.tasks.alignment import GoldSet
    from discotag.plugin import Aligner


def main() -> None:
    """Read the arguments, measure, print two tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="the folder of gold links")
    parser.add_argument("aligners", nargs="+", metavar="ALIGNER", help="as behind --aligner")
    parser.add_argument("--lang", help="only this language")
    parser.add_argument("--pairs", type=int, help="only the first pairs of each set")
    given = parser.parse_args()
    registry = open_registry()
    rows, sums = [], {name: [0.0] * 5 for name in given.aligners}
    for gold in gold_sets(given.folder, given.lang):
        pairs = gold.pairs[: given.pairs]
        tokens = [(words(pair.english), words(pair.foreign)) for pair in pairs]
        scores: list[float] = []
        for name in given.aligners:
            aligner = _made(name, registry, gold)
            began = time.process_time()
            found = [frozenset(one.links) for one in aligner.align(tokens)]
            seconds = time.process_time() - began
            precision, recall, f1, aer = compared(found, pairs)
            scores += [precision, recall, f1]
            for place, value in enumerate((f1, aer, seconds, len(pairs), 1)):
                sums[name][place] += value
        rows.append((f"en-{gold.language} {gold.name}", len(pairs), *scores))
    heads = [f"{column} {name}" for name in given.aligners for column in ("P", "R", "F1")]
    print(Figures("links, %", ("gold", "pairs", *heads), tuple(rows), decimals=1).markdown())
    means = [
        (name, f1 / sets, aer / sets, 1000 * seconds / pairs)
        for name, (f1, aer, seconds, pairs, sets) in sums.items()
    ]
    columns = ("aligner", "mean F1", "mean AER", "CPU ms a pair")
    print(Figures("means of the sets", columns, tuple(means), decimals=1).markdown())


def _made(name: str, registry: Registry, gold: GoldSet) -> Aligner:
    named, _, options = name.partition(" ")
    kind, colon, argument = named.partition(":")
    context = Context(
        name=kind,
        source=registry.language("en").info,
        target=registry.language(gold.language).info,
        argument=argument if colon else None,
        options=json.loads(options) if options else {},
    )
    made: Aligner = registry.aligners.get(kind).info.load().create(context)
    return made


if __name__ == "__main__":
    main()
