"""Adaptation: teaches a table the names and terms of one corpus.

A few rounds align the corpus and count links that both directions believe in,
    c(e, f) = max(Σ p(e | f) p(f | e) - 0.3, 0),
and mix them into the base table,
    p(f | e) ← (a p(f | e) + c(e, f)) / (a + Σ c(e, ·)),   a = 10 for a word of the table, 0.5 for
    another.
Plain EM, without the agreement and the discount, makes links worse. With the same corpus in the
same order the result is always the same. The links of a pair then depend on the corpus that was
learned from, and still on no other pair.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from discotag.plugins.aligners.lexicon.aligner import windows
from discotag.plugins.aligners.lexicon.hmm import PIECE_SHARE, Engine, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from discotag.core.tokens import Tokens
    from discotag.plugins.aligners.lexicon.table import TranslationTable, Vocabulary

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

ROUNDS = 3
DISCOUNT = 0.3
KNOWN_WEIGHT = 10.0
UNKNOWN_WEIGHT = 0.5
LEAST_PROBABILITY = 0.0005
CODEBOOK = np.geomspace(LEAST_PROBABILITY, 1.0, 256)
"""The probabilities that an adapted table is stored with."""

Forms = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class _Corpus:
    pairs: tuple[Forms, ...]
    rows: tuple[Integers, ...]
    columns: tuple[Integers, ...]


def adapt(table: TranslationTable, pairs: Iterable[tuple[Tokens, Tokens]]) -> TranslationTable:
    """Return a table that has learned from token pairs, in the table's own direction.

    Args:
        table: the table to start from; its source side is the pairs' first side.
        pairs: tokenized segment pairs, read once and kept in memory.
    """
    cut = tuple(
        (source.forms[slice(*window.source)], target.forms[slice(*window.target)])
        for source, target in pairs
        for window in windows(len(source), len(target))
    )
    base = _widened(table, cut)
    corpus = _keyed(base, cut)
    current = base
    for _ in range(ROUNDS):
        current = _mixed(base, _counts(current, corpus))
    return current


def _widened(table: TranslationTable, pairs: Sequence[Forms]) -> TranslationTable:
    """Add the corpus's unknown keys, each with half the entries of its known pieces."""
    sides = (Words(table.source, {}), Words(table.target, {}))
    source, from_source = _with_keys(
        table.source, sides[0], [form for pair in pairs for form in pair[0]]
    )
    target, from_target = _with_keys(
        table.target, sides[1], [form for pair in pairs for form in pair[1]]
    )
    rows, columns = np.divmod(table.entries, len(table.target.keys))
    cells: dict[tuple[int, int], tuple[float, float]] = {}
    values = zip(
        rows.tolist(),
        columns.tolist(),
        table.forward.tolist(),
        table.backward.tolist(),
        strict=True,
    )
    for row, column, forward, backward in values:
        there, across = from_source[row], from_target[column]
        cells[there[0], across[0]] = (forward, backward)
        for new in [(i, across[0]) for i in there[1:]] + [(there[0], j) for j in across[1:]]:
            best = cells.get(new, (0.0, 0.0))
            cells[new] = (
                max(best[0], PIECE_SHARE * forward),
                max(best[1], PIECE_SHARE * backward),
            )
    ordered = sorted(cells)
    places = np.array(ordered, dtype=np.int64).reshape(-1, 2)
    shares = np.array([cells[cell] for cell in ordered]).reshape(-1, 2)
    return replace(
        table,
        source=source,
        target=target,
        entries=places[:, 0] * len(target.keys) + places[:, 1],
        forward=shares[:, 0],
        backward=shares[:, 1],
    )


def _with_keys(
    side: Vocabulary, words: Words, forms: Sequence[str]
) -> tuple[Vocabulary, list[list[int]]]:
    """Add unknown keys; gives also old index → [its new index, those it is a piece of]."""
    known = set(side.keys)
    unknown = {
        words.key(form): word.pieces
        for form, word in zip(forms, words.look_up(forms), strict=True)
        if words.key(form) not in known
    }
    keys = tuple(sorted(known | set(unknown)))
    index = {key: place for place, key in enumerate(keys)}
    old = np.array([index[key] for key in side.keys], dtype=np.int64)
    origins = [[int(place)] for place in old]
    for key, parts in unknown.items():
        for part in parts:
            origins[part].append(index[key])
    null, weight = np.zeros(len(keys)), np.ones(len(keys))
    is_known = np.zeros(len(keys), dtype=np.bool_)
    null[old], weight[old], is_known[old] = side.null, side.weight, side.known
    spellings = {form: origins[place][0] for form, place in side.forms.items()}
    wider = replace(side, keys=keys, forms=spellings, null=null, weight=weight, known=is_known)
    return wider, origins


def _keyed(table: TranslationTable, pairs: Sequence[Forms]) -> _Corpus:
    sides = (Words(table.source, {}), Words(table.target, {}))
    rows, columns = (
        tuple(
            np.array([word.key for word in words.look_up(pair[place])], dtype=np.int64)
            for pair in pairs
        )
        for place, words in enumerate(sides)
    )
    return _Corpus(tuple(pairs), rows, columns)


def _counts(table: TranslationTable, corpus: _Corpus) -> tuple[Integers, Floats]:
    """Align the corpus and count the links both directions believe in: entries and their counts."""
    width = len(table.target.keys)
    sums: dict[int, float] = defaultdict(float)
    engine = Engine(table)
    agreed: list[tuple[Integers, Floats] | None] = [None] * len(corpus.pairs)
    for index, forward, backward in engine.posteriors(corpus.pairs):
        cells = corpus.rows[index][:, None] * width + corpus.columns[index][None, :]
        product = (forward * backward).astype(np.float64)
        is_seen = product > LEAST_PROBABILITY
        agreed[index] = (cells[is_seen], product[is_seen])
    for found in agreed:
        if found is not None:
            for cell, count in zip(found[0].tolist(), found[1].tolist(), strict=True):
                sums[cell] += count
    kept = sorted((cell, total - DISCOUNT) for cell, total in sums.items() if total > DISCOUNT)
    return (
        np.array([cell for cell, _ in kept], dtype=np.int64),
        np.array([count for _, count in kept]),
    )


def _mixed(base: TranslationTable, counts: tuple[Integers, Floats]) -> TranslationTable:
    cells, found = counts
    width = len(base.target.keys)
    entries = np.union1d(base.entries, cells)
    forward, backward, added = (np.zeros(len(entries)) for _ in range(3))
    old = np.searchsorted(entries, base.entries)
    forward[old], backward[old] = base.forward, base.backward
    added[np.searchsorted(entries, cells)] = found
    rows, columns = np.divmod(entries, width)
    priors = tuple(
        np.where(side.known, KNOWN_WEIGHT, UNKNOWN_WEIGHT) for side in (base.source, base.target)
    )
    totals = (
        priors[0] + np.bincount(rows, weights=added, minlength=len(priors[0])),
        priors[1] + np.bincount(columns, weights=added, minlength=len(priors[1])),
    )
    forward = (priors[0][rows] * forward + added) / totals[0][rows]
    backward = (priors[1][columns] * backward + added) / totals[1][columns]
    is_kept = np.maximum(forward, backward) >= LEAST_PROBABILITY
    return replace(
        base,
        source=replace(base.source, weight=base.source.weight * priors[0] / totals[0]),
        target=replace(base.target, weight=base.target.weight * priors[1] / totals[1]),
        entries=entries[is_kept],
        forward=forward[is_kept],
        backward=backward[is_kept],
    )
