"""The settings of a training, with the bounds that make sense, and the file that may hold them."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from discotag.plugin import InputError, UsageError, checked

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Sizes = tuple[int, int]
"""Least and largest number of context lines."""

SCHEMES: dict[str, tuple[Sizes, Sizes]] = {
    "sentence": ((0, 0), (0, 0)),
    "1-to-2": ((0, 0), (1, 1)),
    "2-to-2": ((1, 1), (1, 1)),
}
"""Fixed schemes of Fernandes et al. 2021: sizes of source and of target context."""
SCRATCH_RATE, TUNING_RATE = 5e-4, 1e-4
PATH_SETTINGS = ("start", "tokenizer")


class Recipe(BaseModel):
    """How a model is trained.

    Args:
        arch: `small` (512/1024, 6 layers, 8 heads), `large` (1024/4096, 6, 16), or, for trials and
            for a single processor, `tiny` (64/256, 2, 4) and `mini` (128/512, 2, 4); not with
            `start`.
        kind: `concatenation`, or `multi-encoder` with a second encoder that reads all context.
        start: folder of a model to continue from; None = from scratch.
        tokenizer: folder of a tokenizer of Transformers, or a SentencePiece model; None = the one
            of `start`, or a new one learnt from the training text.
        tokenizer_kind: what a new one is.
        vocabulary: the most entries of a new one.
        source_code: code of the source language for the tokenizer of a multilingual model.
        target_code: likewise of the target language.
        source_context: least and largest number of source lines before the current one; drawn again
            for each segment and epoch.
        target_context: likewise of target lines; drawn independently.
        coword: share of the current source's tokens that are masked in training.
        word_dropout: the same for all words on the encoder's side, context too.
        label_smoothing: mass that is spread over the vocabulary; the development loss has none.
        dropout: of the network; None = 0.1 from scratch, else what the model says.
        learning_rate: its peak; None = 5e-4 from scratch, 1e-4 from a model.
        warmup: steps in which it rises; then it falls with the inverse square root.
        batch_tokens: most tokens of a batch, padding counted, both sides together.
        accumulate: batches of a step.
        epochs: the most passes over the data.
        max_steps: stop after so many steps; goes before `epochs`.
        evaluate_every: steps between checks of the development set, and between checkpoints; None =
            as many as an epoch has, 1000 at most.
        patience: looks without a smaller loss before it stops.
        max_length: most tokens of either side; context is shortened from its far end to fit.
        held_out: share of documents that become the development set where none is given.
        seed: of all that is random.
        device: `auto`, `cpu` or `cuda`.
        dtype: `auto` = bfloat16 on a GPU that has it, float32 elsewhere.
        gradient_checkpointing: compute a layer's states again in the backward pass and do not keep
            them: less memory, about a third more time, the same weights.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    arch: Literal["tiny", "mini", "small", "large"] = "small"
    kind: Literal["concatenation", "multi-encoder"] = "concatenation"
    start: str | None = None
    tokenizer: str | None = None
    tokenizer_kind: Literal["unigram", "bpe"] = "unigram"
    vocabulary: int = Field(default=16000, ge=32)
    source_code: str | None = None
    target_code: str | None = None
    source_context: Sizes = (0, 0)
    target_context: Sizes = (0, 0)
    coword: float = Field(default=0.0, ge=0, lt=1)
    word_dropout: float = Field(default=0.0, ge=0, lt=1)
    label_smoothing: float = Field(default=0.1, ge=0, lt=1)
    dropout: float | None = Field(default=None, ge=0, lt=1)
    learning_rate: float | None = Field(default=None, gt=0)
    warmup: int = Field(default=4000, ge=0)
    batch_tokens: int = Field(default=8192, ge=1)
    accumulate: int = Field(default=1, ge=1)
    epochs: int = Field(default=20, ge=1)
    max_steps: int | None = Field(default=None, ge=1)
    evaluate_every: int | None = Field(default=None, ge=1)
    patience: int = Field(default=5, ge=1)
    max_length: int = Field(default=512, ge=8)
    held_out: float = Field(default=0.05, gt=0, lt=0.5)
    seed: int = Field(default=1, ge=0)
    device: Literal["auto", "cpu", "cuda"] = "auto"
    dtype: Literal["auto", "float32", "bfloat16"] = "auto"
    gradient_checkpointing: bool = False

    @field_validator("source_context", "target_context", mode="before")
    @classmethod
    def _read_sizes(cls, value: Any) -> Any:
        """Read `0:3`, or `2` for always two."""
        if isinstance(value, int):
            return (value, value)
        if isinstance(value, str):
            low, colon, high = value.partition(":")
            if not low.isdecimal() or (colon and not high.isdecimal()):
                raise ValueError(f"{value!r} is neither LOWER:UPPER nor a number of lines")
            return (int(low), int(high if colon else low))
        return value

    @field_validator("source_context", "target_context")
    @classmethod
    def _check_sizes(cls, value: Sizes) -> Sizes:
        if not 0 <= value[0] <= value[1]:
            raise ValueError(f"{value[0]}:{value[1]} is no range of numbers of lines")
        return value

    @model_validator(mode="after")
    def _check_masking(self) -> Self:
        if self.coword and self.word_dropout:
            raise ValueError("coword and word_dropout exclude each other; set one of them to 0")
        return self

    @property
    def rate(self) -> float:
        """The peak learning rate."""
        if self.learning_rate is not None:
            return self.learning_rate
        return SCRATCH_RATE if self.start is None else TUNING_RATE


def read_recipe(given: Mapping[str, Any], file: Path | None, scheme: str | None) -> Recipe:
    """Merge settings: those given go before the scheme's, these before the file's.

    Args:
        given: settings by name; None = not given.
        file: a TOML file with settings by the same names; paths in it start at its folder.
        scheme: one of `SCHEMES`, which sets both context sizes.

    Raises:
        InputError: the file is not TOML.
        UsageError: an unknown setting or scheme, or a value that makes no sense.
    """
    settings = {} if file is None else _read_file(file)
    if scheme is not None:
        settings |= sizes_of_scheme(scheme, given, "--scheme")
    settings |= {name: value for name, value in given.items() if value is not None}
    return checked("train", settings, Recipe)


def sizes_of_scheme(scheme: object, given: Mapping[str, Any], name: str) -> dict[str, Sizes]:
    """Return the two context sizes of a scheme.

    Args:
        scheme: one of `SCHEMES`.
        given: the other settings, which must not hold the sizes, too.
        name: what the user calls the scheme, for messages.

    Raises:
        UsageError: there is no such scheme, or a size is given as well.
    """
    if scheme not in SCHEMES:
        raise UsageError(f"{name} {scheme!r} is none of: {', '.join(SCHEMES)}")
    sides = ("source_context", "target_context")
    if clash := [side for side in sides if given.get(side) is not None]:
        raise UsageError(f"{name} sets {clash[0]} already; give one of the two")
    return dict(zip(sides, SCHEMES[str(scheme)], strict=True))


def _read_file(file: Path) -> dict[str, Any]:
    try:
        settings = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read as TOML: {error}", path=file) from error
    for name in PATH_SETTINGS:
        if isinstance(settings.get(name), str):
            settings[name] = str(file.parent / settings[name])
    return settings
