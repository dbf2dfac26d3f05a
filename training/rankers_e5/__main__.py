"""Learn the rankers `dip … --ranker e5`, from the texts of the small ones and LitBank.

    python -m training.rankers_e5 pronouns|coherence --data DATA [--out weights_e5.npz]

Needs torch, discotag-e5 and its weights. `DATA` is that of `training.rankers`, and
`coref/en_litbank`. No annotation is read, the text alone. Deterministic but for rounding; about
twenty CPU minutes.
"""

from __future__ import annotations

import numpy as np

from discotag.core.registry import open_registry
from discotag_dip.anaphora import encoder as pronoun_encoder
from discotag_dip.coherence import ranker as coherence_ranker
from discotag_dip.corpus import TextAnalyzer
from discotag_e5.encoder import Encoder
from discotag_e5.weights import open_weights
from training.rankers import given
from training.rankers_e5 import order, pronouns
from training.rankers_e5.pronouns import ordered_texts, texts


def main() -> None:
    """Read, learn, write."""
    shipped = {"pronouns": pronoun_encoder.PATH, "coherence": coherence_ranker.PATH}
    ranker, data, out = given("training.rankers_e5", __doc__ or "", shipped)
    analyzer = TextAnalyzer(open_registry(), "en")
    if ranker == "pronouns":
        encoder = Encoder(open_weights(), pronoun_encoder.LAYER, below=pronoun_encoder.BELOW)
        arrays = pronouns.learned(list(pronouns.places(texts(data), analyzer, encoder)))
    else:
        encoder = Encoder(open_weights(), coherence_ranker.LAYER)
        arrays = order.learned_order(list(order.parts(ordered_texts(data), analyzer, encoder)))
    np.savez(out, **arrays)
    print(f"{out}: {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
