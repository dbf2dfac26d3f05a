"""Posteriors of the hidden Markov model are sums over all paths."""

from __future__ import annotations

import itertools

import numpy as np

from discotag.plugins.aligners.lexicon.hmm import (
    REACH,
    UNIFORM_JUMP,
    Jumps,
    padded_count,
    posteriors,
)
from discotag.plugins.aligners.lexicon.table import JUMPS


def over_all_paths(
    emissions: np.ndarray, nulls: np.ndarray, jumps: Jumps, states: int
) -> np.ndarray:
    """Sum over every path of positions and silences, one by one."""
    observations = len(nulls)
    step = np.zeros((states, states))
    for i in range(states):
        for k in range(states):
            step[i, k] = jumps.weights[k - i + REACH]
        step[i] = (1 - UNIFORM_JUMP) * step[i] / step[i].sum() + UNIFORM_JUMP / states
    linked, mass = np.zeros((observations, states)), 0.0
    for path in itertools.product(range(states), (True, False), repeat=observations):
        places, silences = path[::2], path[1::2]
        weight = 1.0
        for j, (place, is_silent) in enumerate(zip(places, silences, strict=True)):
            if is_silent:
                stays = j == 0 or place == places[j - 1]
                weight *= 0.1 * nulls[j] * stays
            else:
                weight *= 0.9 * emissions[j, place] * (step[places[j - 1], place] if j else 1)
        for j, (place, is_silent) in enumerate(zip(places, silences, strict=True)):
            linked[j, place] += 0 if is_silent else weight
        mass += weight
    return linked / mass


def test_posteriors_are_the_sum_over_all_paths():
    draw = np.random.default_rng(5)
    jumps = Jumps(draw.dirichlet(np.ones(JUMPS)))
    emissions = draw.random((3, 2))
    nulls = draw.random(3)
    wanted = over_all_paths(emissions, nulls, jumps, 2)
    back = padded_count(1)
    padded = np.zeros((5, 5, 2 * back), dtype=np.float32)
    padded[:3, :2, 0] = emissions
    padded[:2, :3, back] = emissions.T
    padded_nulls = np.zeros((5, 2 * back), dtype=np.float32)
    padded_nulls[:3, 0] = nulls
    padded_nulls[:2, back] = nulls[:2]
    sizes = [(0, 0)] * (2 * back)
    sizes[0], sizes[back] = (2, 3), (3, 2)
    found = posteriors(padded, padded_nulls, (jumps, jumps), sizes)
    assert np.allclose(found[:3, :2, 0], wanted, atol=1e-5)
    assert not found[3:, :, 0].any()
