"""Declares `discotag choose`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import CommandInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag choose`."""
    yield CommandInfo(
        name="choose",
        summary="Tell which of several translations agrees best with itself.",
        factory="discotag.plugins.consistency.command:choose",
    )
