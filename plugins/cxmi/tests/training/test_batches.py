"""Rows of a batch: what stands where, and which words are dropped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from discotag.plugin import UsageError
from discotag_cxmi.training.layout import IGNORED, Batch, Collator, Pick

from .builders import END, MASK, PAD, SEPARATOR, SOURCE, START, TARGET, corpus, layout

CORPUS = corpus([2, 1, 3])


def batch(*picks: tuple[int, int, int], seed: int = 0) -> Batch:
    return Batch(tuple(Pick(*pick) for pick in picks), (1, 0, seed))


def rows(*picks: tuple[int, int, int], all_in_encoder: bool = False) -> dict[str, Any]:
    arrays = Collator(CORPUS, layout(all_in_encoder=all_in_encoder))(batch(*picks))
    return {name: array.tolist() for name, array in arrays.items()}


def test_context_lines_stand_before_the_line_each_with_a_separator() -> None:
    made = rows((2, 2, 1))
    s, t = SOURCE, TARGET
    context = [s, s + 1, SEPARATOR, s + 10, SEPARATOR]
    assert made["input_ids"] == [[*context, s + 20, s + 21, s + 22, END]]
    assert made["decoder_input_ids"] == [[START, t + 10, SEPARATOR, t + 20, t + 21, t + 22]]
    assert made["labels"] == [[IGNORED, IGNORED, t + 20, t + 21, t + 22, END]]


def test_without_context_there_is_no_separator() -> None:
    made = rows((1, 0, 0))
    assert made["input_ids"] == [[SOURCE + 10, END]]
    assert made["labels"] == [[TARGET + 10, END]]


def test_short_rows_are_padded_on_the_right_and_not_counted() -> None:
    made = rows((1, 0, 0), (2, 0, 0))
    assert made["input_ids"][0] == [SOURCE + 10, END, PAD, PAD]
    assert made["attention_mask"][0] == [1, 1, 0, 0]
    assert made["labels"][0] == [TARGET + 10, END, IGNORED, IGNORED]


def test_a_multi_encoder_has_all_context_in_its_encoder() -> None:
    made = rows((1, 1, 1), all_in_encoder=True)
    s, t = SOURCE, TARGET
    assert made["input_ids"] == [[s, s + 1, SEPARATOR, t, t + 1, SEPARATOR, s + 10, END]]
    assert made["decoder_input_ids"] == [[START, t + 10]]


def dropped(collator: Collator, times: int = 400) -> tuple[np.ndarray[Any, Any], Any]:
    """Return how often each place of the encoder's row was masked, and the untouched row."""
    plain = Collator(CORPUS, layout())(batch((2, 2, 1)))["input_ids"][0]
    masked = np.stack(
        [collator(batch((2, 2, 1), seed=n))["input_ids"][0] == MASK for n in range(times)]
    )
    return masked.mean(axis=0), plain


def test_coword_drops_the_current_source_alone() -> None:
    share, plain = dropped(Collator(CORPUS, layout(), coword=0.3))
    is_current = (plain >= SOURCE + 20) & (plain < SOURCE + 30)
    assert share[~is_current].max() == 0  # context, separators and the end stay
    assert share[is_current] == pytest.approx(0.3, abs=0.08)


def test_word_dropout_drops_context_too_but_no_separator_and_no_end() -> None:
    share, plain = dropped(Collator(CORPUS, layout(), word_dropout=0.3))
    assert share[plain >= SOURCE] == pytest.approx(0.3, abs=0.08)
    assert share[plain < SOURCE].max() == 0


def test_targets_are_never_dropped() -> None:
    plain = Collator(CORPUS, layout())(batch((2, 2, 1)))
    noisy = Collator(CORPUS, layout(), coword=0.9)(batch((2, 2, 1)))
    assert (plain["decoder_input_ids"] == noisy["decoder_input_ids"]).all()
    assert (plain["labels"] == noisy["labels"]).all()


def test_what_is_dropped_follows_from_the_batch_alone() -> None:
    collator = Collator(CORPUS, layout(), coword=0.5)
    one = collator(batch((2, 2, 1), (1, 0, 0), seed=5))
    collator(batch((0, 0, 0), seed=6))
    assert (collator(batch((2, 2, 1), (1, 0, 0), seed=5))["input_ids"] == one["input_ids"]).all()


def test_dropping_needs_a_mask_token() -> None:
    with pytest.raises(UsageError, match="no mask token"):
        Collator(CORPUS, layout(mask=None), coword=0.1)
