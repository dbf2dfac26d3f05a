"""Adds the role of experiments, and `discotag reproduce`, which runs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl
from discotag_experiments import hookspecs

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)
DISCOTAG_HOOKSPECS = hookspecs


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag reproduce`."""
    yield CommandInfo(
        name="reproduce",
        summary="Run the experiment of a paper's tables.",
        factory="discotag_experiments.command:reproduce",
    )
