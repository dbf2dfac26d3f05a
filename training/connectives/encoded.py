"""Learn what vectors add to the English model of connectives, from the same texts.

    python -m training.connectives.encoded UD_English-GUM [--out en_e5.npz]

Needs discotag-e5 and its weights. The texts and examples are those of `training.connectives`. What
the small model says of a text comes from one that was fitted to four fifths of the others, so that
it is as unsure here as on new texts. Use is a logistic regression over it and the vector; the sense
one over the vector and the word. Deterministic but for rounding; about five CPU minutes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

from discotag_e5.encoder import open_encoder, vectors_in_text
from discotag_phen_connectives.annotators import Model
from discotag_phen_connectives.encoded import LAYER, PATH
from discotag_phen_connectives.words import read_words
from training.connectives.__main__ import PENALTY, Example, english, examples_of, given
from training.logistic import Matrix

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from benchmarks.tasks.connectives import GoldText

    Floats = NDArray[np.float64]
PARTS = 5
"""Parts of the texts, each judged by a small model of the others."""
USE_PENALTY = 100.0
ODDS_PENALTY = 0.01
SENSE_PENALTY = 30.0
WORD_PENALTY = 0.1


class Seen(NamedTuple):
    """Listed words of texts.

    Args:
        examples: features and gold.
        words: the listed word of each.
        texts: the number of each one's text.
        vectors: (examples, width).
    """

    examples: list[Example]
    words: list[str]
    texts: NDArray[np.int64]
    vectors: Floats


def seen(texts: Iterable[GoldText]) -> Seen:
    """Analyse texts and compute the vectors of their listed words."""
    analyzer, encoder, words = english(), open_encoder(layer=LAYER), read_words("en")
    examples: list[Example] = []
    names: list[str] = []
    owners: list[int] = []
    found: list[NDArray[np.float32]] = []
    for number, text in enumerate(texts):
        analysed = tuple(analyzer.analyze(text.segments))
        vectors = vectors_in_text(analysed, encoder)
        for tokens, gold, of_segment in zip(analysed, text.connectives, vectors, strict=True):
            examples += examples_of(tokens, gold)
            for word, span in words.find(tokens):
                names.append(word)
                owners.append(number)
                found.append(of_segment[list(span)].mean(axis=0))
    return Seen(examples, names, np.array(owners), np.array(found, dtype=np.float64))


def log_odds(given: Seen) -> Floats:
    """Return what small models say of the examples that they were not fitted to."""
    found = np.zeros(len(given.examples))
    part = given.texts % PARTS
    for number in range(PARTS):
        others = [item for item, at in zip(given.examples, part, strict=True) if at != number]
        use = Matrix([item.names for item in others]).fit(
            [item.gold is not None for item in others], PENALTY
        )
        small = Model(use, {}, {})
        for place in np.flatnonzero(part == number):
            found[place] = small.log_odds(given.examples[place].names)
    return found


def fitted(data: Floats, truth: NDArray[np.int64], penalty: Floats) -> Floats:
    """Minimise the log loss of a softmax plus `penalty`/2 · w²; return (columns, classes)."""
    size = int(truth.max()) + 1
    right = np.eye(size)[truth]

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(-1, size)
        totals = data @ weights
        totals -= totals.max(axis=1, keepdims=True)
        powers = np.exp(totals)
        mass = powers.sum(axis=1, keepdims=True)
        value = np.log(mass).sum() - (totals * right).sum()
        value += 0.5 * (penalty[:, None] * weights**2).sum()
        slopes = data.T @ (powers / mass - right) + penalty[:, None] * weights
        return float(value), slopes.ravel()

    start = np.zeros(data.shape[1] * size)
    best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    found: Floats = best.reshape(-1, size)
    return found


def learned(given: Seen) -> dict[str, Any]:
    """Fit both parts; return the arrays of the file."""
    mean, spread = given.vectors.mean(axis=0), given.vectors.std(axis=0) + 1e-6
    data = (given.vectors - mean) / spread
    width = data.shape[1]
    is_used = np.array([item.gold is not None for item in given.examples])
    both = np.column_stack([data, log_odds(given), np.ones(len(data))])
    penalty = np.full(width + 2, USE_PENALTY)
    penalty[-2:] = ODDS_PENALTY, 1e-6
    weights = fitted(both, is_used.astype(np.int64), 2 * penalty)  # each class has half the weight
    use = weights[:, 1] - weights[:, 0]
    use[:width] /= spread
    chosen = np.flatnonzero(is_used)
    golds = [gold for item in given.examples if (gold := item.gold) is not None]
    names = sorted({gold.sense or "" for gold in golds})
    words = sorted({given.words[place] for place in chosen})
    of_word = np.zeros((len(chosen), len(words) + 1))
    of_word[np.arange(len(chosen)), [words.index(given.words[place]) for place in chosen]] = 1
    of_word[:, -1] = 1
    penalty = np.full(width + len(words) + 1, WORD_PENALTY)
    penalty[:width] = SENSE_PENALTY
    truth = np.array([names.index(gold.sense or "") for gold in golds])
    senses = fitted(np.column_stack([data[chosen], of_word]), truth, penalty)
    senses[:width] /= spread[:, None]
    senses[-1] -= mean @ senses[:width]
    return {
        "use": use[:-1].astype(np.float32),
        "use_bias": np.float32(use[-1] - mean @ use[:width]),
        "names": np.array(names),
        "words": np.array(words),
        "senses": senses.T.astype(np.float16),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Read, fit, write."""
    texts, out = given("training.connectives.encoded", __doc__ or "", PATH, arguments)
    np.savez(out, **learned(seen(texts)))
    print(f"{out}: {len(texts)} texts, {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
