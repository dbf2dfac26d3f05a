"""Scores targets with an encoder–decoder: each source row is encoded once for all its contexts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag_cxmi.scoring.batching import (
    budget,
    cut,
    in_halves,
    in_pools,
    mask_of,
    padded,
    width_of,
)
from discotag_cxmi.scoring.concatenation import Concatenation
from discotag_cxmi.scoring.finite import check_finite, check_vocabulary, target_scores
from discotag_cxmi.scoring.logprobs import logprobs_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from discotag_cxmi.examples import Example
    from discotag_cxmi.formats import ContextFormat
    from discotag_cxmi.models import TargetScores
    from discotag_cxmi.scoring.concatenation import Row
    from discotag_cxmi.scoring.options import ModelOptions
    from discotag_cxmi.scoring.tokenizing import Ids


AT_ONCE = 4
"""Batches' worth of source rows that are encoded together, so that targets can be sorted."""


class EncoderDecoder:
    """A model of Transformers with an encoder (Marian, M2M100, NLLB, mBART, T5 …).

    Args:
        model: in evaluation mode, on its device.
        tokenizer: its own, languages set.
        format: how it takes context.
        options: how to run it.
        name: for messages.
        digest: fingerprint of its files.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        format: ContextFormat,
        options: ModelOptions,
        *,
        name: str,
        digest: str,
    ) -> None:
        self.model, self.tokenizer, self.format = model, tokenizer, format
        self.name, self.digest, self.options = name, digest, options
        self.rows = Concatenation(tokenizer, model.config, format, options)
        self._device = next(model.parameters()).device
        self._tokens = budget(
            self._device,
            int(getattr(model.config, "vocab_size", 2**15)),
            options.batch_tokens,
            width=width_of(model.config),
        )

    @property
    def shortened(self) -> int:
        """How many examples had context left out since the model was loaded."""
        return self.rows.shortened

    def unknown_in(self, line: str) -> int:
        """Count the subwords of a target line that the vocabulary does not have."""
        return self.rows.target_lines.unknown_in(line)

    def score(self, examples: Iterable[Example]) -> Iterator[TargetScores]:
        """Score targets; see `ContextModel`."""
        return in_pools(examples, self._score_pool, self.name)

    def _score_pool(self, pool: Sequence[Example]) -> Iterator[TargetScores]:
        rows = self.rows.rows(pool)
        largest = max(max(row.encoder) for row in rows)
        check_vocabulary(largest, self.model.get_input_embeddings(), self.name)
        largest = max(max(row.prefix + row.target.ids) for row in rows)
        check_vocabulary(largest, self.model.get_output_embeddings(), self.name)
        owners: dict[tuple[Ids, Ids, Ids], int] = {}
        places = [
            owners.setdefault((row.encoder, row.prefix, row.target.ids), index)
            for index, row in enumerate(rows)
        ]
        by_source: dict[Ids, list[int]] = {}
        for index in owners.values():
            by_source.setdefault(rows[index].encoder, []).append(index)
        found: dict[int, NDArray[Any]] = {}

        def encode(sources: Sequence[Ids]) -> None:
            self._encode(sources, by_source, rows, found)

        for sources in cut(list(by_source), len, AT_ONCE * self._tokens):
            in_halves(encode, sources)
        for example, row, place in zip(pool, rows, places, strict=True):
            check_finite(found[place], example, self.name)
            yield target_scores(row.target, found[place])

    def _encode(
        self,
        sources: Sequence[Ids],
        by_source: dict[Ids, list[int]],
        rows: Sequence[Row],
        found: dict[int, NDArray[Any]],
    ) -> None:
        """Encode source rows once, then score all targets that belong to them."""
        import torch

        with torch.inference_mode():
            mask = mask_of(sources, self._device)
            ids = padded(sources, self.rows.pad, self._device)
            states = self.model.get_encoder()(input_ids=ids, attention_mask=mask)[0]
            owner = {index: place for place, key in enumerate(sources) for index in by_source[key]}

            def decode(batch: Sequence[int]) -> None:
                which = torch.tensor([owner[index] for index in batch], device=self._device)
                longest = max(len(rows[index].encoder) for index in batch)
                inputs = {
                    "attention_mask": mask[which, :longest],
                    "encoder_outputs": (states[which, :longest],),
                }
                self._decode(batch, rows, inputs, found)

            for batch in cut(list(owner), lambda index: _size(rows[index]), self._tokens):
                in_halves(decode, batch)

    def _decode(
        self,
        batch: Sequence[int],
        rows: Sequence[Row],
        inputs: dict[str, Any],
        found: dict[int, NDArray[Any]],
    ) -> None:
        import numpy as np

        decoder = [rows[index].prefix + rows[index].target.ids for index in batch]
        inputs["decoder_input_ids"] = padded(decoder, self.rows.pad, self._device)
        width = inputs["decoder_input_ids"].shape[1]
        sizes = [len(rows[index].target.ids) + 1 for index in batch]
        starts = [place * width + len(rows[index].prefix) - 1 for place, index in enumerate(batch)]
        labels = [label for index in batch for label in (*rows[index].target.ids, self.rows.eos)]
        values = logprobs_at(
            self.model,
            {**inputs, "use_cache": False},
            np.concatenate(
                [np.arange(start, start + size) for start, size in zip(starts, sizes, strict=True)]
            ),
            np.asarray(labels),
        )
        for index, part in zip(batch, np.split(values, np.cumsum(sizes)[:-1]), strict=True):
            found[index] = part


def _size(row: Row) -> int:
    return len(row.prefix) + len(row.target.ids)
