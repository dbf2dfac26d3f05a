"""Train a translation table from expected counts: discount, pruning, quantisation."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from discotag.plugin.training import SideInfo, TranslationTable, Vocabulary, is_strong

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from discotag_train.lexicons.corpora import Keyed

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

DISCOUNT = 0.3
LEAST_COUNT = 0.05
LEVELS = 32
LOWEST, HIGHEST = 0.0005, 1.0


def codebook() -> Floats:
    """Return the probabilities a shipped table can hold: 32 values, evenly spaced in logarithm."""
    return np.geomspace(LOWEST, HIGHEST, LEVELS)


def build(counts: Counts, source: SideInfo, target: SideInfo, training: str) -> TranslationTable:
    """Make the table: p = max(count - 0.3, 0.05) / occurrences; from 0.003 on, 40 a word."""
    rows, columns = np.divmod(counts.entries, len(counts.target_keys))
    mass = np.maximum(counts.links - DISCOUNT, LEAST_COUNT)
    forward = mass / counts.source_total[rows]
    backward = mass / counts.target_total[columns]
    is_kept = (counts.links > LEAST_COUNT) & is_strong(forward, rows) & is_strong(backward, columns)
    used_rows, new_rows = np.unique(rows[is_kept], return_inverse=True)
    used_columns, new_columns = np.unique(columns[is_kept], return_inverse=True)
    return TranslationTable(
        source=Vocabulary(
            info=source,
            keys=tuple(counts.source_keys[row] for row in used_rows),
            forms=_forms(counts.source_forms, counts.source_form_keys, used_rows),
            null=(counts.source_lone / counts.source_lone.sum())[used_rows],
            weight=np.ones(len(used_rows)),
            known=np.ones(len(used_rows), dtype=np.bool_),
            jumps=counts.source_jumps,
        ),
        target=Vocabulary(
            info=target,
            keys=tuple(counts.target_keys[column] for column in used_columns),
            forms=_forms(counts.target_forms, counts.target_form_keys, used_columns),
            null=(counts.target_lone / counts.target_lone.sum())[used_columns],
            weight=np.ones(len(used_columns)),
            known=np.ones(len(used_columns), dtype=np.bool_),
            jumps=counts.target_jumps,
        ),
        entries=new_rows * len(used_columns) + new_columns,
        forward=forward[is_kept],
        backward=backward[is_kept],
        training=training,
    )


def _forms(forms: tuple[str, ...], keys: Integers, used: Integers) -> dict[str, int]:
    places = {int(old): new for new, old in enumerate(used)}
    return {
        form: places[key] for form, key in zip(forms, keys.tolist(), strict=True) if key in places
    }


log = logging.getLogger(__name__)
MODEL1_ROUNDS = 5
HMM_ROUNDS = 5
LEAN = (4.0, 1.0)
"""Pull of the diagonal under model 1 and under the HMM."""
SAME = 10.0
"""How much more likely words of equal spelling are before training."""
FLOOR = 1e-7
LONGEST = 150
"""Sentence pairs with more tokens on a side are left out."""


@dataclass(frozen=True)
class Counts:
    """Expected counts after training.

    Args:
        source_keys: sorted keys of the source side.
        target_keys: sorted keys of the target side.
        source_forms: sorted spellings of the source side that are worth keeping.
        target_forms: the same of the target side.
        source_form_keys: index of the key of each source spelling.
        target_form_keys: the same of the target side.
        entries: source * number of target keys + target of each pair of keys seen together,
            ascending.
        links: expected links of each entry.
        source_total: occurrences of each source key.
        target_total: occurrences of each target key.
        source_lone: expected occurrences of each source key without a link.
        target_lone: expected occurrences of each target key without a link.
        source_jumps: histogram of steps on the source side, summing to 1.
        target_jumps: histogram of steps on the target side, summing to 1.
    """

    source_keys: tuple[str, ...]
    target_keys: tuple[str, ...]
    source_forms: tuple[str, ...]
    target_forms: tuple[str, ...]
    source_form_keys: Integers
    target_form_keys: Integers
    entries: Integers
    links: Floats
    source_total: Floats
    target_total: Floats
    source_lone: Floats
    target_lone: Floats
    source_jumps: Floats
    target_jumps: Floats


@dataclass(frozen=True)
class Lessons:
    """Links that a teacher found.

    Args:
        pairs: which of the pairs were linked, by their places, ascending.
        links: (links, 3): pair, source token and target token of each.
    """

    pairs: Integers
    links: Integers


@dataclass(frozen=True)
class _Taught:
    """What lessons count for: links of each entry, unlinked words, occurrences."""

    links: Floats
    lone: tuple[Floats, Floats]
    totals: tuple[Floats, Floats]


@dataclass(frozen=True)
class _Corpus:
    words: tuple[Integers, Integers]
    offsets: tuple[Integers, Integers, Integers]
    cells: Integers
    entries: Integers


def train(sources: Keyed, targets: Keyed, lessons: Lessons | None = None) -> Counts:
    """Estimate counts from keyed sentence pairs; the same input always gives the same numbers.

    Args:
        sources: one side.
        targets: the other, as many.
        lessons: what a teacher found in some of the pairs.
    """
    places = [
        place
        for place, both in enumerate(zip(sources.rows, targets.rows, strict=True))
        if all(0 < len(side) <= LONGEST for side in both)
    ]
    kept = [(sources.rows[place], targets.rows[place]) for place in places]
    source_keys = tuple(sorted({key for source, _ in kept for key in source}))
    target_keys = tuple(sorted({key for _, target in kept for key in target}))
    corpus = _corpus(kept, source_keys, target_keys)
    sizes = (len(source_keys), len(target_keys))
    rows, columns = np.divmod(corpus.entries, sizes[1])
    totals = _occurrences(corpus.words, sizes)
    taught = _taught(lessons, {place: row for row, place in enumerate(places)}, corpus, sizes)
    probabilities = _first_guess(source_keys, target_keys, rows, columns)
    nulls = (totals[0] / totals[0].sum(), totals[1] / totals[1].sum())
    from discotag_train.lexicons.kernels import REACH, expected_links  # compiled by numba

    flat = np.exp(-np.abs(np.arange(-REACH, REACH + 1) - 1) / 2)
    jumps = (flat / flat.sum(), flat / flat.sum())
    log.info("%d pairs, %d entries, keys %s", len(kept), len(corpus.entries), sizes)
    for turn in range(MODEL1_ROUNDS + HMM_ROUNDS):
        links, lone_source, lone_target, steps_source, steps_target = expected_links(
            corpus.words,
            corpus.offsets,
            corpus.cells,
            probabilities,
            nulls,
            jumps,
            turn >= MODEL1_ROUNDS,
            LEAN[turn >= MODEL1_ROUNDS],
        )
        links = links + taught.links
        lone_source, lone_target = lone_source + taught.lone[0], lone_target + taught.lone[1]
        probabilities = (
            _shares(links, rows, sizes[0]),
            _shares(links, columns, sizes[1]),
        )
        nulls = (lone_source / lone_source.sum(), lone_target / lone_target.sum())
        if turn >= MODEL1_ROUNDS:
            jumps = (steps_source / steps_source.sum(), steps_target / steps_target.sum())
        log.info("round %d: %.0f links", turn + 1, links.sum())
    forms = (_unique_forms(sources, source_keys), _unique_forms(targets, target_keys))
    return Counts(
        source_keys,
        target_keys,
        forms[0][0],
        forms[1][0],
        forms[0][1],
        forms[1][1],
        corpus.entries,
        links,
        totals[0] + taught.totals[0],
        totals[1] + taught.totals[1],
        lone_source,
        lone_target,
        jumps[0],
        jumps[1],
    )


def _first_guess(
    source_keys: tuple[str, ...], target_keys: tuple[str, ...], rows: Integers, columns: Integers
) -> tuple[Floats, Floats]:
    """Return uniform probabilities, but more to words that are spelt alike on both sides."""
    places = {key: index for index, key in enumerate(source_keys)}
    twins = np.array([places.get(key, -1) for key in target_keys])
    weights = np.where(twins[columns] == rows, SAME, 1.0)
    return _shares(weights, rows, len(source_keys)), _shares(weights, columns, len(target_keys))


def _occurrences(words: tuple[Integers, Integers], sizes: tuple[int, int]) -> tuple[Floats, Floats]:
    first, second = (
        np.bincount(side, minlength=size).astype(np.float64)
        for side, size in zip(words, sizes, strict=True)
    )
    return first, second


def _taught(
    lessons: Lessons | None, rows: Mapping[int, int], corpus: _Corpus, sizes: tuple[int, int]
) -> _Taught:
    """Count what a teacher found; a word with several links has a share in each."""
    links = np.zeros(len(corpus.entries))
    lone = np.zeros(sizes[0]), np.zeros(sizes[1])
    seen: tuple[list[Integers], list[Integers]] = ([], [])
    if lessons is None or not len(lessons.pairs):
        return _Taught(links, lone, lone)
    bounds = np.searchsorted(lessons.links[:, 0], [lessons.pairs, lessons.pairs + 1])
    for place, first, last in zip(lessons.pairs.tolist(), *bounds.tolist(), strict=True):
        row = rows[place]
        words = tuple(
            side[offsets[row] : offsets[row + 1]]
            for side, offsets in zip(corpus.words, corpus.offsets[:2], strict=True)
        )
        cells = corpus.cells[corpus.offsets[2][row] : corpus.offsets[2][row + 1]]
        ends = lessons.links[first:last, 1], lessons.links[first:last, 2]
        degrees = [
            np.bincount(one, minlength=len(side)) for one, side in zip(ends, words, strict=True)
        ]
        shares = 1 / np.sqrt(degrees[0][ends[0]] * degrees[1][ends[1]])
        np.add.at(links, cells[ends[0] * len(words[1]) + ends[1]], shares)
        for at, side in enumerate(words):
            np.add.at(lone[at], side[degrees[at] == 0], 1.0)
            seen[at].append(side)
    return _Taught(
        links, lone, _occurrences((np.concatenate(seen[0]), np.concatenate(seen[1])), sizes)
    )


def _unique_forms(keyed: Keyed, keys: tuple[str, ...]) -> tuple[tuple[str, ...], Integers]:
    index = {key: place for place, key in enumerate(keys)}
    kept = sorted(form for form, key in keyed.forms.items() if key in index and form.strip())
    return tuple(kept), np.array([index[keyed.forms[form]] for form in kept], dtype=np.int64)


def _shares(links: Floats, owners: Integers, size: int) -> Floats:
    totals = np.bincount(owners, weights=links, minlength=size)
    shares: Floats = links / (totals + FLOOR)[owners]
    return np.maximum(shares, FLOOR)


def _corpus(
    pairs: Sequence[tuple[Sequence[str], Sequence[str]]],
    source_keys: tuple[str, ...],
    target_keys: tuple[str, ...],
) -> _Corpus:
    source_index = {key: index for index, key in enumerate(source_keys)}
    target_index = {key: index for index, key in enumerate(target_keys)}
    sources = [np.array([source_index[key] for key in source]) for source, _ in pairs]
    targets = [np.array([target_index[key] for key in target]) for _, target in pairs]
    codes = [
        (source[:, None] * len(target_keys) + target[None, :]).ravel()
        for source, target in zip(sources, targets, strict=True)
    ]
    entries, cells = np.unique(np.concatenate(codes), return_inverse=True)
    return _Corpus(
        words=(np.concatenate(sources), np.concatenate(targets)),
        offsets=(_bounds(sources), _bounds(targets), _bounds(codes)),
        cells=cells.astype(np.int64),
        entries=entries,
    )


def _bounds(rows: Sequence[Integers]) -> Integers:
    return np.concatenate(([0], np.cumsum([len(row) for row in rows]))).astype(np.int64)
