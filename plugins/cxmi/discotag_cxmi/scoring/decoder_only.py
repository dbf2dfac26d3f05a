"""Scores targets with a decoder-only model; what rows have in common is computed once.

Under a growing context the row of a segment is the beginning of the next one's. So one row serves
all segments whose row it begins with: a document with whole context is read once, and windows of
0…k turns cost no more than those of k. Rows that do not fit into a batch are read in parts, with
the keys and values of what went before.
"""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING, Any

from discotag_cxmi.scoring.batching import check_vocabulary, cut, padded
from discotag_cxmi.scoring.local import LocalModel, logprobs_at
from discotag_cxmi.scoring.prompts import PromptRow
from discotag_torch import in_halves

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from discotag_cxmi.scoring.tokenizing import Ids


class DecoderOnly(LocalModel[PromptRow]):
    """A causal language model of Transformers (Llama, Qwen, GPT-2 …)."""

    def _values(self, rows: Sequence[PromptRow]) -> list[NDArray[Any]]:
        import torch

        largest = max(max(row.ids + row.end) for row in rows)
        check_vocabulary(largest, self.model.get_input_embeddings(), self.name)
        shared = hosts((row, index) for index, row in enumerate(rows))
        found: dict[int, NDArray[Any]] = {}

        def work(
            batch: Sequence[tuple[Ids, list[int]]],
        ) -> list[tuple[int, NDArray[Any]]]:
            return self._score_rows(batch, rows)

        with torch.inference_mode():
            for batch in cut(shared, lambda host: len(host[0]), self._tokens):
                found.update(in_halves(work, batch))
        return [ended(found[index], len(row.target.ids)) for index, row in enumerate(rows)]

    def _score_rows(
        self,
        batch: Sequence[tuple[Ids, list[int]]],
        rows: Sequence[PromptRow],
    ) -> list[tuple[int, NDArray[Any]]]:
        """Score all targets that lie in a batch of rows; each with its row's index."""
        import numpy as np

        row_ids = [ids for ids, _ in batch]
        longest = max(map(len, row_ids))
        places, labels, sizes, owners = [], [], [], []
        for place, (_, members) in enumerate(batch):
            for index in members:
                wanted = rows[index].target.ids + rows[index].end
                first = place * longest + rows[index].start - 1
                places.append(np.arange(first, first + len(wanted)))
                labels.append(np.asarray(wanted))
                sizes.append(len(wanted))
                owners.append(index)
        read = self._read_in_parts if longest > self._tokens and len(batch) == 1 else self._read
        values = read(row_ids, np.concatenate(places), np.concatenate(labels))
        return list(zip(owners, np.split(values, np.cumsum(sizes)[:-1]), strict=True))

    def _read(
        self, rows: Sequence[Ids], places: NDArray[Any], labels: NDArray[Any]
    ) -> NDArray[Any]:
        """Read rows at once; what fills them up stands behind them, where no token looks."""
        inputs = {"input_ids": padded(rows, 0, self._device), "use_cache": False}
        return logprobs_at(self.model, inputs, places, labels)

    def _read_in_parts(
        self, rows: Sequence[Ids], places: NDArray[Any], labels: NDArray[Any]
    ) -> NDArray[Any]:
        """Read one long row a part at a time, over the keys and values of what went before."""
        import numpy as np
        import torch
        from transformers import DynamicCache

        [row] = rows
        values = np.empty(len(places), dtype=np.float32)
        past = DynamicCache(config=self.model.config)
        known = signature(self.model.forward).parameters
        name = "cache" if "cache" in known else "past_key_values"  # renamed in Transformers 5.24
        for first in range(0, len(row), self._tokens):
            part = torch.tensor([row[first : first + self._tokens]], device=self._device)
            here = (places >= first) & (places < first + self._tokens)
            inputs = {"input_ids": part, name: past, "use_cache": True}
            if here.any():
                values[here] = logprobs_at(self.model, inputs, places[here] - first, labels[here])
            else:
                self.model(**inputs)
        return values


def ended(values: NDArray[Any], size: int) -> NDArray[Any]:
    """Return a row's values with those of all ids of its end, behind so many subwords, as one."""
    if len(values) > size + 1:
        values = values.copy()
        values[size] = values[size:].sum()
    return values[: size + 1]


def hosts(rows: Iterable[tuple[PromptRow, int]]) -> list[tuple[Ids, list[int]]]:
    """Join rows that begin another one to it: (the longest's ids, numbers of all its rows).

    In descending order, all rows between one and its beginning begin with that, too.
    """
    found: list[tuple[Ids, list[int]]] = []
    for row, number in sorted(rows, key=lambda item: item[0].ids, reverse=True):
        if found and found[-1][0][: len(row.ids)] == row.ids:
            found[-1][1].append(number)
        else:
            found.append((row.ids, [number]))
    return found
