"""The trained classifier at work: probabilities of labels for words or whole segments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
import torch

from discotag.plugin import PluginError
from discotag_neural.ellipsis.examples import NONE, Level
from discotag_neural.ellipsis.loading import load_tokenizer, load_trained
from discotag_neural.ellipsis.windows import Window, longest, windows
from discotag_torch import in_halves, is_out_of_memory, usable_device

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray


class Classifier:
    """A model with its tokenizer, on a device.

    Args:
        model: of Transformers.
        tokenizer: a fast one.
        level: what it classifies.
        labels: its labels by index.
        device: where it runs.
        length: the most subwords of a window.
        batch_tokens: the most subwords of a batch, padding counted.
        component: who asks, for messages.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        level: Level,
        labels: Sequence[str],
        *,
        device: torch.device,
        length: int,
        batch_tokens: int,
        component: str,
    ) -> None:
        self.level, self.labels = level, tuple(labels)
        self._model, self._tokenizer, self._device = model, tokenizer, device
        self._length = longest(tokenizer, model, length)
        self._batch_tokens, self._component = batch_tokens, component

    @classmethod
    def load(
        cls,
        folder: Path,
        *,
        device: str,
        dtype: str,
        length: int,
        batch_tokens: int,
        component: str,
    ) -> Self:
        """Load a classifier from a folder.

        Raises:
            PluginError: it holds none.
            UsageError: there is no such device.
        """
        place = usable_device(device, component)
        model, level, labels = load_trained(folder, component)
        tokenizer = load_tokenizer(folder, component)
        model.to(device=place, dtype=getattr(torch, dtype))
        return cls(
            model,
            tokenizer,
            level,
            labels,
            device=place,
            length=length,
            batch_tokens=batch_tokens,
            component=component,
        )

    def probabilities(self, segments: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """Return each segment's probabilities, shape (words, labels), rows sum to 1.

        Args:
            segments: the words of each; at the level of segments, its text as the only one.

        Raises:
            PluginError: a single window does not fit into the device's memory.
        """
        found = [_nothing(len(words), self.labels) for words in segments]
        parts = list(windows(self._tokenizer, segments, self.level, self._length))
        order = sorted(range(len(parts)), key=lambda index: len(parts[index].ids))
        for batch in self._batches([parts[index] for index in order]):
            for part, values in zip(batch, self._run(batch), strict=True):
                rows = found[part.segment]
                if self.level is Level.TOKEN:
                    for place, word in part.places.items():
                        rows[word] = values[place]
                elif _missing(values[None], self.labels) > _missing(rows, self.labels):
                    rows[0] = values  # a segment is as elliptical as its most elliptical window
        return found

    def _batches(self, parts: Sequence[Window]) -> Iterator[list[Window]]:
        """Group windows, shortest first, so that little is padded."""
        batch: list[Window] = []
        for part in parts:
            if batch and (len(batch) + 1) * len(part.ids) > self._batch_tokens:
                yield batch
                batch = []
            batch.append(part)
        if batch:
            yield batch

    def _run(self, batch: Sequence[Window]) -> list[NDArray[np.float32]]:
        """Return each window's probabilities; a batch that does not fit is halved."""
        try:
            return in_halves(self._forward, batch)
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            size = len(batch[-1].ids)
            raise PluginError(
                f"{self._component}: one window of {size} subwords does not fit into the memory of"
                f" {self._device}; set a smaller `length`, or device=cpu"
            ) from error

    def _forward(self, batch: Sequence[Window]) -> list[NDArray[np.float32]]:
        padded = self._tokenizer.pad(
            {"input_ids": [list(part.ids) for part in batch]}, return_tensors="pt"
        ).to(self._device)
        with torch.inference_mode():
            logits = self._model(**padded).logits.float()
        return list(logits.softmax(-1).cpu().numpy())


def _nothing(size: int, labels: Sequence[str]) -> NDArray[np.float32]:
    """Return rows that say `none`: what holds for a word without subwords."""
    rows = np.zeros((size, len(labels)), dtype=np.float32)
    rows[:, labels.index(NONE)] = 1
    return rows


def _missing(rows: NDArray[np.float32], labels: Sequence[str]) -> float:
    return float(1 - rows[0, labels.index(NONE)])
