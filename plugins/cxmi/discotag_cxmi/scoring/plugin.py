"""Declares `discotag cxmi`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag cxmi` and its `compare`."""
    yield CommandInfo(
        name="cxmi",
        summary="Measure how much a translation model uses context.",
        factory="discotag_cxmi.measure.command:app",
    )
