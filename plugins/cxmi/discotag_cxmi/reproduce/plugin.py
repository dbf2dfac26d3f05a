"""Declares `discotag reproduce`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import CommandInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag reproduce`."""
    yield CommandInfo(
        name="reproduce",
        summary="Run the experiments behind the MuDA and CXMI papers' tables on texts of your own.",
        factory="discotag_cxmi.reproduce.command:app",
    )
