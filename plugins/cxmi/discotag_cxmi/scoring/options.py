"""How a model is loaded and run."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

OWN = "own"
"""The tokenizer's own chat template."""


class ModelOptions(BaseModel):
    """Options of a model; what is None is taken from the model's `context.json` or its settings.

    Args:
        device: `auto` (a GPU if there is one), `cpu`, `cuda`, `cuda:1` …
        dtype: type of the weights; log-probabilities are always taken in float32.
        batch_tokens: padded subwords of a batch; None = what suits the device.
        separator: token between context lines.
        template: of a decoder-only model: holds `{context}` and `{source}`; see `ContextFormat`.
        turn: of a decoder-only model: one context line.
        end: of a decoder-only model: what ends a target; None = its end-of-text token.
        chat_template: of a chat model: `own`, or Jinja.
        chat_params: further names that the chat template knows.
        system: of a chat model: the system prompt.
        source_code: the model's own code of the source language (`eng_Latn`, `en_XX`, `en`).
        target_code: likewise of the target language.
        source_prefix: text before the whole source (`translate English to French:`, `>>fra<<`).
        when_long: what to do with an example that is longer than the model takes: refuse it, leave
            out the context lines farthest away, or leave out the segment.
        threads: of torch on a CPU; None = its own choice.
        processes: copies of the model, each in a process; several GPUs are taken in turn.
        device_map: how accelerate spreads the weights (`auto`, `balanced` …); None = one device.
        quantize: load the weights in 8 or 4 bits, with bitsandbytes.
        adapter: folder of a PEFT adapter (LoRA …) to put on the weights.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    device: str = "auto"
    dtype: Literal["float32", "float16", "bfloat16"] = "float32"
    batch_tokens: int | None = Field(default=None, ge=1)
    separator: str | None = None
    template: str | None = None
    turn: str | None = None
    end: str | None = None
    chat_template: str | None = None
    chat_params: dict[str, bool | int | float | str] = Field(default_factory=dict)
    system: str | None = None
    source_code: str | None = None
    target_code: str | None = None
    source_prefix: str = ""
    when_long: Literal["refuse", "shorten", "leave-out"] = "refuse"
    threads: int | None = Field(default=None, ge=1)
    processes: int = Field(default=1, ge=1)
    device_map: str | None = None
    quantize: Literal["8bit", "4bit"] | None = None
    adapter: str | None = None

    def weights(self) -> dict[str, object]:
        """Return the options that change what the weights compute."""
        return self.model_dump(include={"dtype", "quantize", "device_map"})
