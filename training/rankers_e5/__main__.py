"""Learn the rankers `dip … --ranker e5`, from the texts of the small ones and LitBank.

    python -m training.rankers_e5 pronouns|coherence --data DATA [--out weights_e5.npz]

Needs torch, discotag-e5 and its weights. `DATA` is that of `training.rankers`, and
`coref/en_litbank`. No annotation is read, the text alone. Deterministic but for rounding; about
twenty CPU minutes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from discotag.core.registry import open_registry
from discotag_dip.analysing import TextAnalyzer
from discotag_dip.anaphora import masking, network
from discotag_dip.coherence import following
from discotag_e5.encoder import Encoder
from discotag_e5.weights import open_weights
from training.rankers_e5 import order, pronouns
from training.rankers_e5.texts import ordered_texts, texts


def main() -> None:
    """Read, learn, write."""
    parser = argparse.ArgumentParser(
        prog="training.rankers_e5", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("ranker", choices=["pronouns", "coherence"])
    parser.add_argument("--data", type=Path, required=True, help="the folder of all corpora")
    parser.add_argument("--out", type=Path, help="default: what the package ships")
    given = parser.parse_args()
    analyzer = TextAnalyzer(open_registry(), "en")
    if given.ranker == "pronouns":
        out = given.out or network.PATH
        encoder = Encoder(open_weights(), masking.LAYER, below=masking.BELOW)
        places = list(pronouns.places(texts(given.data), analyzer, encoder))
        np.savez(out, **pronouns.learned(places))
    else:
        out = given.out or following.PATH
        encoder = Encoder(open_weights(), following.LAYER)
        parts = list(order.parts(ordered_texts(given.data), analyzer, encoder))
        np.savez(out, **order.learned_order(parts))
    print(f"{out}: {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
