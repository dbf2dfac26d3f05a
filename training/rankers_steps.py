"""Learns how well segments follow each other by their words, as the ranker `e5` says it.

A small network hears, for neighbours against others of the same text, how much better the ranker
`e5` finds the neighbours; its features and all others are then weighed by a pairwise regression
whose aim is what `e5` says of the two texts. What the network says of a third of the texts was
learned from the others. No annotation is read.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import nn

from discotag_dip.coherence.features import Steps, features, segment_vector
from discotag_dip.coherence.ranker import LEAST_SEGMENTS, Pair, Piece, orders, segment_vectors
from discotag_dip.coherence.sentences import read
from discotag_dip.training import LONGEST
from training.epochs import epochs
from training.rankers_e5.order import Network

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from discotag_dip.coherence.ranker import Following
    from discotag_dip.corpus import TextAnalyzer
    from discotag_e5.encoder import Encoder
    from training.rankers import Document

    Floats = NDArray[np.float32]
    Rows = torch.Tensor
    Whole = NDArray[np.int64]

SIZES, DROPPED = (48, 48), (0.2, 0.2)
EPOCHS, SIZE, RATE, DECAY, TURNED = 8, 128, 2e-3, 0.1, 0.5
LEAST = 150
"""Segments that must have a sign."""
FLAT = 0.05
"""Added to the spread of what is seen, so that rare signs stay small."""
FOLDS, SEED = 3, 0


class Heard(NamedTuple):
    """A piece of text, and what the ranker `e5` says of it.

    Args:
        name: of its text.
        piece: its segments.
        table: how well each follows each, (segments, segments).
        scaled: their vectors, as `Following` has them.
    """

    name: str
    piece: Piece
    table: Floats
    scaled: Floats


def heard(
    texts: Iterable[Document], analyzer: TextAnalyzer, encoder: Encoder, teacher: Following
) -> Iterator[Heard]:
    """Cut texts into pieces of at most fifteen segments, and ask the ranker `e5`."""
    for side in analyzer.sides(texts):
        segments = tuple(side)
        vectors = segment_vectors(segments, encoder)
        for begin in range(0, len(segments), LONGEST):
            end = begin + LONGEST
            own = segments[begin:end]
            if len(own) >= LEAST_SEGMENTS:
                scaled = teacher.scaled(vectors[begin:end])
                piece = Piece(own, begin == 0, end >= len(segments))
                yield Heard(side.document, piece, teacher.table(scaled), scaled)


def learned_steps(found: Sequence[Heard], *, say: str = "") -> dict[str, Any]:
    """Learn the network from pieces; return the arrays of the file."""
    counts = Counter(
        sign
        for one in found
        for tokens in one.piece.segments
        for sign in set(read(tokens.text).signs())
    )
    signs = {
        name: place
        for place, name in enumerate(sorted(n for n, times in counts.items() if times >= LEAST))
    }
    rows = np.array(
        [segment_vector(tokens, signs) for one in found for tokens in one.piece.segments],
        np.float32,
    )
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + FLAT
    network = _fitted((rows - mean) / spread, _Said([one.table for one in found]), say)
    halves = {"mean": mean, "spread": spread, **network.arrays()}
    return {
        **{name: values.astype(np.float16) for name, values in halves.items()},
        "signs": np.array(list(signs)),
    }


def taught_pairs(found: Sequence[Heard], teacher: Following) -> Iterator[Pair]:
    """Yield pieces against their other orders, with the chance that `e5` gives them."""
    fold = [hashlib.sha256(one.name.encode()).digest()[0] % FOLDS for one in found]
    for number in range(FOLDS):
        others = [one for one, own in zip(found, fold, strict=True) if own != number]
        steps = Steps(learned_steps(others, say=f"third {number + 1}"))
        for place, (one, own) in enumerate(zip(found, fold, strict=True)):
            if own == number:
                yield from _pairs(one, place, steps, teacher)


def _pairs(one: Heard, place: int, steps: Steps, teacher: Following) -> Iterator[Pair]:
    segments, has_begin, has_end = one.piece
    ends = {"has_begin": has_begin, "has_end": has_end}
    better = features(segments, steps=steps, **ends)
    right = teacher.rho(one.scaled, **ends)
    for order in orders(len(segments), place):
        gap = right - teacher.rho(one.scaled[order], **ends)
        worse = features([segments[at] for at in order], steps=steps, **ends)
        yield Pair(better, worse, float(1 / (1 + np.exp(-gap))))


class _Said:
    """What the ranker `e5` says of segments of some pieces, numbered through all of them.

    Args:
        tables: how well each segment of a piece follows each.
    """

    def __init__(self, tables: Sequence[Floats]) -> None:
        self.sizes = np.array([len(table) for table in tables])
        self.starts = np.cumsum(self.sizes) - self.sizes
        self.owner = np.repeat(np.arange(len(tables)), self.sizes)
        self._cells = np.concatenate([table.ravel() for table in tables])
        self._at = np.cumsum(self.sizes**2) - self.sizes**2

    def __call__(self, pieces: Whole, before: Whole, after: Whole) -> Floats:
        """Return how well segments follow others of the same pieces."""
        first = self.starts[pieces]
        rows = (before - first) * self.sizes[pieces]
        found: Floats = self._cells[self._at[pieces] + rows + after - first]
        return found


def _fitted(scaled: Floats, said: _Said, say: str) -> Network:
    torch.manual_seed(SEED)
    draw = np.random.default_rng(SEED)
    rows = torch.from_numpy(scaled.astype(np.float32))
    before = np.flatnonzero(said.owner[:-1] == said.owner[1:])
    network = Network(rows.shape[1], sizes=SIZES, dropped=DROPPED)

    def loss_of(some: Whole) -> torch.Tensor:
        return _loss(network, rows, said, before[some], draw)

    *_, last = epochs(
        network, loss_of, len(before),
        draw=draw, times=EPOCHS, size=SIZE, rate=RATE, decay=DECAY,
    )  # fmt: skip
    print(f"{say or 'all'}: {len(before)} neighbours, last loss {last:.3f}", flush=True)
    return network


def _loss(
    network: Network, rows: Rows, said: _Said, first: Whole, draw: np.random.Generator
) -> torch.Tensor:
    """Compare neighbours with others behind the first, before the second, and turned round."""
    second, pieces = first + 1, said.owner[first]
    right, sure = network(rows[first], rows[second]), said(pieces, first, second)
    behind, ahead = (said.starts[pieces] + draw.integers(said.sizes[pieces]) for _ in range(2))
    loss = torch.zeros(())
    for weight, before, after in (
        (1.0, first, behind), (1.0, ahead, second), (TURNED, second, first),
    ):  # fmt: skip
        is_other = (before != after) & ((before != first) | (after != second))
        margin = right - network(rows[before], rows[after])
        aim = torch.sigmoid(torch.from_numpy(sure - said(pieces, before, after)))
        costs = nn.functional.binary_cross_entropy_with_logits(margin, aim, reduction="none")
        loss = loss + weight * (costs * torch.from_numpy(is_other)).mean()
    return loss
