"""Declares `discotag annotate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag annotate`."""
    yield CommandInfo(
        name="annotate",
        summary="Draw samples for people, and read their judgements.",
        factory="discotag_annotate.command:annotate",
        section="Studies",
    )
