"""Declares `discotag decode`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag decode`."""
    yield CommandInfo(
        name="decode",
        summary="Translate documents with earlier output as context.",
        factory="discotag_cxmi.decoding.command:decode",
    )
