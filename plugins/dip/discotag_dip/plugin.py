"""Declares `discotag dip` and `discotag reproduce dip`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag dip` and `discotag reproduce dip`."""
    yield CommandInfo(
        name="dip",
        summary="Build test sets of what systems fail at; score systems on them.",
        factory="discotag_dip.command:dip",
        section="Studies",
    )
    yield CommandInfo(
        name="reproduce.dip",
        summary="Systems ranked on test sets by corpus (DiP, Tables 4-7).",
        factory="discotag_dip.reproduce:dip_command",
        section="Studies",
    )
