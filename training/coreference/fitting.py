"""Fit the network that chooses antecedents: maximum likelihood of what is wanted, by Adam.

What is shipped is the mean of several networks, narrowed: of the weights of all their hidden units
the best approximation of low rank (Eckart and Young 1936), features counted as often as they are
met.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from discotag_lang_en.coref.network import Layer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from training.coreference.choices import Choice

    Array = NDArray[np.float32]

LARGEST = 127
"""The largest whole number of a feature."""
USUAL = 0.999
"""The share of a column's numbers that are not cut off."""
LEAST = 1e-30
"""The least probability of a row, so that none of its group is 0."""
LEXICAL = ("fit:", "by:", "case:", "none:verb:", "none:lemma:", "none:+", "none:-", "none:has:")
"""How the features begin that hold a word."""


@dataclass(frozen=True)
class Setting:
    """How a network is fitted.

    Args:
        hidden: units.
        epochs: how often every choice is seen.
        rate: the first learning rate; it falls to a tenth.
        penalty: L2, per choice.
        dropout: the share of features left out at random.
        words: the same for features that hold a word, lest sentences be learned by heart.
        fewest: features seen fewer times are left out.
        voices: how many networks are fitted and averaged.
        rank: how many numbers each feature has in the end.
        seed: of all random numbers.
    """

    hidden: int = 16
    epochs: int = 6
    rate: float = 0.01
    penalty: float = 1e-5
    dropout: float = 0.3
    words: float = 0.7
    batch: int = 256
    fewest: int = 24
    voices: int = 3
    rank: int = 32
    seed: int = 1


class Batch(NamedTuple):
    """Some choices, their rows one after another.

    Args:
        rows: features.
        group: of each row the number of those that mean the same, -1 where it is wrong.
        shares: of each group the probability that it should have.
        first: where each choice begins.
        weights: how much each counts.
    """

    rows: csr_matrix
    group: NDArray[np.int64]
    shares: Array
    first: NDArray[np.int64]
    weights: Array


class Pool:
    """Choices as a sparse matrix.

    Args:
        choices: what was met.
        names: the features that count.
    """

    def __init__(self, choices: Sequence[Choice], names: Sequence[str]) -> None:
        number = {name: index for index, name in enumerate(names)}
        cells = array("i")
        ends, starts = [0], [0]
        groups: list[int] = []
        shares: list[float] = []
        for choice in choices:
            begin = len(groups)
            for row in choice.rows:
                cells.extend(number[name] for name in row if name in number)
                ends.append(len(cells))
            groups.extend([-1] * len(choice.rows))
            for members, share in choice.wanted:
                for member in members:
                    groups[begin + member] = len(shares)
                shares.append(share)
            starts.append(len(groups))
        columns = np.frombuffer(cells, dtype=np.int32)
        self.rows = csr_matrix(
            (np.ones(len(columns), dtype=np.float32), columns, ends),
            shape=(len(groups), len(names)),
        )
        self.groups, self.shares = np.array(groups), np.array(shares, dtype=np.float32)
        self.starts = np.array(starts)
        self.weights = np.array([choice.weight for choice in choices], dtype=np.float32)

    def batch(self, chosen: NDArray[np.int64]) -> Batch:
        """Return some choices."""
        begins = self.starts[chosen]
        lengths = self.starts[chosen + 1] - begins
        first = np.cumsum(lengths) - lengths
        rows = np.arange(lengths.sum()) + np.repeat(begins - first, lengths)
        known, group = np.unique(self.groups[rows], return_inverse=True)
        wrong = int(known[0] < 0)
        return Batch(
            self.rows[rows], group - wrong, self.shares[known[wrong:]], first, self.weights[chosen]
        )


def known_features(choices: Sequence[Choice], fewest: int) -> list[str]:
    """Return the features that were met often enough, sorted."""
    seen: Counter[str] = Counter()
    for choice in choices:
        seen.update({name for row in choice.rows for name in row})
    return sorted(name for name, count in seen.items() if count >= fewest)


def fit(choices: Sequence[Choice], setting: Setting) -> Layer:
    """Return the network of one class of pronouns, narrowed, with temperature 1."""
    names = known_features(choices, setting.fewest)
    return fitted(Pool(choices, names), names, setting)


def fitted(pool: Pool, names: Sequence[str], setting: Setting) -> Layer:
    """Return the mean of several networks that began from other random numbers.

    Their hidden units stand side by side.
    """
    shares = np.array(
        [setting.words if name.startswith(LEXICAL) else setting.dropout for name in names],
        dtype=np.float32,
    )
    voices = [
        _fit_one(pool, shares, setting, setting.seed + turn) for turn in range(setting.voices)
    ]
    direct, inner, bias, out = zip(*voices, strict=True)
    together = [
        np.mean(direct, axis=0),
        np.concatenate(inner, axis=1),
        np.concatenate(bias),
        np.concatenate(out) / setting.voices,
    ]
    return narrowed(names, together, np.asarray(pool.rows.sum(axis=0))[0], setting.rank)


