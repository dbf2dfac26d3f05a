"""Models of Transformers in this process: log-probabilities of targets, batch by batch.

Vocabularies are large, and context is not scored: the model's own forward pass runs, so whatever it
does to its logits is done, but a hook on its output layer chooses the rows that go in. With three
lines of context that is a quarter of the work of the layer that often does most of it.
"""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING, Any, Generic

from discotag_cxmi.scoring.batching import (
    POOL,
    POOL_ON_GPU,
    budget,
    check_vocabulary,
    cut,
    mask_of,
    padded,
    width_of,
)
from discotag_cxmi.scoring.concatenation import SequenceRow
from discotag_cxmi.scoring.prompts import PromptRow
from discotag_cxmi.scoring.scorer import Row, RowBuilder, Scorer
from discotag_torch import in_halves

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import torch
    from numpy.typing import NDArray

    from discotag_cxmi.examples import ContextFormat
    from discotag_cxmi.scoring.concatenation import Concatenation
    from discotag_cxmi.scoring.loading import Copies
    from discotag_cxmi.scoring.scorer import ModelOptions
    from discotag_cxmi.scoring.tokenizing import Ids


CHUNK = 2**18
"""Logits whose softmax is taken at a time on a CPU, so that they stay in its cache."""


def logprobs_at(
    model: Any, inputs: dict[str, Any], places: NDArray[Any], labels: NDArray[Any]
) -> NDArray[Any]:
    """Run a model and give the log-probabilities of labels.

    Args:
        model: of Transformers, with an output layer over the vocabulary.
        inputs: its keyword arguments; `input_ids` or `decoder_input_ids` are (rows, columns).
        places: (n,), row times columns plus column: whose logits predict the label.
        labels: (n,), ids.

    Returns:
        (n,) in float32; the softmax is taken in float32, too.
    """
    import torch

    chosen, wanted = torch.from_numpy(places), torch.from_numpy(labels)
    head = model.get_output_embeddings()

    def choose(module: Any, given: tuple[Any, ...]) -> tuple[Any, ...]:
        del module
        states = given[0].flatten(0, 1)  # with several devices, the head may be on another
        return (states[chosen.to(states.device)][None], *given[1:])

    handle = head.register_forward_pre_hook(choose)
    try:
        logits = model(**inputs).logits
    finally:
        handle.remove()
    if logits.shape[:2] != (1, len(wanted)):  # the model goes round its output layer
        logits = logits.flatten(0, 1)[chosen.to(logits.device)][None]
    return _picked(logits[0], wanted.to(logits.device))


