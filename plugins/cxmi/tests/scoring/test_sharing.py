"""What examples have in common is computed once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag_cxmi.examples import Example
from discotag_cxmi.scoring.batching import cut, in_pools
from discotag_cxmi.scoring.scorer import ModelOptions
from discotag_torch import in_halves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag_cxmi.examples import TargetScores

SOURCES = ("The cat sleeps.", "It is old.", "It snores, and it sleeps.", "Does it?", "Yes.")
TARGETS = ("Le chat dort.", "Il est vieux.", "Il ronfle et il dort.", "Vraiment ?", "Oui.")


def examples(sizes: Sequence[int], *, has_source: bool = True) -> list[Example]:
    return [
        Example(
            "d", index, SOURCES[index], TARGETS[index], SOURCES[:index], TARGETS[:index]
        ).within(size if has_source else 0, size)
        for index in range(len(SOURCES))
        for size in sizes
    ]


class Counter:
    """Stands for a model and counts the tokens it is given."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.tokens = {"encoder": 0, "input_ids": 0, "decoder_input_ids": 0}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def __call__(self, **inputs: Any) -> Any:
        import torch

        if "decoder_input_ids" in inputs:
            self.tokens["decoder_input_ids"] += inputs["decoder_input_ids"].numel()
        else:
            ids = inputs["input_ids"]
            places = (ids != 0) * torch.arange(1, ids.shape[1] + 1)  # 0 fills rows up
            self.tokens["input_ids"] += int(places.amax(1).sum())
        return self._model(**inputs)

    def get_encoder(self) -> Any:
        encoder = self._model.get_encoder()

        def counted(**inputs: Any) -> Any:
            self.tokens["encoder"] += int(inputs["attention_mask"].sum())
            return encoder(**inputs)

        return counted


def counted(folder: Path, given: list[Example], **options: Any) -> tuple[Any, Counter]:
    pytest.importorskip("torch")
    from discotag_cxmi.scoring.loading import load_model

    model: Any = load_model(str(folder), ModelOptions(device="cpu", **options))
    model.model = counter = Counter(model.model)
    list(model.score(given))
    return model, counter


@pytest.mark.engine
def test_target_context_of_every_size_encodes_a_source_once(marian_folder: Path) -> None:
    _, one = counted(marian_folder, examples([0], has_source=False))
    _, four = counted(marian_folder, examples([0, 1, 2, 3], has_source=False))
    assert four.tokens["encoder"] == one.tokens["encoder"]
    assert four.tokens["decoder_input_ids"] > one.tokens["decoder_input_ids"]


@pytest.mark.engine
def test_an_example_that_comes_again_costs_nothing(marian_folder: Path, llama_folder: Path) -> None:
    for folder in (marian_folder, llama_folder):
        given = examples([0, 1])
        _, once = counted(folder, given)
        _, twice = counted(folder, given + given)
        assert once.tokens == twice.tokens


@pytest.mark.engine
def test_a_growing_document_is_read_once(llama_folder: Path) -> None:
    model, counter = counted(llama_folder, examples([99]))
    longest = max(len(model.rows.row(example).ids) for example in examples([99]))
    assert counter.tokens["input_ids"] == longest


@pytest.mark.engine
def test_windows_of_all_sizes_are_read_as_the_largest_are(llama_folder: Path) -> None:
    _, largest = counted(llama_folder, examples([2]))
    model, every = counted(llama_folder, examples([0, 1, 2]))
    *_, alone, after_one, _ = examples([0, 1, 2])
    ends = [len(model.rows.row(example).ids) for example in (alone, after_one)]
    assert every.tokens["input_ids"] == largest.tokens["input_ids"] + sum(ends)


@pytest.mark.engine
def test_a_row_longer_than_a_batch_is_read_in_parts_over_what_went_before(
    llama_folder: Path,
) -> None:
    from discotag_cxmi.scoring.loading import load_model

    whole = load_model(str(llama_folder), ModelOptions(device="cpu", batch_tokens=1000))
    model, counter = counted(llama_folder, examples([99]), batch_tokens=16)
    longest = max(len(model.rows.row(example).ids) for example in examples([99]))
    assert counter.tokens["input_ids"] == longest
    for one, other in zip(whole.score(examples([99])), model.score(examples([99])), strict=True):
        assert one.logprobs == pytest.approx(other.logprobs, abs=1e-4)
        assert one.eos == pytest.approx(other.eos, abs=1e-4)


