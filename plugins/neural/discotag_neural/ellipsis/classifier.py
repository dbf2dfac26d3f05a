"""The classifier: loaded from a folder and nowhere else; probabilities of words or segments."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import torch
import transformers
from transformers import (
    AutoConfig,
    AutoModelForSequenceClassification,
    AutoModelForTokenClassification,
    AutoTokenizer,
)

from discotag.plugin import PluginError
from discotag_neural.ellipsis.examples import ANY, LABELS, NONE, Level, Window, longest, windows
from discotag_torch import first_line, in_halves, is_out_of_memory, quiet, usable_device

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
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


HEADS = {
    Level.TOKEN: ("ForTokenClassification", AutoModelForTokenClassification),
    Level.SEGMENT: ("ForSequenceClassification", AutoModelForSequenceClassification),
}
UNNAMED = {"LABEL_0": NONE, "LABEL_1": ANY}
"""What Transformers calls two labels without names."""
LOCAL: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
NEW = ("classifier.", "pooler.", "score.", "pre_classifier.", "head.", "sequence_summary.")
"""Weights of the head, and of what is under it, that a plain encoder lacks."""


def load_tokenizer(folder: Path, component: str) -> Any:
    """Load a fast tokenizer; PluginError names the folder and what is wrong."""
    if not folder.is_dir():
        raise PluginError(f"{component}: there is no folder {folder} with a model in it")
    with quiet(), _told(folder, component):
        tokenizer = AutoTokenizer.from_pretrained(folder, add_prefix_space=True, **LOCAL)
    if not tokenizer.is_fast:
        raise PluginError(
            f"{component}: the tokenizer in {folder} is not a fast one (tokenizer.json), so words"
            " and their pieces cannot be told apart"
        )
    return tokenizer


def load_new(folder: Path, level: Level, labels: Sequence[str], component: str) -> Any:
    """Load an encoder with a fresh head for these labels.

    Raises:
        PluginError: the folder holds no encoder, or its weights are those of another.
    """
    with quiet(), _told(folder, component):
        model, report = HEADS[level][1].from_pretrained(
            folder,
            id2label=dict(enumerate(labels)),
            label2id={label: index for index, label in enumerate(labels)},
            num_labels=len(labels),
            dtype=torch.float32,
            output_loading_info=True,
            **LOCAL,
        )
    absent = sorted(key for key in report["missing_keys"] if not key.startswith(NEW))
    if absent:
        raise PluginError(
            f"{component}: the weights in {folder} lack {len(absent)} of the encoder's parameters"
            f" ({absent[0]} …); take a folder with a pretrained encoder"
        )
    return model


def load_trained(folder: Path, component: str) -> tuple[Any, Level, tuple[str, ...]]:
    """Load a classifier: the model, what it classifies, and its labels by index.

    Raises:
        PluginError: the folder holds no such classifier; says why.
    """
    with quiet(), _told(folder, component):
        config = AutoConfig.from_pretrained(folder, **LOCAL)
    architecture = "".join(config.architectures or ())
    level = next((level for level in Level if architecture.endswith(HEADS[level][0])), None)
    labels = _labels(config.id2label)
    if level is None or labels is None:
        names = ", ".join(map(str, config.id2label.values()))
        raise PluginError(
            f"{component}: {folder} holds {architecture or 'a model'} with labels {names}, and not"
            " an ellipsis classifier; make one with `discotag train ellipsis`"
        )
    with quiet(), _told(folder, component):
        model, report = HEADS[level][1].from_pretrained(
            folder, dtype=torch.float32, output_loading_info=True, **LOCAL
        )
    if report["missing_keys"]:
        raise PluginError(
            f"{component}: the weights in {folder} lack {sorted(report['missing_keys'])[0]!r}:"
            " they do not belong to its config.json"
        )
    return model.eval(), level, labels


def _labels(named: Mapping[int, str]) -> tuple[str, ...] | None:
    names = tuple(str(named[index]) for index in sorted(named))
    names = tuple(UNNAMED.get(name, name) for name in names)
    is_right = NONE in names and len(names) > 1 and len(set(names)) == len(names)
    return names if is_right and set(names) <= set(LABELS) else None


@contextmanager
def _told(folder: Path, component: str) -> Iterator[None]:
    """Name the folder in whatever Transformers raises; its exceptions are of many kinds."""
    try:
        yield
    except Exception as error:
        raise PluginError(
            f"{component}: the model in {folder} cannot be loaded by Transformers"
            f" {transformers.__version__} ({first_line(error)}); it takes"
            " config.json, tokenizer.json and model.safetensors"
        ) from error
