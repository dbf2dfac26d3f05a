"""The inner loops of training: expected links under IBM model 1 and under the HMM.

Sentence pairs lie one after the other. `cells[c]` is the table entry of cell `c`, which is the
pair's cell `i * columns + j`; `offsets` bound each pair's words and cells. All arrays are float64
or int64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

REACH = 12
NULL = 0.1
UNIFORM = 0.05
DECAY = 0.8


@njit(cache=True)
def model1_posteriors(probability: Floats, null: Floats) -> tuple[Floats, Floats]:
    """Return p(i | j) for states i and observations j under model 1, and p(null | j).

    Args:
        probability: p(observation j | state i), shape (states, observations).
        null: p(observation j | null), shape (observations,).
    """
    states, observations = probability.shape
    posterior = np.empty((states, observations))
    empty = np.empty(observations)
    for j in range(observations):
        total = NULL * null[j]
        for i in range(states):
            posterior[i, j] = (1 - NULL) / states * probability[i, j]
            total += posterior[i, j]
        for i in range(states):
            posterior[i, j] /= total
        empty[j] = NULL * null[j] / total
    return posterior, empty


@njit(cache=True)
def transitions(states: int, jumps: Floats) -> Floats:
    """Return a(i → i'), shape (states, states): jumps, decaying beyond reach.

    A uniform part.
    """
    matrix = np.empty((states, states))
    for i in range(states):
        total = 0.0
        for k in range(states):
            step = k - i
            if step > REACH:
                value = jumps[2 * REACH] * DECAY ** (step - REACH)
            elif step < -REACH:
                value = jumps[0] * DECAY ** (-step - REACH)
            else:
                value = jumps[step + REACH]
            matrix[i, k] = value
            total += value
        for k in range(states):
            matrix[i, k] = (1 - UNIFORM) * matrix[i, k] / total + UNIFORM / states
    return matrix


@njit(cache=True)
def hmm_posteriors(  # noqa: PLR0912 - one loop nest; calls in between would be slower to read and to run
    probability: Floats, null: Floats, jumps: Floats, counted: Floats
) -> tuple[Floats, Floats]:
    """Return p(i | j) and p(null | j) under the HMM; adds expected jumps to `counted`."""
    states, observations = probability.shape
    step = transitions(states, jumps)
    real = np.empty((observations, states))
    both = np.empty((observations, states))
    for j in range(observations):
        total = 0.0
        for i in range(states):
            if j == 0:
                before = 1.0 / states
                reach = before
            else:
                before = both[j - 1, i]
                reach = 0.0
                for k in range(states):
                    reach += both[j - 1, k] * step[k, i]
            real[j, i] = (1 - NULL) * reach * probability[i, j]
            both[j, i] = real[j, i] + NULL * null[j] * before
            total += both[j, i]
        for i in range(states):
            real[j, i] /= total
            both[j, i] /= total
    posterior = np.empty((states, observations))
    empty = np.empty(observations)
    behind = np.ones(states)
    for j in range(observations - 1, -1, -1):
        total = 0.0
        for i in range(states):
            total += both[j, i] * behind[i]
        left = 1.0
        for i in range(states):
            posterior[i, j] = real[j, i] * behind[i] / total
            left -= posterior[i, j]
        empty[j] = max(left, 0.0)
        if j == 0:
            break
        fresh = np.zeros(states)
        scale = 0.0
        for i in range(states):
            for k in range(states):
                fresh[i] += step[i, k] * (1 - NULL) * probability[k, j] * behind[k]
            fresh[i] += NULL * null[j] * behind[i]
            scale += fresh[i]
        mass = 0.0
        for i in range(states):
            for k in range(states):
                mass += both[j - 1, i] * step[i, k] * probability[k, j] * behind[k]
        if mass > 0 and states > 1:
            linked = 1 - empty[j]
            for i in range(states):
                for k in range(states):
                    jump = min(max(k - i, -REACH), REACH) + REACH
                    share = both[j - 1, i] * step[i, k] * probability[k, j] * behind[k] / mass
                    counted[jump] += linked * share
        for i in range(states):
            behind[i] = fresh[i] / scale * states
    return posterior, empty


@njit(cache=True)
def expected_links(  # noqa: PLR0917 - compiled code takes no keywords
    words: tuple[Integers, Integers],
    offsets: tuple[Integers, Integers, Integers],
    cells: Integers,
    probabilities: tuple[Floats, Floats],
    nulls: tuple[Floats, Floats],
    jumps: tuple[Floats, Floats],
    uses_jumps: bool,
    lean: float,
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Sum over all pairs the agreed links, the words left unlinked, and the jumps.

    Args:
        words: source and target keys of all pairs.
        offsets: bounds of each pair's source words, target words and cells.
        cells: table entry of each cell.
        probabilities: p(target | source) and p(source | target) of each entry.
        nulls: p(source | null) and p(target | null).
        jumps: jump histograms on the source and on the target side.
        uses_jumps: the HMM if true, model 1 if false.
        lean: how strongly words at the same relative position attract each other, exp(-lean *
            distance).

    Returns:
        Expected links per entry, unlinked source words, unlinked target words, jumps on the
        source, on the target.
    """
    links = np.zeros(len(probabilities[0]))
    lone_source = np.zeros(len(nulls[0]))
    lone_target = np.zeros(len(nulls[1]))
    source_jumps = np.zeros(2 * REACH + 1)
    target_jumps = np.zeros(2 * REACH + 1)
    for pair in range(len(offsets[0]) - 1):
        source = words[0][offsets[0][pair] : offsets[0][pair + 1]]
        target = words[1][offsets[1][pair] : offsets[1][pair + 1]]
        cell = cells[offsets[2][pair] : offsets[2][pair + 1]]
        forward = probabilities[0][cell].reshape((len(source), len(target)))
        backward = probabilities[1][cell].reshape((len(source), len(target)))
        for i in range(len(source)):
            for j in range(len(target)):
                apart = abs((i + 0.5) / len(source) - (j + 0.5) / len(target))
                forward[i, j] *= np.exp(-lean * apart)
                backward[i, j] *= np.exp(-lean * apart)
        if uses_jumps and len(source) + len(target) > 4:
            first, lone_t = hmm_posteriors(forward, nulls[1][target], jumps[0], source_jumps)
            second, lone_s = hmm_posteriors(
                np.ascontiguousarray(backward.T), nulls[0][source], jumps[1], target_jumps
            )
        else:
            first, lone_t = model1_posteriors(forward, nulls[1][target])
            second, lone_s = model1_posteriors(np.ascontiguousarray(backward.T), nulls[0][source])
        for i in range(len(source)):
            lone_source[source[i]] += lone_s[i]
            for j in range(len(target)):
                links[cell[i * len(target) + j]] += first[i, j] * second[j, i]
        for j in range(len(target)):
            lone_target[target[j]] += lone_t[j]
    return links, lone_source, lone_target, source_jumps, target_jumps
