"""Learns how well segments follow each other, and what of it tells the order of a text.

The network sees neighbours, and for each two others of the same text, once behind the first and
once before the second, and the two turned round. What it says of a third of the texts was learned
from the others; from it a pairwise regression (`discotag_dip.coherence.ranker`) learns the weight
of each feature.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from scipy.optimize import minimize
from torch import nn

from discotag_dip.coherence.ranker import (
    LEAST_SEGMENTS,
    Following,
    Pair,
    accuracy,
    learned,
    orders,
    segment_vectors,
)
from discotag_dip.training import LONGEST
from training.epochs import epochs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from discotag_dip.corpus import TextAnalyzer
    from discotag_e5.encoder import Encoder
    from training.rankers import Document

    Floats = NDArray[np.float32]

UNITS, HIDDEN = 96, 128
DROPPED, DROPPED_LAST = 0.5, 0.3
EPOCHS, SIZE, RATE, DECAY, TURNED = 12, 128, 2e-3, 0.1, 0.5
END_PENALTY = 300.0
RIDGE = 30.0
FOLDS, SEED = 3, 0


class Part(NamedTuple):
    """Neighbouring segments: the text's name, their vectors, whether they begin and end it."""

    name: str
    vectors: Floats
    has_begin: bool
    has_end: bool


class Network(nn.Module):
    """`discotag_dip.weights.Joining` as it is learned."""

    def __init__(
        self,
        width: int,
        *,
        sizes: tuple[int, int] = (UNITS, HIDDEN),
        dropped: tuple[float, float] = (DROPPED, DROPPED_LAST),
    ) -> None:
        super().__init__()
        units, hidden = sizes
        self.left, self.right = nn.Linear(width, units), nn.Linear(width, units)
        self.join, self.out = nn.Linear(4 * units, hidden), nn.Linear(hidden, 1)
        self.drop, self.drop_last = map(nn.Dropout, dropped)

    def forward(self, before: torch.Tensor, after: torch.Tensor) -> torch.Tensor:
        """Return how well segments follow others, (pairs,)."""
        left = torch.tanh(self.left(self.drop(before)))
        right = torch.tanh(self.right(self.drop(after)))
        both = torch.cat([left, right, left * right, (left - right).abs()], dim=-1)
        found: torch.Tensor = self.out(self.drop_last(torch.relu(self.join(both))))[..., 0]
        return found

    def arrays(self) -> dict[str, Floats]:
        """Return the weights as `Joining` reads them."""
        layers = {name: getattr(self, name) for name in ("left", "right", "join", "out")}
        return {name: _with_bias(layer) for name, layer in layers.items()}


def parts(texts: Iterable[Document], analyzer: TextAnalyzer, encoder: Encoder) -> Iterator[Part]:
    """Cut texts into parts of at most fifteen segments and compute their vectors."""
    for side in analyzer.sides(texts):
        vectors = segment_vectors(tuple(side), encoder)
        for begin in range(0, len(vectors), LONGEST):
            own = vectors[begin : begin + LONGEST]
            if len(own) >= LEAST_SEGMENTS:
                yield Part(side.document, own, begin == 0, begin + LONGEST >= len(vectors))


def learned_order(found: Sequence[Part]) -> dict[str, Any]:
    """Learn the network and the weights of features; return the arrays of the file."""
    every = np.concatenate([part.vectors for part in found])
    scale = {"mean": every.mean(axis=0), "spread": every.std(axis=0) + 1e-6}
    fold = [hashlib.sha256(part.name.encode()).digest()[0] % FOLDS for part in found]
    pairs: list[Pair] = []
    for number in range(FOLDS):
        others = [part for part, own in zip(found, fold, strict=True) if own != number]
        following = Following(
            _arrays(others, scale) | {"names": np.array([]), "weights": np.array([])}
        )
        for place, (part, own) in enumerate(zip(found, fold, strict=True)):
            if own == number:
                pairs += _pairs(part, place, following)
        print(f"{number + 1} of {FOLDS} thirds told by the others", flush=True)
    weights = learned(pairs, name="e5", ridge=RIDGE)
    print(f"{len(found)} parts, {len(every)} segments; {accuracy(weights, pairs):.3f} in order")
    names = sorted(weights.weights)
    return _arrays(found, scale) | {
        "names": np.array(names),
        "weights": np.array([weights.weights[name] for name in names], np.float32),
    }


