"""Declares the annotator `ellipsis-model` and the command that trains its models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import AnnotatorInfo, CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_annotators() -> Iterator[AnnotatorInfo]:
    """Declare `ellipsis-model`, for whoever names it."""
    yield AnnotatorInfo(
        name="ellipsis-model",
        summary="Find what is elided with a trained classifier (ellipsis-model:DIR).",
        factory="discotag_neural.ellipsis.annotator:EllipsisModel",
        needs=frozenset({"tokens"}),
        gives="ellipsis",
        is_extra=True,
        neutral=frozenset({"model", "device", "batch_tokens"}),
        install="pip install discotag-neural",
        citation="Fernandes et al. 2023, appendix F.4",
    )


@hookimpl
def discotag_commands() -> Iterator[CommandInfo]:
    """Declare `discotag train ellipsis`."""
    yield CommandInfo(
        name="train.ellipsis",
        summary="Train an ellipsis classifier on trees or JSON Lines.",
        factory="discotag_neural.ellipsis.command:train_ellipsis",
        section="Installation and packages",
    )