def _picked(logits: torch.Tensor, labels: torch.Tensor) -> NDArray[Any]:
    """Return the log-probabilities of labels (n,) under logits (n, vocabulary)."""
    import torch
    from torch.nn.functional import cross_entropy

    step = len(labels) if logits.is_cuda else max(CHUNK // logits.shape[-1], 8)
    parts = [
        -cross_entropy(rows.float(), wanted, reduction="none")
        for rows, wanted in zip(torch.split(logits, step), torch.split(labels, step), strict=True)
    ]
    found: NDArray[Any] = torch.cat(parts).cpu().numpy()
    return found


class LocalModel(Scorer[Row], Generic[Row]):
    """A model of Transformers; see `Scorer`.

    Args:
        model: in evaluation mode, on its device.
        tokenizer: its own, languages set.
        rows: builds its rows.
        format: how it takes context.
        options: how to run it.
        name: for messages.
        digest: fingerprint of its files.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        rows: RowBuilder[Row],
        format: ContextFormat,
        options: ModelOptions,
        *,
        name: str,
        digest: str,
    ) -> None:
        super().__init__(rows, format, options, name=name, digest=digest)
        self.model, self.tokenizer = model, tokenizer
        self._device = model.get_input_embeddings().weight.device
        self._tokens = budget(
            self._device, self._vocabulary(), options.batch_tokens, width=width_of(model.config)
        )
        self.pool = POOL if self._device.type == "cpu" else POOL_ON_GPU
        self.pool *= options.processes
        self._copies: Copies | None = None

    def share_with(self, copies: Copies) -> None:
        """Leave a share of every pool's rows to copies of the model."""
        self._copies = copies

    @property
    def identity(self) -> dict[str, Any]:
        """See `Scorer`; sizes of batches and threads decide the last digits."""
        import torch
        import transformers

        return {
            "digest": self.digest,
            "kind": self.format.kind,
            **self.options.weights(),
            "device": self._device.type,
            "tokens": self._tokens,
            "threads": torch.get_num_threads(),
            "processes": self.options.processes,
            "torch": torch.__version__,
            "transformers": transformers.__version__,
        }

    def _computed(self, rows: Sequence[Row]) -> Sequence[NDArray[Any]]:
        return (
            self._values(rows) if self._copies is None else self._copies.values(rows, self._values)
        )

    def _vocabulary(self) -> int:
        """Return how many subwords the model's output layer knows."""
        return int(self.model.get_output_embeddings().weight.shape[0])


AT_ONCE = 8
"""Batches' worth of source rows whose states are kept, so that targets can be sorted."""


class EncoderDecoder(LocalModel[SequenceRow]):
    """A model of Transformers with an encoder (Marian, M2M100, NLLB, mBART, T5 …)."""

    rows: Concatenation

    def _vocabulary(self) -> int:
        return int(getattr(self.model.config, "vocab_size", 2**15))

    def _values(self, rows: Sequence[SequenceRow]) -> list[NDArray[Any]]:
        import torch

        largest = max(max(row.encoder) for row in rows)
        check_vocabulary(largest, self.model.get_input_embeddings(), self.name)
        largest = max(max(row.prefix + row.target.ids) for row in rows)
        check_vocabulary(largest, self.model.get_output_embeddings(), self.name)
        by_source: dict[Ids, list[int]] = {}
        for index, row in enumerate(rows):
            by_source.setdefault(row.encoder, []).append(index)
        found: dict[int, NDArray[Any]] = {}
        with torch.inference_mode():
            for sources in cut(list(by_source), len, AT_ONCE * self._tokens):
                self._score_sources(sources, by_source, rows, found)
        return [found[index] for index in range(len(rows))]

    def _score_sources(
        self,
        sources: Sequence[Ids],
        by_source: dict[Ids, list[int]],
        rows: Sequence[SequenceRow],
        found: dict[int, NDArray[Any]],
    ) -> None:
        """Encode source rows once, then score all targets that belong to them."""
        states: dict[Ids, torch.Tensor] = {}

        def encode(batch: Sequence[Ids]) -> list[tuple[Ids, torch.Tensor]]:
            inputs = {
                "input_ids": padded(batch, self.rows.pad, self._device),
                "attention_mask": mask_of(batch, self._device),
            }
            found = self.model.get_encoder()(**inputs)[0]
            return [(ids, row[: len(ids)]) for ids, row in zip(batch, found, strict=True)]

        def decode(batch: Sequence[int]) -> list[tuple[int, NDArray[Any]]]:
            values = self._decode([rows[index] for index in batch], states)
            return list(zip(batch, values, strict=True))

        for batch in cut(sources, len, self._tokens):
            states.update(in_halves(encode, batch))
        members = [index for source in sources for index in by_source[source]]
        for part in cut(members, lambda index: _size(rows[index]), self._tokens):
            found.update(in_halves(decode, part))

    def _decode(
        self,
        rows: Sequence[SequenceRow],
        states: dict[Ids, torch.Tensor],
    ) -> list[NDArray[Any]]:
        """Score the targets of rows over the encoder's states."""
        import numpy as np
        from torch.nn.utils.rnn import pad_sequence

        decoder = [row.prefix + row.target.ids for row in rows]
        width = max(map(len, decoder))
        sizes = [len(row.target.ids) + 1 for row in rows]
        starts = [place * width + len(row.prefix) - 1 for place, row in enumerate(rows)]
        labels = [label for row in rows for label in (*row.target.ids, self.rows.eos)]
        values = logprobs_at(
            self.model,
            {
                "encoder_outputs": (
                    pad_sequence([states[row.encoder] for row in rows], batch_first=True),
                ),
                "attention_mask": mask_of([row.encoder for row in rows], self._device),
                "decoder_input_ids": padded(decoder, self.rows.pad, self._device),
                "use_cache": False,
            },
            np.concatenate(
                [np.arange(start, start + size) for start, size in zip(starts, sizes, strict=True)]
            ),
            np.asarray(labels),
        )
        return np.split(values, np.cumsum(sizes)[:-1])


def _size(row: SequenceRow) -> int:
    return len(row.prefix) + len(row.target.ids)


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
        """Score all targets in a batch of rows; each with its row's index."""
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
        """Read rows at once; padding follows them, where no token looks."""
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
    """Return a row's values with those of all ids of its end, after so many subwords, as one."""
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
