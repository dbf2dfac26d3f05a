"""How a model is loaded and run."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class ModelOptions(BaseModel):
    """Options of a model; what is None is taken from the model's `context.json` or its settings.

    Args:
        device: `auto` (a GPU if there is one), `cpu`, `cuda`, `cuda:1` …
        dtype: type of the weights; log-probabilities are always taken in float32.
        batch_tokens: padded subwords of a batch; None = what suits the device.
        separator: token between context lines.
        template: of a decoder-only model: holds `{context}` and `{source}`.
        turn: of a decoder-only model: one context line.
        end: of a decoder-only model: what ends a target; None = its end-of-text token.
        source_code: the model's own code of the source language (`eng_Latn`, `en_XX`, `en`).
        target_code: likewise of the target language.
        source_prefix: text before the whole source (`translate English to French:`, `>>fra<<`).
        when_long: what to do with an example that is longer than the model takes: refuse it, or
            leave out the context lines farthest away.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    device: str = "auto"
    dtype: Literal["float32", "float16", "bfloat16"] = "float32"
    batch_tokens: int | None = Field(default=None, ge=1)
    separator: str | None = None
    template: str | None = None
    turn: str | None = None
    end: str | None = None
    source_code: str | None = None
    target_code: str | None = None
    source_prefix: str = ""
    when_long: Literal["refuse", "shorten"] = "refuse"
