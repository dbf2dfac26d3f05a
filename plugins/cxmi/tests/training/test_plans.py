"""Batches: which segments, with how much context, in what order."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from discotag.plugin import UsageError
from discotag_cxmi.training.layout import Collator, Plan

from .builders import corpus, layout, recipe

DOCUMENTS = [[3, 5, 2, 8, 4], [1, 1], [9], *([[2, 6, 3]] * 40)]


def plan(**settings: Any) -> Plan:
    options = {"source_context": "0:2", "target_context": "0:3", "batch_tokens": 200, **settings}
    return Plan(corpus(*DOCUMENTS), recipe(**options), layout())


def picks(given: Plan, epoch: int) -> list[Any]:
    return [pick for batch in given.batches(epoch) for pick in batch.picks]


def test_every_segment_is_there_once_in_an_epoch() -> None:
    lines = sorted(pick.line for pick in picks(plan(), 0))
    assert lines == list(range(sum(map(len, DOCUMENTS))))


def test_context_stays_in_its_document() -> None:
    places = [place for document in DOCUMENTS for place in range(len(document))]
    for epoch in range(5):
        for pick in picks(plan(), epoch):
            assert pick.source <= min(2, places[pick.line])
            assert pick.target <= min(3, places[pick.line])


def test_sizes_of_the_sides_are_drawn_independently_and_anew_for_each_epoch() -> None:
    last = 4
    drawn = [
        next(pick for pick in picks(plan(), epoch) if pick.line == last) for epoch in range(60)
    ]
    assert {pick.source for pick in drawn} == {0, 1, 2}
    assert {pick.target for pick in drawn} == {0, 1, 2, 3}
    assert len({(pick.source, pick.target) for pick in drawn}) > 8


def test_fixed_sizes_are_all_there_is_up_to_the_most() -> None:
    found = picks(plan(source_context="2", target_context="1"), 0)
    places = [place for document in DOCUMENTS for place in range(len(document))]
    assert all(pick.source == min(2, places[pick.line]) for pick in found)
    assert all(pick.target == min(1, places[pick.line]) for pick in found)


@pytest.mark.parametrize("all_in_encoder", [False, True])
def test_padded_batches_keep_the_limit(all_in_encoder: bool) -> None:
    given, order = corpus(*DOCUMENTS), layout(all_in_encoder=all_in_encoder)
    made = Plan(given, recipe(source_context="0:2", target_context="0:3", batch_tokens=200), order)
    collate = Collator(given, order)
    sizes = []
    for batch in made.batches(0):
        arrays = collate(batch)
        sizes.append(arrays["input_ids"].size + arrays["decoder_input_ids"].size)
    assert max(sizes) <= 200
    assert np.mean(sizes) > 120


def test_same_seed_and_epoch_give_the_same_batches() -> None:
    assert plan().batches(3) == plan().batches(3)
    assert plan().batches(3) != plan().batches(4)
    assert plan().batches(3) != plan(seed=2).batches(3)


def test_a_stream_goes_on_where_it_was() -> None:
    whole = list(islice(plan().stream(0), 60))
    assert len(plan().batches(0)) < 50
    for start in (1, 17, 50):
        assert list(islice(plan().stream(start), 60 - start)) == whole[start:]


def test_steps_count_batches_over_epochs() -> None:
    batches = sum(len(plan().batches(epoch)) for epoch in range(3))
    assert plan(accumulate=4).steps(3) == -(-batches // 4)


def test_context_is_shortened_from_afar_where_it_is_too_long() -> None:
    given = plan(source_context="2", target_context="0", max_length=12)
    pick = next(pick for pick in picks(given, 0) if pick.line == 3)
    assert pick.source == 1  # 8 + 2 with separator and end fit in 12, 5 more do not
    assert given.shortened.cut > 0
    assert given.shortened.left_out == 0


def test_too_long_and_empty_segments_are_left_out_and_counted() -> None:
    given = Plan(corpus([3, 9, 0, 4]), recipe(max_length=8), layout())
    assert sorted(pick.line for pick in picks(given, 0)) == [0, 3]
    assert given.shortened.left_out == 2


def test_nothing_to_train_on_is_an_error() -> None:
    with pytest.raises(UsageError, match="none of 2 segments can be trained on"):
        Plan(corpus([9, 9]), recipe(max_length=8), layout())
