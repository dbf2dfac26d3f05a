"""Declares `discotag serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag serve`."""
    yield CommandInfo(
        name="serve",
        summary="Open a local page: tags, findings, the best translation.",
        factory="discotag_serve.command:serve",
        section="Translations",
    )
