"""Declares `discotag demo-cxmi`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag demo-cxmi`."""
    yield CommandInfo(
        name="demo-cxmi",
        summary="Train a small model and see what it uses context for.",
        factory="discotag_cxmi.demo.command:demo",
    )
