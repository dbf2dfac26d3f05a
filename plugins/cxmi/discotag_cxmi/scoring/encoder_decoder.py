"""Scores targets with an encoder–decoder: each source row is encoded once for all its contexts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag_cxmi.scoring.batching import check_vocabulary, cut, mask_of, padded
from discotag_cxmi.scoring.concatenation import Row
from discotag_cxmi.scoring.local import LocalModel, logprobs_at
from discotag_torch import in_halves

if TYPE_CHECKING:
    from collections.abc import Sequence

    import torch
    from numpy.typing import NDArray

    from discotag_cxmi.scoring.concatenation import Concatenation
    from discotag_cxmi.scoring.tokenizing import Ids


AT_ONCE = 8
"""Batches' worth of source rows whose states are kept, so that targets can be sorted."""


class EncoderDecoder(LocalModel[Row]):
    """A model of Transformers with an encoder (Marian, M2M100, NLLB, mBART, T5 …)."""

    rows: Concatenation

    def _vocabulary(self) -> int:
        return int(getattr(self.model.config, "vocab_size", 2**15))

    def _values(self, rows: Sequence[Row]) -> list[NDArray[Any]]:
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
        rows: Sequence[Row],
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
        rows: Sequence[Row],
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


def _size(row: Row) -> int:
    return len(row.prefix) + len(row.target.ids)
