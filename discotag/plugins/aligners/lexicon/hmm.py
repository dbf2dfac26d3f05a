"""Two-direction HMM word alignment: forward-backward posteriors of many pairs at once.

In one direction the words of one side are states and the other side's words are observed in order;
a state may also stay silent, the null word, which keeps the position (Vogel, Ney and Tillmann
1996; Och and Ney 2003). Padded states and observations add exact zeros and multiply by exact ones.
Steps are matrix products of a size that follows from the pair alone (`WIDTHS`, `COLUMNS`), and a
column of such a product has the same bits in every place (see `products.py` of the plugin
`embedded`), so a pair's posteriors are the same bits alone and in any batch.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from discotag.plugins.aligners.lexicon.table import LONGEST_JUMP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

NULL_PROBABILITY = 0.1
LEAST_NULL = 1e-5
UNIFORM_JUMP = 0.05
DECAY = 0.8
REACH = 24
"""Longest step that has a weight of its own; longer ones have the uniform share only."""
TINY = np.float32(1e-30)
WIDTHS = 16
"""Batches are as wide as the next multiple of this; all pairs of a batch share one width."""
COLUMNS = 16
"""Problems that are multiplied at once."""


def padded_width(size: int) -> int:
    """Return how wide the batch of a pair is whose longer side has so many words."""
    return -(-size // WIDTHS) * WIDTHS


def padded_count(pairs: int) -> int:
    """Return how many problems of each direction a batch of so many pairs has; the rest is zero."""
    return -(-pairs // COLUMNS) * COLUMNS


class Jumps:
    """Transition weights of one side.

    Args:
        histogram: probability of each step -12 … 12, shape (25,); longer steps decay by 0.8 a
            token.
    """

    def __init__(self, histogram: NDArray[np.float64]) -> None:
        steps = np.arange(-REACH, REACH + 1)
        near = np.clip(steps, -LONGEST_JUMP, LONGEST_JUMP)
        self.weights: Floats = (
            histogram[near + LONGEST_JUMP] * DECAY ** np.abs(steps - near)
        ).astype(np.float32)
        self.shares = lru_cache(maxsize=1024)(self._shares)

    def _shares(self, size: int) -> Floats:
        """Return each state's factor that makes its steps sum to 0.95, shape (size,)."""
        steps = np.arange(size)[None, :] - np.arange(size)[:, None]
        inside = np.abs(steps) <= REACH
        weights = np.where(inside, self.weights[np.where(inside, steps, 0) + REACH], 0)
        shares: Floats = ((1 - UNIFORM_JUMP) / (weights.sum(axis=1) + TINY)).astype(np.float32)
        return shares

    def matrix(self, width: int) -> Floats:
        """Return the weight of the step from each state (column) to each (row), 0 if too long."""
        steps = np.arange(width)[:, None] - np.arange(width)[None, :]
        inside = np.abs(steps) <= REACH
        found = np.where(inside, self.weights[np.where(inside, steps, 0) + REACH], 0)
        return np.ascontiguousarray(found, dtype=np.float32)


def posteriors(
    emissions: Floats, nulls: Floats, jumps: tuple[Jumps, Jumps], sizes: Sequence[tuple[int, int]]
) -> Floats:
    """Return the posterior of each state at each observation for two stacked batches of pairs.

    The first half of the batch observes the target with the source as states, the second the
    reverse; each half is filled up to `padded_count` problems.

    Args:
        emissions: p(observation | state), 0 where padded, shape (width, width, problems):
            observation, state, problem. Overwritten.
        nulls: p(observation | null), 0 where padded, shape (width, problems).
        jumps: transitions of the first and of the second half.
        sizes: (states, observations) of each problem, (0, 0) of those that fill up.

    Returns:
        Posteriors, shape (width, width, problems); those of an observation sum to at most 1.
    """
    width, _, problems = emissions.shape
    grid = _Grid(width, problems, jumps, sizes)
    silent = np.float32(NULL_PROBABILITY) * np.maximum(nulls, np.float32(LEAST_NULL))
    for problem, (_, observations) in enumerate(sizes):
        silent[observations:, problem] = 1
    spoken = np.multiply(emissions, np.float32(1 - NULL_PROBABILITY), out=emissions)
    real = np.empty_like(spoken)
    whole = np.empty_like(spoken)
    before = grid.is_state
    for turn in range(width):
        reached = grid.is_state if turn == 0 else grid.forward(before)
        np.multiply(reached, spoken[turn], out=real[turn])
        current = silent[turn] * before
        current += real[turn]
        scale = 1 / (current.max(axis=0) + TINY)
        real[turn] *= scale
        before = np.multiply(current, scale, out=whole[turn])
    behind = grid.is_state
    for turn in range(width - 1, -1, -1):
        real[turn] *= behind
        real[turn] /= (whole[turn] * behind).sum(axis=0) + TINY
        if turn:
            current = grid.backward(spoken[turn] * behind)
            current += silent[turn] * behind
            behind = current * (1 / (current.max(axis=0) + TINY))
    return real


class _Grid:
    """Moves mass between the states of a batch; all arrays are (states, problems)."""

    def __init__(
        self,
        width: int,
        problems: int,
        jumps: tuple[Jumps, Jumps],
        sizes: Sequence[tuple[int, int]],
    ) -> None:
        half = problems // 2
        self.is_state: Floats = np.zeros((width, problems), dtype=np.float32)
        self._share = np.zeros_like(self.is_state)
        self._uniform = np.zeros_like(self.is_state)
        for problem, (states, _) in enumerate(sizes):
            if states:
                self.is_state[:states, problem] = 1
                self._share[:states, problem] = jumps[problem >= half].shares(states)
                self._uniform[:states, problem] = UNIFORM_JUMP / states
        steps = [side.matrix(width) for side in jumps]
        self._steps = np.stack(steps)[:, None]
        self._back = np.stack([side.T for side in steps])[:, None]

    def forward(self, mass: Floats) -> Floats:
        """Pass mass from each state i to the states i' it steps to."""
        moved = _stepped(self._steps, mass * self._share)
        moved *= self.is_state
        moved += mass.sum(axis=0) * self._uniform
        return moved

    def backward(self, mass: Floats) -> Floats:
        """Collect for each state i the mass of the states i' it steps to."""
        moved = _stepped(self._back, mass)
        moved *= self._share
        moved += mass.sum(axis=0) * self._uniform
        return moved


def _stepped(steps: Floats, mass: Floats) -> Floats:
    """Multiply the first half of the problems by one matrix of steps, the second by another."""
    moved = np.empty_like(mass)
    np.matmul(steps, _in_columns(mass), out=_in_columns(moved))
    return moved


def _in_columns(mass: Floats) -> Floats:
    """Return a view of the problems, COLUMNS at once: half, block, state, problem."""
    return mass.reshape(len(mass), 2, -1, COLUMNS).transpose(1, 2, 0, 3)
