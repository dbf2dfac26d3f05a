"""Turns expected counts into the table that is shipped: discount, pruning, quantisation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from discotag.plugin.training import (
    SideInfo,
    TranslationTable,
    Vocabulary,
    is_strong,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from discotag_train.lexicons.trainer import Counts

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