def _pairs(part: Part, place: int, following: Following) -> Iterator[Pair]:
    scaled = following.scaled(part.vectors)
    ends = {"has_begin": part.has_begin, "has_end": part.has_end}
    better = following.features(scaled, **ends)
    for order in orders(len(scaled), place):
        yield Pair(better, following.features(scaled[order], **ends))


def _arrays(found: Sequence[Part], scale: dict[str, Floats]) -> dict[str, Any]:
    texts = [(part.vectors - scale["mean"]) / scale["spread"] for part in found]
    arrays = _fitted(texts).arrays()
    sizes = [len(text) for text in texts]
    ends = np.cumsum(sizes)
    for name, places, marks in (
        ("first", ends - sizes, [part.has_begin for part in found]),
        ("last", ends - 1, [part.has_end for part in found]),
    ):
        truth = np.zeros(ends[-1], bool)
        truth[places] = marks
        arrays[name] = _told(np.concatenate(texts), truth)
    halves = {name: values.astype(np.float16) for name, values in arrays.items()}
    return scale | halves


def _fitted(texts: Sequence[Floats]) -> Network:
    torch.manual_seed(SEED)
    draw = np.random.default_rng(SEED)
    rows = torch.from_numpy(np.concatenate(texts).astype(np.float32))
    sizes = np.array([len(text) for text in texts])
    starts = np.cumsum(sizes) - sizes
    before = np.concatenate(
        [np.arange(start, start + size - 1) for start, size in zip(starts, sizes, strict=True)]
    )
    owner = np.repeat(np.arange(len(texts)), sizes - 1)
    network = Network(rows.shape[1])

    def loss_of(some: NDArray[np.int64]) -> torch.Tensor:
        first, second = before[some], before[some] + 1
        right = network(rows[first], rows[second])
        loss = TURNED * _softplus(network(rows[second], rows[first]) - right).mean()
        for place in ("behind", "before"):
            other = starts[owner[some]] + draw.integers(sizes[owner[some]])
            is_other = torch.from_numpy((other != first) & (other != second))
            pair = (first, other) if place == "behind" else (other, second)
            wrong = network(rows[pair[0]], rows[pair[1]])
            loss = loss + (_softplus(wrong - right) * is_other).mean()
        return loss

    for _ in epochs(
        network, loss_of, len(before),
        draw=draw, times=EPOCHS, size=SIZE, rate=RATE, decay=DECAY,
    ):  # fmt: skip
        pass
    return network


def _softplus(values: torch.Tensor) -> torch.Tensor:
    return nn.functional.softplus(values)


def _told(rows: Floats, truth: NDArray[np.bool_]) -> Floats:
    """Return the logistic regression of a few rows among all; both classes have half the weight."""
    data = np.column_stack([rows, np.ones(len(rows))]).astype(np.float64)
    held = np.full(data.shape[1], END_PENALTY)
    held[-1] = 0.0
    share = truth.mean()
    counts = np.where(truth, 0.5 / share, 0.5 / (1 - share))

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        totals = data @ weights
        chances = 1 / (1 + np.exp(-totals))
        value = (counts * (np.logaddexp(0, totals) - truth * totals)).sum()
        value += 0.5 * (held * weights**2).sum()
        return float(value), data.T @ (counts * (chances - truth)) + held * weights

    start = np.zeros(data.shape[1])
    found: Floats = minimize(loss, start, jac=True, method="L-BFGS-B").x.astype(np.float32)
    return found


def _with_bias(layer: nn.Linear) -> Floats:
    weights, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
    found: Floats = np.column_stack([weights, bias])
    return found
