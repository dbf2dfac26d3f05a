"""What the encoder tells of every two words of a pair, to be weighed beside other links."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from discotag_e5.methods import POSSIBLE_SCALE, argmax, probabilities, unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from discotag_e5.methods import Bools, Floats
    from discotag_e5.reading import Reading

    Numbers = NDArray[np.intp]


class Evidence(NamedTuple):
    """A pair's words beside each other; all arrays are (source words, target words).

    Args:
        linked: whether pieces of the two are each other's best.
        forward: the highest probability of a target word's piece given a piece of the source word,
            softmaxes of cosines times 20; 0 for words without pieces.
        backward: likewise of the source word given the target word.
    """

    linked: Bools
    forward: Floats
    backward: Floats


def evidence_of(
    source: Reading,
    target: Reading,
    source_states: Floats,
    target_states: Floats,
    words: tuple[int, int],
) -> Evidence:
    """Compare all pieces of a pair.

    Args:
        source: which pieces it has, and whose they are.
        target: likewise.
        source_states: of its pieces, (pieces, width).
        target_states: likewise.
        words: how many words each side has.
    """
    rows, row_words = _owned(source.owners)
    columns, column_words = _owned(target.owners)
    if not len(rows) or not len(columns):
        nothing = np.zeros(words, dtype=np.float32)
        return Evidence(nothing > 0, nothing, nothing)
    cosines = np.matmul(unit(source_states).take(np.unique(rows), axis=0),
                        unit(target_states).take(np.unique(columns), axis=0).T)  # fmt: skip
    rows, columns = (np.unique(one, return_inverse=True)[1] for one in (rows, columns))
    forward, backward = probabilities(cosines, POSSIBLE_SCALE)

    def of_words(pieces: Floats) -> Floats:
        found = np.zeros(words, dtype=np.float32)
        spread = pieces[np.ix_(rows, columns)]
        starts = np.flatnonzero(np.diff(row_words, prepend=-1))
        column_starts = np.flatnonzero(np.diff(column_words, prepend=-1))
        most = np.maximum.reduceat(np.maximum.reduceat(spread, starts), column_starts, axis=1)
        found[np.ix_(row_words[starts], column_words[column_starts])] = most
        return found

    linked = of_words(argmax(cosines).astype(np.float32)) > 0
    return Evidence(linked, of_words(forward), of_words(backward))


def _owned(owners: Sequence[tuple[int, ...]]) -> tuple[Numbers, Numbers]:
    """Return pieces and the words that own them, sorted by word."""
    both = sorted((word, piece) for piece, words in enumerate(owners) for word in words)
    return (
        np.array([piece for _, piece in both], dtype=np.intp),
        np.array([word for word, _ in both], dtype=np.intp),
    )
