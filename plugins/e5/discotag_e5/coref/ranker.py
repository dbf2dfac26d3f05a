"""The network that weighs what a mention may belong to: one hidden layer over words' vectors.

A mention and a chain are compared through three projections of their vectors (as what refers, as
what was last said of the chain, as its last noun), multiplied unit by unit, beside what `features`
tells. Belonging to nothing before has a network of its own; all choices share one softmax
(mention ranking: Denis and Baldridge 2008; with vectors: Lee et al. 2017).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from discotag_e5.coref.features import pair, table, unary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from discotag_e5.coref.chains import Chain
    from discotag_e5.coref.mentions import Phrase

    Floats = NDArray[np.float32]

COSINES = 5.0, -4.0
"""Factor and summand that spread the cosines of the model's states, which are all alike."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A text's mentions as the network sees them, a row each.

    Args:
        phrases: the mentions, in text order.
        shown: what each shows by itself.
        unit: their vectors, of length 1.
        referring: their vectors as what refers.
        latest: the same as what was last said of a chain.
        nominal: the same as a chain's last noun.
    """

    phrases: Sequence[Phrase]
    shown: Floats
    unit: Floats
    referring: Floats
    latest: Floats
    nominal: Floats


class Ranker:
    """Weighs the chains that a mention may belong to.

    Args:
        arrays: the parameters by name; matrices are (out, in).
    """

    def __init__(self, arrays: Mapping[str, NDArray[np.floating]]) -> None:
        self._arrays = {name: array.astype(np.float32) for name, array in arrays.items()}
        self._temperature = float(self._arrays["temperature"])

    def seen(self, phrases: Sequence[Phrase], vectors: Floats) -> Seen:
        """Return mentions as the network sees them.

        Args:
            phrases: of one text.
            vectors: of their heads, (mentions, width).
        """
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        shown = table([unary(phrase) for phrase in phrases], self._arrays["shown"].shape[1])
        return Seen(
            phrases,
            shown,
            vectors / (lengths + np.float32(1e-6)),
            self._linear("referring", vectors),
            self._linear("latest", vectors),
            self._linear("nominal", vectors),
        )

    def shares(
        self, seen: Seen, place: int, candidates: Sequence[tuple[Chain, int]]
    ) -> NDArray[np.float64]:
        """Return the probability in 0-1 of each chain, and of none of them, which stands last.

        Args:
            seen: the text's mentions.
            place: the number of the mention.
            candidates: chains, and how many were spoken of later.
        """
        phrase = seen.phrases[place]
        totals = np.zeros(len(candidates) + 1)
        totals[:-1] = self._chains(seen, place, phrase, candidates)
        totals[-1] = self._nothing(seen, place, len(candidates))
        powers = np.exp((totals - totals.max()) / self._temperature)
        found: NDArray[np.float64] = powers / powers.sum()
        return found

    def _chains(
        self, seen: Seen, place: int, phrase: Phrase, candidates: Sequence[tuple[Chain, int]]
    ) -> Floats:
        latest = np.array([chain.places[-1] for chain, _ in candidates])
        nouns = np.array([chain.noun_place for chain, _ in candidates])
        has_noun = (nouns >= 0).astype(np.float32)[:, None]
        shown = table(
            [pair(phrase, chain, nearer) for chain, nearer in candidates],
            self._arrays["pair"].shape[1],
        )
        own, last = seen.referring[place], seen.latest[latest]
        noun = seen.nominal[nouns] * has_noun
        cosines = np.stack(
            [
                seen.unit[latest] @ seen.unit[place],
                (seen.unit[nouns] @ seen.unit[place]) * has_noun[:, 0],
            ],
            axis=1,
        )
        spread = cosines * np.float32(COSINES[0]) + np.float32(COSINES[1])
        hidden = self._linear("pair", shown)
        hidden += self._product("shown", seen.shown[place])
        hidden += self._product("shown_latest", seen.shown[latest])
        hidden += self._product("by_latest", own * last) + self._product("by_noun", own * noun)
        hidden += self._product("own", own) + self._product("last", last)
        hidden += self._product("noun", noun)
        hidden += self._product("cosines", spread)
        np.maximum(hidden, 0, out=hidden)
        found: Floats = self._linear("total", hidden)[:, 0]
        return found

    def _nothing(self, seen: Seen, place: int, count: int) -> float:
        shown = np.append(seen.shown[place], np.float32(np.log1p(count)))
        hidden = self._linear("nothing", shown) + self._product(
            "nothing_own", seen.referring[place]
        )
        np.maximum(hidden, 0, out=hidden)
        return float(self._linear("nothing_total", hidden)[0])

    def _linear(self, name: str, values: Floats) -> Floats:
        found: Floats = self._product(name, values) + self._arrays[f"{name}_bias"]
        return found

    def _product(self, name: str, values: Floats) -> Floats:
        found: Floats = values @ self._arrays[name].T
        return found


@cache
def shipped() -> tuple[Ranker, str]:
    """Read `ranker.npz`, once; return it and the SHA-256 of its file."""
    data = Path(__file__).with_name("ranker.npz").read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        return Ranker(dict(arrays)), hashlib.sha256(data).hexdigest()
