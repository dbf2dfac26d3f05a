"""Declares `discotag train pack`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag train pack`."""
    yield CommandInfo(
        name="train.pack",
        summary="Learn what a pack ships: analysis, translation table, genders.",
        factory="discotag_train.command:train_pack",
        section="Installation and packages",
    )
