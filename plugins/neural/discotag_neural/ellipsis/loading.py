"""Loads tokenizers and classifiers of Transformers from a folder, and from nowhere else."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import torch
import transformers
from transformers import (
    AutoConfig,
    AutoModelForSequenceClassification,
    AutoModelForTokenClassification,
    AutoTokenizer,
)

from discotag.plugin import PluginError
from discotag_neural.ellipsis.examples import ANY, LABELS, NONE, Level
from discotag_torch import first_line, quiet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

HEADS = {
    Level.TOKEN: ("ForTokenClassification", AutoModelForTokenClassification),
    Level.SEGMENT: ("ForSequenceClassification", AutoModelForSequenceClassification),
}
UNNAMED = {"LABEL_0": NONE, "LABEL_1": ANY}
"""What Transformers calls two labels without names."""
LOCAL: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
NEW = ("classifier.", "pooler.", "score.", "pre_classifier.", "head.", "sequence_summary.")
"""Weights of the head, and of what stands under it, that a plain encoder lacks."""


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
            " an ellipsis classifier; make one with `discotag train-ellipsis`"
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
