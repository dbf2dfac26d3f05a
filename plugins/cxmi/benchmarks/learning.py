"""Does CXMI find the word that needs context, and does CoWord dropout raise it? Trains, and prints.

    python plugins/cxmi/benchmarks/learning.py
    python plugins/cxmi/benchmarks/learning.py --seeds 1,2,3 --coword 0,0.1,0.2 --hint 0.97

Corpus 1 has no hint in the current source. In corpus 2, a word of the current source hints at the
right form, and is right in so many cases; a model may leave the context alone and be hardly worse.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag_cxmi.synthetic.grammar import Clue
from discotag_cxmi.synthetic.learning import Split, judge, train_on

if TYPE_CHECKING:
    from discotag_cxmi.measure.figures import Average
    from discotag_cxmi.synthetic.learning import Learned

HEAD = ("corpus", "CoWord", "seed", "CXMI", "random", "on ra/ro", "elsewhere", "share", "seconds")


def main() -> None:
    """Train and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--coword", default="0,0.1,0.2", help="for corpus 2")
    parser.add_argument("--hint", type=float, default=0.97, help="how often it is right")
    parser.add_argument("--steps", type=int, default=300, help="for corpus 2")
    parser.add_argument("--batch-tokens", type=int, default=1500)
    parser.add_argument("--clue", choices=list(Clue), default=Clue.BOTH, type=Clue)
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    print("| " + " | ".join(HEAD) + " |\n|---|" + "---:|" * (len(HEAD) - 1), flush=True)
    seeds = [int(seed) for seed in arguments.seeds.split(",")]
    for seed in seeds:
        _run("1", seed, arguments, hint=None, coword=0.0, steps=400)
    found: dict[float, list[float]] = {}
    for seed in seeds:
        for coword in map(float, arguments.coword.split(",")):
            learned = _run(
                "2", seed, arguments, hint=arguments.hint, coword=coword, steps=arguments.steps
            )
            found.setdefault(coword, []).append(learned.cxmi.value)
    print("\nCorpus 2, CXMI over seeds: mean, least to most")
    for coword, values in found.items():
        mean = statistics.fmean(values)
        print(f"  {coword:g}: {mean:+.4f}, {min(values):+.4f} to {max(values):+.4f}")


def _run(
    corpus: str,
    seed: int,
    arguments: argparse.Namespace,
    *,
    hint: float | None,
    coword: float,
    steps: int,
) -> Learned:
    start = time.perf_counter()
    split = Split.of(arguments.documents, seed=100 + seed, clue=arguments.clue, hint=hint)
    settings: dict[str, Any] = {
        "seed": seed,
        "coword": coword,
        "max_steps": steps,
        "evaluate_every": 100,
        "batch_tokens": arguments.batch_tokens,
    }
    with tempfile.TemporaryDirectory() as folder:
        train_on(split, Path(folder) / "model", **settings)
        learned = judge(Path(folder) / "model", split.test)
    share = "–" if learned.share is None else f"{learned.share:.3f}"
    cells = (corpus, f"{coword:g}", seed, _cell(learned.cxmi), _cell(learned.control),
             _cell(learned.on_word), _cell(learned.elsewhere), share,
             f"{time.perf_counter() - start:.0f}")  # fmt: skip
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)
    return learned


def _cell(item: Average) -> str:
    span = item.interval
    inside = "–" if span is None else f"{span.low:+.3f}, {span.high:+.3f}"
    return f"{item.value:+.4f} [{inside}]"


if __name__ == "__main__":
    main()
