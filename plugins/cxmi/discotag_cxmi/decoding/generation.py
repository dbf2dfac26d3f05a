"""Beam search of an encoder–decoder, each source with its context."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from discotag_cxmi.scoring.finite import no_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_cxmi.examples import Example
    from discotag_cxmi.scoring.concatenation import Row
    from discotag_cxmi.scoring.encoder_decoder import EncoderDecoder

GROWTH, ROOM, STEP = 2, 20, 64
"""A translation has at most twice the source row's subwords and so many more, rounded up to a step;
rows go together only if they share it, so that no translation depends on its batch."""


@dataclass(slots=True)
class Generator:
    """Translates with a loaded model.

    Args:
        model: the model.
        beams: hypotheses kept at each step.
        batch_tokens: most padded tokens of a batch, one hypothesis counted each.
        unfinished: how many translations reached their limit before their end; counted up.
        shortened: how many examples lost target context to make room; counted up.
    """

    model: EncoderDecoder
    beams: int = 5
    batch_tokens: int = 4096
    unfinished: int = 0
    shortened: int = 0

    def translate(self, examples: Sequence[Example]) -> list[str]:
        """Translate sources, in order; an empty source gives an empty translation.

        Raises:
            InputError: an example is longer than the model takes.
            ComponentError: the model gave a value that is no number.
        """
        found = [""] * len(examples)
        places = [place for place, example in enumerate(examples) if example.source.strip()]
        rows = [self._roomy(replace(examples[place], target="")) for place in places]
        for batch in self._batches(rows):
            owners = [examples[places[index]] for index in batch]
            lines = self._generated([rows[index] for index in batch], owners)
            for index, line in zip(batch, lines, strict=True):
                found[places[index]] = line
        return found

    def _roomy(self, example: Example) -> Row:
        """Build a row whose target context leaves the decoder room for a translation."""
        from discotag_cxmi.scoring.concatenation import limits

        limit = limits(self.model.tokenizer, self.model.model.config)[1]
        row = self.model.rows.row(example)
        if limit is None:
            return row
        room = min(GROWTH * len(row.encoder) + ROOM, limit // 2)
        cut = example
        while cut.target_context and limit - len(row.prefix) < room:
            cut = replace(cut, target_context=cut.target_context[1:])
            row = self.model.rows.row(cut)
        self.shortened += cut is not example
        return row

    def _batches(self, rows: Sequence[Row]) -> Iterator[list[int]]:
        """Split rows into batches that share the limit and the length of what the decoder is given.

        Positions count from the decoder's start, so such rows cannot be padded.
        """
        order = sorted(range(len(rows)), key=lambda i: (*_kind(rows[i]), len(rows[i].encoder)))
        batch: list[int] = []
        for index in order:
            row = rows[index]
            size = (len(row.encoder) + len(row.prefix)) * (len(batch) + 1)
            is_other = bool(batch) and _kind(rows[batch[0]]) != _kind(row)
            if batch and (is_other or size > self.batch_tokens):
                yield batch
                batch = []
            batch.append(index)
        if batch:
            yield batch

    def _generated(self, rows: Sequence[Row], owners: Sequence[Example]) -> list[str]:
        import torch

        from discotag_cxmi.scoring.batching import mask_of, padded
        from discotag_cxmi.scoring.concatenation import limits

        network, tokenizer = self.model.model, self.model.tokenizer
        device = next(network.parameters()).device
        given = [row.encoder for row in rows]
        prefix = torch.tensor([row.prefix for row in rows], device=device)
        most = _kind(rows[0])[1]
        limit = limits(tokenizer, network.config)[1]
        if limit is not None:
            most = min(most, limit - prefix.shape[1])
        with torch.inference_mode():
            out: Any = network.generate(
                input_ids=padded(given, self.model.rows.pad, device),
                attention_mask=mask_of(given, device),
                decoder_input_ids=prefix,
                num_beams=self.beams,
                do_sample=False,
                max_new_tokens=max(1, most),
                suppress_tokens=self._never(),
                forced_bos_token_id=None,
                forced_eos_token_id=None,
                eos_token_id=self.model.rows.eos,
                pad_token_id=self.model.rows.pad,
                logits_processor=[_Numbers(owners, self.beams, self.model.name)],
            )
        made = out[:, prefix.shape[1] :]
        self.unfinished += int((made != self.model.rows.eos).all(dim=1).sum())
        lines = tokenizer.batch_decode(
            made, skip_special_tokens=True, clean_up_tokenization_spaces=False
        )
        return [" ".join(line.split()) for line in lines]

    def _never(self) -> list[int]:
        """Return what no line may hold: it would be read as something else when it is context."""
        tokenizer = self.model.tokenizer
        never = {self.model.rows.separator, tokenizer.mask_token_id, tokenizer.unk_token_id}
        kept = {self.model.rows.eos, None}
        return sorted(never - kept)


class _Numbers:
    """Refuses NaN at each step, of which a search would make some line or other."""

    def __init__(self, owners: Sequence[Example], beams: int, model: str) -> None:
        self._owners, self._beams, self._model = owners, beams, model

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        del input_ids
        faulty = scores.isnan().any(dim=1)
        if faulty.any():
            place = int(faulty.nonzero()[0]) // self._beams
            raise no_number(self._owners[place], self._model)
        return scores


def _kind(row: Row) -> tuple[int, int]:
    """Return what rows of a batch share: the prefix's length, and the most subwords to add."""
    return len(row.prefix), -(-(GROWTH * len(row.encoder) + ROOM) // STEP) * STEP
