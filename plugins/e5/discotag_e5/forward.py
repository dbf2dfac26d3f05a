"""The encoder's arithmetic: hidden states of rows of pieces, with numpy alone.

BERT's layers (Devlin et al. 2019), as multilingual-e5-small has them: attention and a feed-forward
part, each added to what it was given and then normalised. Rows are batched with little padding
(`layout`), so that the large products are made once for all of them; only attention treats each
row by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import ThreadpoolController

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from discotag_e5.weights import Weights

    Floats = NDArray[np.float32]
    Places = NDArray[np.int64]

CACHED = 16
"""Pieces whose inner numbers stay in a processor's cache."""
ERF_P = 0.3275911
ERF = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
"""Abramowitz and Stegun (1964), 7.1.26; wrong by 1.5e-7 at most."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Parameters of one layer; matrices are (out, in).

    Args:
        attend: queries, keys and values in one; queries divided by the root of a head's width.
        attend_bias: of these.
        mix: what becomes of the heads together.
        mix_bias: of it.
        first_norm: factor and summand of the first normalisation.
        inner: first part of the feed-forward layer.
        inner_bias: of it.
        outer: second part.
        outer_bias: of it.
        second_norm: factor and summand of the second normalisation.
    """

    attend: Floats
    attend_bias: Floats
    mix: Floats
    mix_bias: Floats
    first_norm: tuple[Floats, Floats]
    inner: Floats
    inner_bias: Floats
    outer: Floats
    outer_bias: Floats
    second_norm: tuple[Floats, Floats]


class Network:
    """The lower layers of the model.

    Args:
        weights: where the parameters are.
        depth: how many layers are computed, 1 or more.
        below: lower layers whose states are wanted, too, from 1.
    """

    def __init__(self, weights: Weights, depth: int, *, below: Sequence[int] = ()) -> None:
        self._weights = weights
        self._heads = weights.shape.heads
        self._epsilon = np.float32(weights.shape.epsilon)
        width = weights.shape.width
        self._positions = weights.floats("emb.pos").reshape(-1, width)
        self._positions += weights.floats("emb.type")[:width]
        self._norm = _norm(weights, "emb.ln")
        self._layers = [_layer(weights, number) for number in range(depth)]
        self._below = frozenset(below)
        self._threads = ThreadpoolController()

    def states(self, rows: Sequence[Sequence[int]]) -> list[Floats]:
        """Return the last computed layer's hidden states of each row, (pieces, width).

        Those of layers below precede them, lowest first: (pieces, layers · width).

        One thread computes: more would spend several times the processor's time on a busy machine.

        Args:
            rows: ids with the special ones, none empty, none longer than the model's positions.
        """
        flat = np.array([one for row in rows for one in row], dtype=np.int64)
        seen, back = np.unique(flat, return_inverse=True)
        read = self._weights.embeddings(seen)
        places, size = laid_out(rows)
        states = np.zeros((size, read.shape[1]), dtype=np.float32)
        at = 0
        for place in places:
            states[place] = read[back[at : at + len(place)]] + self._positions[: len(place)]
            at += len(place)
        self._normalise(states, self._norm)
        with self._threads.limit(limits=1, user_api="blas"):
            kept = []
            for number, layer in enumerate(self._layers, start=1):
                states = self._through(layer, states, places)
                if number in self._below:
                    kept.append(states)
        found = np.concatenate([*kept, states], axis=1) if kept else states
        return [found[place] for place in places]

    def _through(self, layer: Layer, states: Floats, places: Sequence[Places]) -> Floats:
        attended = states @ layer.attend.T
        attended += layer.attend_bias
        mixed = np.zeros_like(states)
        for place in places:
            mixed[place] = self._attention(attended[place])
        mixed = mixed @ layer.mix.T
        mixed += layer.mix_bias
        mixed += states
        self._normalise(mixed, layer.first_norm)
        inner = mixed @ layer.inner.T
        inner += layer.inner_bias
        gelu(inner)
        found: Floats = np.matmul(inner, layer.outer.T)
        found += layer.outer_bias
        found += mixed
        self._normalise(found, layer.second_norm)
        return found

    def _attention(self, attended: Floats) -> Floats:
        """Return what each piece of one row gathers from the row, (pieces, width)."""
        pieces = len(attended)
        parts = attended.reshape(pieces, 3, self._heads, -1).transpose(1, 2, 0, 3)
        queries, keys, values = parts
        shares = queries @ keys.transpose(0, 2, 1)
        shares -= shares.max(axis=2, keepdims=True)
        np.exp(shares, out=shares)
        shares /= shares.sum(axis=2, keepdims=True)
        gathered: Floats = np.matmul(shares, values)
        return gathered.transpose(1, 0, 2).reshape(pieces, -1)

    def _normalise(self, states: Floats, norm: tuple[Floats, Floats]) -> None:
        """Put each state's mean at 0 and its variance at 1, then scale and shift; in place."""
        states -= states.mean(axis=1, keepdims=True)
        variance: Floats = np.einsum("ij,ij->i", states, states) / np.float32(states.shape[1])
        states *= (1 / np.sqrt(variance + self._epsilon))[:, None]
        states *= norm[0]
        states += norm[1]


