"""The settings of a training, with the bounds that make sense."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from discotag_neural.ellipsis.examples import Level


class Recipe(BaseModel):
    """How a classifier is trained.

    Args:
        encoder: folder of the pretrained encoder.
        level: what gets a label.
        only_traces: of trees, count `*?*` alone.
        weight: factor of the loss of what is elliptical (Fernandes et al. 2023: 100).
        epochs: the most passes over the training set.
        patience: epochs without a better F1 on the development set after which it stops.
        batch: examples of a step on one device, before accumulation.
        accumulate: how many batches make a step.
        learning_rate: its peak.
        warmup: share of the steps in which it rises; it falls linearly afterwards.
        max_steps: stop after so many steps; None = by epochs.
        length: the most subwords of a window.
        held_out: share of the files for development, and as much for test.
        seed: of the split, of the new head, of the order and of dropout.
        device: `auto`, `cpu` or `cuda`.
        dtype: `auto` = bfloat16 on a GPU that has it, float32 elsewhere.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    encoder: str
    level: Level = Level.TOKEN
    only_traces: bool = False
    weight: float = Field(default=100.0, gt=0)
    epochs: int = Field(default=10, ge=1)
    patience: int = Field(default=2, ge=1)
    batch: int = Field(default=32, ge=1)
    accumulate: int = Field(default=1, ge=1)
    learning_rate: float = Field(default=2e-5, gt=0)
    warmup: float = Field(default=0.1, ge=0, lt=1)
    max_steps: int | None = Field(default=None, ge=1)
    length: int = Field(default=256, ge=8)
    held_out: float = Field(default=0.1, gt=0, lt=0.5)
    seed: int = Field(default=1, ge=0)
    device: Literal["auto", "cpu", "cuda"] = "auto"
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = "auto"
