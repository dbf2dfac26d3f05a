"""Declares `discotag lsp`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag lsp`."""
    yield CommandInfo(
        name="lsp",
        summary="Serve an editor: findings with their evidence, as you type.",
        factory="discotag_lsp.command:lsp",
        section="Translations",
    )
