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
from discotag_e5.coref.opinion import OWN, PAIR, Opinion

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
    """A text's mentions as the networks see them: (networks, mentions, …).

    Args:
        phrases: the mentions, in text order.
        opinion: what another resolver says of them.
        shown: what each shows by itself, (mentions, features).
        unit: their vectors, of length 1, (mentions, width).
        referring: their vectors as what refers.
        latest: the same as what was last said of a chain.
        nominal: the same as a chain's last noun.
        as_referring: what each brings into the hidden units as what refers.
        as_latest: the same as what was last said of a chain.
        as_nominal: the same as a chain's last noun.
    """

    phrases: Sequence[Phrase]
    opinion: Opinion
    shown: Floats
    unit: Floats
    referring: Floats
    latest: Floats
    nominal: Floats
    as_referring: Floats
    as_latest: Floats
    as_nominal: Floats


class Ranker:
    """Weighs the chains that a mention may belong to: the mean of a few small networks.

    Args:
        arrays: the parameters by name, each (networks, …); matrices are (networks, out, in).
    """

    def __init__(self, arrays: Mapping[str, NDArray[np.floating]]) -> None:
        self._arrays = {name: array.astype(np.float32) for name, array in arrays.items()}
        self._temperature = float(self._arrays["temperature"].mean())

    def seen(
        self, phrases: Sequence[Phrase], vectors: Floats, opinion: Opinion | None = None
    ) -> Seen:
        """Return mentions as the networks see them.

        Args:
            phrases: of one text.
            vectors: of their heads, (mentions, width).
            opinion: what another resolver says of them, None without one.
        """
        opinion = Opinion(phrases, None) if opinion is None else opinion
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        own = table([unary(phrase) for phrase in phrases], self._width("shown") - OWN)
        shown = np.concatenate([own, opinion.own], axis=1)
        referring, latest, nominal = (
            self._linear(name, vectors) for name in ("referring", "latest", "nominal")
        )
        return Seen(
            phrases,
            opinion,
            shown,
            vectors / (lengths + np.float32(1e-6)),
            referring,
            latest,
            nominal,
            self._product("own", referring) + self._product("shown", shown),
            self._product("last", latest) + self._product("shown_latest", shown),
            self._product("noun", nominal),
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
        totals = np.zeros(len(candidates) + 1)
        totals[:-1] = self._chains(seen, place, candidates)
        totals[-1] = self._nothing(seen, place, len(candidates))
        powers = np.exp((totals - totals.max()) / self._temperature)
        found: NDArray[np.float64] = powers / powers.sum()
        return found

    def _chains(self, seen: Seen, place: int, candidates: Sequence[tuple[Chain, int]]) -> Floats:
        phrase = seen.phrases[place]
        latest = np.array([chain.places[-1] for chain, _ in candidates])
        nouns = np.array([chain.noun_place for chain, _ in candidates])
        has_noun = (nouns >= 0).astype(np.float32)[:, None]
        rows = [pair(phrase, chain, nearer) for chain, nearer in candidates]
        shown = np.concatenate(
            [table(rows, self._width("pair") - PAIR), seen.opinion.pairs(place, candidates)], axis=1
        )
        own = seen.referring[:, place, None]
        cosines = np.stack(
            [
                seen.unit[latest] @ seen.unit[place],
                (seen.unit[nouns] @ seen.unit[place]) * has_noun[:, 0],
            ],
            axis=1,
        )
        hidden = self._linear("pair", shown)
        hidden += seen.as_referring[:, place, None] + seen.as_latest[:, latest]
        hidden += seen.as_nominal[:, nouns] * has_noun
        hidden += self._product("by_latest", own * seen.latest[:, latest])
        hidden += self._product("by_noun", own * (seen.nominal[:, nouns] * has_noun))
        hidden += self._product(
            "cosines", cosines * np.float32(COSINES[0]) + np.float32(COSINES[1])
        )
        np.maximum(hidden, 0, out=hidden)
        found: Floats = self._linear("total", hidden)[:, :, 0].mean(axis=0)
        return found

    def _nothing(self, seen: Seen, place: int, count: int) -> float:
        shown = np.append(seen.shown[place], np.float32(np.log1p(count)))[None]
        hidden = self._linear("nothing", shown)
        hidden += self._product("nothing_own", seen.referring[:, place, None])
        np.maximum(hidden, 0, out=hidden)
        return float(self._linear("nothing_total", hidden).mean())

    def _width(self, name: str) -> int:
        return int(self._arrays[name].shape[-1])

    def _linear(self, name: str, values: Floats) -> Floats:
        """Return what each network makes of values, (networks, values, out)."""
        found: Floats = self._product(name, values) + self._arrays[f"{name}_bias"][:, None]
        return found

    def _product(self, name: str, values: Floats) -> Floats:
        found: Floats = values @ self._arrays[name].transpose(0, 2, 1)
        return found


@cache
def shipped(*, is_heard: bool = False) -> tuple[Ranker, str]:
    """Read the networks, once; return them and the SHA-256 of their file.

    Args:
        is_heard: whether another resolver's opinion is weighed: `ranker_heard.npz`, learned with
            it, in place of `ranker.npz`.
    """
    name = "ranker_heard.npz" if is_heard else "ranker.npz"
    data = Path(__file__).with_name(name).read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        return Ranker(dict(arrays)), hashlib.sha256(data).hexdigest()
