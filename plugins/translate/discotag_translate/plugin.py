"""Declares `discotag translate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag translate`."""
    yield CommandInfo(
        name="translate",
        summary="Translate documents: DeepL, Google, a chat server, your model.",
        factory="discotag_translate.command:translate",
        section="Translations",
    )
