"""Declares `discotag train`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag train`."""
    yield CommandInfo(
        name="train",
        summary="Train a translation model that takes context.",
        factory="discotag_cxmi.training.command:train",
    )