def gelu(states: Floats) -> None:
    """Put x · Φ(x) in place of every x, Φ being the normal distribution's (Hendrycks and Gimpel).

    Since 2 Φ(x) = 1 + erf(x / √2) and erf is odd, it is max(x, 0) - |x| · erfc(|x| / √2) / 2.
    """
    for start in range(0, len(states), CACHED):  # few enough rows for the processor's cache
        part = states[start : start + CACHED]
        half = np.abs(part)
        half *= np.float32(0.5)
        rest = half * np.float32(ERF_P * 2**0.5)
        rest += np.float32(1)
        np.reciprocal(rest, out=rest)
        series = rest * np.float32(ERF[0])
        for factor in ERF[1:]:
            series += np.float32(factor)
            series *= rest
        series *= half
        np.multiply(half, half, out=half)
        half *= np.float32(-2)
        np.exp(half, out=half)
        series *= half
        np.maximum(part, np.float32(0), out=part)
        part -= series


def _layer(weights: Weights, number: int) -> Layer:
    def named(part: str) -> tuple[Floats, Floats]:
        name = f"l{number}.{part}"
        return weights.matrix(name), weights.floats(f"{name}.b")

    queries, keys, values = named("q"), named("k"), named("v")
    scale = np.float32((weights.shape.width / weights.shape.heads) ** -0.5)
    return Layer(
        np.concatenate([queries[0] * scale, keys[0], values[0]]),
        np.concatenate([queries[1] * scale, keys[1], values[1]]),
        *named("ao"),
        _norm(weights, f"l{number}.aln"),
        *named("fi"),
        *named("fo"),
        _norm(weights, f"l{number}.oln"),
    )


def _norm(weights: Weights, name: str) -> tuple[Floats, Floats]:
    return weights.floats(f"{name}.w"), weights.floats(f"{name}.b")


BLOCK = 12
ALL = 48
"""A matrix is filled up to a multiple of it, since other kernels do what is left over."""


def laid_out(rows: Sequence[Sequence[int]]) -> tuple[list[Places], int]:
    """Arrange rows of pieces out in one matrix.

    Args:
        rows: ids; a row's places within blocks hang on its ids alone.

    Returns:
        For each row the places of its pieces, in their order, and how many places there are.
    """
    found: list[Places] = []
    end = 0
    for row in rows:
        found.append(np.arange(end, end + len(row)))
        end += len(row) - _rest(row)
    for together in _sharing(rows):
        for at in together:
            rest = _rest(rows[at])
            found[at][len(rows[at]) - rest :] = np.arange(end, end + rest)
        end += BLOCK
    for at, row in enumerate(rows):
        if _is_turned(row):
            found[at] += BLOCK - 1 - 2 * (found[at] % BLOCK)
    return found, -(-end // ALL) * ALL


def _sharing(rows: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the rows whose rests share a block: one or, where they fit, one of each kind."""
    kinds: tuple[list[int], list[int]] = ([], [])
    for at, row in enumerate(rows):
        if _rest(row):
            kinds[_is_turned(row)].append(at)
    plain, turned = (sorted(kind, key=lambda at: -_rest(rows[at])) for kind in kinds)
    for at in plain:
        room = BLOCK - _rest(rows[at])
        fitting = next((other for other in turned if _rest(rows[other]) <= room), None)
        if fitting is None:
            yield (at,)
        else:
            turned.remove(fitting)
            yield at, fitting
    for at in turned:
        yield (at,)


def _rest(row: Sequence[int]) -> int:
    return len(row) % BLOCK


def _is_turned(row: Sequence[int]) -> bool:
    return bool(sum(row) % 2)
