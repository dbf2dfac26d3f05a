"""Declares `discotag align`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import CommandInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag align`."""
    yield CommandInfo(
        name="align",
        summary="Find which sentences of two whole texts belong together.",
        factory="discotag.plugins.sentence_aligner.command:align",
    )
