"""Declares `discotag dip`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import CommandInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag dip`."""
    yield CommandInfo(
        name="dip",
        summary="Build test sets of what systems fail at in discourse; score systems on them.",
        factory="discotag_dip.command:dip",
    )
