"""Declares `discotag attribute`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag attribute`."""
    yield CommandInfo(
        name="attribute",
        summary="Show which words of the context make a difference.",
        factory="discotag_cxmi.attribution.command:attribute",
    )
