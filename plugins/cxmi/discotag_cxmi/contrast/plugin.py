"""Declares `discotag contrast`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag contrast`."""
    yield CommandInfo(
        name="contrast",
        summary="See whether a model prefers the right translation.",
        factory="discotag_cxmi.contrast.command:contrast",
    )
