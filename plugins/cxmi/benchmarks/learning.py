"""Does CXMI find the word that needs context, and does CoWord dropout raise it? Trains, and prints.

    python plugins/cxmi/benchmarks/learning.py
    python plugins/cxmi/benchmarks/learning.py --corpora 2 --seeds 1,2,3 --coword 0,0.1,0.2

Corpus 1 has no hint in the current source. In corpus 2, a word of the current source hints at the
right form and is nearly always right, so a model may leave the context alone and be hardly worse.
It is measured on texts of the same kind, and on texts in which the hint tells nothing (0.5): what
the context is good for when it alone can tell.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
import warnings
from pathlib import Path

from discotag_cxmi.measure.records import Average
from discotag_cxmi.reproduce.demo import Split, judge, train_on
from discotag_cxmi.reproduce.invented import documents as made

TEST = 400
"""Test documents of corpus 2: its hint is seldom wrong."""
USELESS = 0.5
HEADS = {
    "1": ("seed", "CXMI", "random context", "on ra, ro", "elsewhere", "share", "seconds"),
    "2": ("CoWord", "seed", "CXMI", "on ra, ro", "random context", "CXMI, useless hint",
          "on ra, ro, useless hint", "seconds"),
}  # fmt: skip


def main() -> None:
    """Train and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--corpora", default="1,2")
    parser.add_argument("--documents", type=int, default=2000, help="to train on")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--coword", default="0,0.1,0.2", help="for corpus 2")
    parser.add_argument("--hint", type=float, default=0.995, help="how often it is right")
    parser.add_argument("--steps", type=int, default=300, help="for corpus 2")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    corpora = arguments.corpora.split(",")
    seeds = [int(seed) for seed in arguments.seeds.split(",")]
    if "1" in corpora:
        _head("1")
        for seed in seeds:
            _first(seed, arguments.documents)
    if "2" in corpora:
        _head("2")
        cowords = [float(value) for value in arguments.coword.split(",")]
        found = {coword: [_second(seed, coword, arguments) for seed in seeds] for coword in cowords}
        for place, name in enumerate(("the same hint", "a useless hint")):
            print(f"\nCXMI over seeds, {name}: mean, least to most")
            for coword, pairs in found.items():
                values = [pair[place] for pair in pairs]
                mean = statistics.fmean(values)
                print(f"  {coword:g}: {mean:+.4f}, {min(values):+.4f} to {max(values):+.4f}")


def _first(seed: int, documents: int) -> None:
    start = time.perf_counter()
    split = Split.of(documents, seed=100 + seed)
    with tempfile.TemporaryDirectory() as folder:
        train_on(split, Path(folder) / "m", seed=seed, max_steps=400, batch_tokens=1500)
        found = judge(Path(folder) / "m", split.test)
    share = "–" if found.share is None else f"{found.share:.3f}"
    _row(seed, found.cxmi, found.control, found.on_word, found.elsewhere, share, start=start)


def _second(seed: int, coword: float, arguments: argparse.Namespace) -> tuple[float, float]:
    start, hint = time.perf_counter(), arguments.hint
    split = Split.of(arguments.documents, seed=100 + seed, hint=hint)
    settings = {
        "max_steps": arguments.steps,
        "batch_tokens": 1500,
        "warmup": 100,
        "evaluate_every": 50,
    }
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "m"
        train_on(split, place, seed=seed, coword=coword, **settings)
        alike, useless = (
            judge(place, made(TEST, seed=9000 + seed, hint=given)) for given in (hint, USELESS)
        )
    _row(f"{coword:g}", seed, alike.cxmi, alike.on_word, alike.control, useless.cxmi,
         useless.on_word, start=start)  # fmt: skip
    return alike.cxmi.value, useless.cxmi.value


def _head(corpus: str) -> None:
    names = HEADS[corpus]
    print(f"\nCorpus {corpus}\n| {' | '.join(names)} |\n|{'---|' * len(names)}", flush=True)


def _row(*cells: Average | float | str, start: float) -> None:
    shown = [_cell(cell) if isinstance(cell, Average) else str(cell) for cell in cells]
    print(f"| {' | '.join(shown)} | {time.perf_counter() - start:.0f} |", flush=True)


def _cell(item: Average) -> str:
    span = item.interval
    inside = "–" if span is None else f"{span.low:+.3f}, {span.high:+.3f}"
    return f"{item.value:+.4f} [{inside}]"


if __name__ == "__main__":
    main()