def _fit_one(pool: Pool, shares: Array, setting: Setting, seed: int) -> list[Array]:
    random, width = np.random.default_rng(seed), len(shares)
    drawn = (
        np.zeros(width),
        random.normal(0, 0.1, (width, setting.hidden)),
        np.full(setting.hidden, 0.1),
        random.normal(0, 0.3, setting.hidden),
    )
    parts: list[Array] = [part.astype(np.float32) for part in drawn]
    moments = [(np.zeros_like(part), np.zeros_like(part)) for part in parts]
    count = len(pool.weights)
    step, total = 0, setting.epochs * -(-count // setting.batch)
    for _ in range(setting.epochs):
        order = random.permutation(count)
        for begin in range(0, count, setting.batch):
            step += 1
            batch = pool.batch(order[begin : begin + setting.batch])
            rows, gone = batch.rows, shares[batch.rows.indices]
            kept = random.random(gone.shape, dtype=np.float32) >= gone
            rows.data = kept / (1 - gone)
            slopes = _slopes(parts, batch)
            rate = setting.rate * (1 - 0.9 * step / total)
            less = np.float32(setting.penalty * len(batch.weights))
            for place, slope in enumerate(slopes):
                _adam(parts[place], slope - less * parts[place], moments[place], rate, step)
    return parts


def _adam(part: Array, slope: Array, moments: tuple[Array, Array], rate: float, step: int) -> None:
    mean, variance = moments
    mean += np.float32(0.1) * (slope - mean)
    variance += np.float32(0.001) * (slope * slope - variance)
    corrected = np.sqrt(variance / np.float32(1 - 0.999**step)) + np.float32(1e-8)
    part += np.float32(rate / (1 - 0.9**step)) * mean / corrected


def _slopes(parts: Sequence[Array], batch: Batch) -> list[Array]:
    """Return the slopes of the likelihood of the groups, each as much as it should have."""
    direct, inner, bias, out = parts
    rows, first = batch.rows, batch.first
    item = np.repeat(np.arange(len(first)), np.diff([*first, rows.shape[0]]))
    sums = rows @ inner + bias
    hidden = np.maximum(sums, 0)
    totals = rows @ direct + hidden @ out
    found = _softmax(totals, first, item)
    wanted = _wanted(found, batch)
    mass = np.bincount(item, weights=wanted)
    error = (wanted - found * mass[item]) * batch.weights[item]
    back = np.outer(error, out) * (sums > 0)
    return [rows.T @ error, rows.T @ back, back.sum(axis=0), hidden.T @ error]


def _wanted(found: Array, batch: Batch) -> Array:
    """Return what each row should have: of its group's share as much as it has of the group."""
    own = np.maximum(found, LEAST)
    is_in, group = batch.group >= 0, np.maximum(batch.group, 0)
    sums = np.bincount(group, weights=own * is_in, minlength=len(batch.shares))
    wanted: Array = np.where(is_in, own / sums[group] * batch.shares[group], 0.0)
    return wanted


def _softmax(totals: Array, first: NDArray[np.int64], item: NDArray[np.int64]) -> Array:
    powers = np.exp(totals - np.maximum.reduceat(totals, first)[item])
    return np.asarray(powers / np.add.reduceat(powers, first)[item])


def narrowed(names: Sequence[str], parts: Sequence[Array], counts: Array, rank: int) -> Layer:
    """Return weights of low rank in whole numbers, less the features that weigh nothing.

    Args:
        names: the features.
        parts: their direct weights, their weights to hidden units, a row each; `bias`, `out`.
        counts: how often each was met.
        rank: the rank.
    """
    direct, inner, bias, out = parts
    size = np.maximum(
        np.abs(out), LEAST
    )  # a unit may be as large as it weighs: max(0, x) is linear
    weights = np.column_stack([direct, inner * size]).astype(np.float64)
    often = np.sqrt(counts + 1.0)[:, None]
    left, sizes, right = np.linalg.svd(weights * often, full_matrices=False)
    codes = left[:, :rank] * sizes[:rank] / often
    steps = np.maximum(np.quantile(np.abs(codes), USUAL, axis=0), LEAST) / LARGEST
    whole = np.clip(np.rint(codes / steps), -LARGEST, LARGEST).astype(int)
    return Layer(
        features={
            name: tuple(row) for name, row in zip(names, whole.tolist(), strict=True) if any(row)
        },
        mixing=tuple(map(tuple, (steps[:, None] * right[:rank]).tolist())),
        bias=tuple((bias * size).tolist()),
        out=tuple(np.sign(out).tolist()),
        temperature=1.0,
    )