@pytest.mark.engine
def test_context_is_not_put_through_the_output_layer(marian_folder: Path) -> None:
    import torch

    from discotag_cxmi.scoring.loading import load_model

    model: Any = load_model(str(marian_folder), ModelOptions(device="cpu"))
    seen: list[int] = []
    head = model.model.get_output_embeddings()
    head.register_forward_hook(lambda _, given, __: seen.append(given[0].numel()))
    given = examples([3], has_source=False)
    list(model.score(given))
    width = model.model.config.d_model
    wanted = sum(len(model.rows.row(example).target.ids) + 1 for example in given)
    assert sum(seen) == wanted * width
    assert torch.is_grad_enabled()


def test_rows_that_begin_another_are_joined_to_it() -> None:
    from discotag_cxmi.scoring.local import hosts
    from discotag_cxmi.scoring.prompts import PromptRow
    from discotag_cxmi.scoring.tokenizing import NOTHING

    rows = [(1,), (1, 2, 3), (1, 2), (1, 3), (2,), (1, 2, 3, 4), (1, 2, 4)]
    found = hosts((PromptRow(ids, 0, NOTHING, (9,)), place) for place, ids in enumerate(rows))
    assert all(
        rows[place] == ids[: len(rows[place])] for ids, members in found for place in members
    )
    assert sorted(place for _, members in found for place in members) == list(range(len(rows)))
    assert len(found) == 4


def test_batches_hold_rows_of_like_length_and_never_more_tokens_than_asked() -> None:
    lengths = [3, 50, 7, 8, 2, 9, 120, 1]
    batches = list(cut(lengths, lambda length: length, 30))
    assert sorted(length for batch in batches for length in batch) == sorted(lengths)
    assert all(len(batch) == 1 or len(batch) * max(batch) <= 30 for batch in batches)
    assert [batch[0] for batch in batches] == sorted((batch[0] for batch in batches), reverse=True)


def test_a_batch_that_holds_enough_takes_no_rows_that_are_much_shorter() -> None:
    batches = list(cut([10] * 5 + [4] * 3, lambda length: length, 100))
    assert batches == [[10] * 5, [4] * 3]
    assert list(cut([10] * 2 + [4] * 3, lambda length: length, 100)) == [[10, 10, 4], [4, 4]]


def test_what_does_not_fit_into_memory_is_done_in_halves() -> None:
    done: list[int] = []

    def work(items: Sequence[int]) -> Sequence[int]:
        if len(items) > 2:
            raise RuntimeError("CUDA out of memory")
        done.extend(items)
        return items

    pytest.importorskip("torch")
    assert in_halves(work, list(range(7))) == list(range(7))
    assert done == list(range(7))


def test_another_error_is_not_taken_for_lack_of_memory() -> None:
    pytest.importorskip("torch")

    def work(items: Sequence[int]) -> Sequence[int]:
        raise RuntimeError("shapes differ")

    with pytest.raises(RuntimeError, match="shapes"):
        in_halves(work, [1, 2])


def test_a_pool_ends_where_a_document_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discotag_cxmi.scoring.batching.POOL", 8)
    given = [
        Example(name, i, "a", "b")
        for name, size in (("a", 3), ("b", 3), ("c", 1))
        for i in range(size)
    ]
    pools: list[list[str]] = []

    def work(pool: Sequence[Example]) -> Iterator[TargetScores]:
        pools.append([example.document for example in pool])
        return iter(())

    list(in_pools(given, work))
    assert pools == [["a"] * 3 + ["b"] * 3, ["c"]]


def test_a_document_that_is_far_too_large_is_parted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discotag_cxmi.scoring.batching.POOL", 1)
    sizes: list[int] = []

    def work(pool: Sequence[Example]) -> Iterator[TargetScores]:
        sizes.append(len(pool))
        return iter(())

    list(in_pools([Example("a", 0, "a", "b", ("c",), ("d",))] * 5, work))
    assert sizes == [2, 2, 1]
