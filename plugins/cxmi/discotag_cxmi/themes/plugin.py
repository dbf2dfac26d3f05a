"""Declares `discotag themes`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag themes`."""
    yield CommandInfo(
        name="themes",
        summary="Show what a translation model uses context for.",
        factory="discotag_cxmi.themes.command:themes",
    )
