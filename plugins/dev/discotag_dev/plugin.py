"""Declares `discotag new` and `discotag check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare the commands for authors of plugins."""
    yield CommandInfo(
        name="new",
        summary="Create a package: a language, a phenomenon or a component.",
        factory="discotag_dev.command:new",
        section="Installation and packages",
    )
    yield CommandInfo(
        name="check",
        summary="Test a plugin against the rules for plugins; suggest fixes.",
        factory="discotag_dev.command:check",
        section="Installation and packages",
    )
