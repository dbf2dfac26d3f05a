"""Declares `discotag dip` and `discotag reproduce dip`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag_experiments.hookspecs import ExperimentInfo

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag dip`."""
    yield CommandInfo(
        name="dip",
        summary="Build test sets of what systems fail at in discourse; score systems on them.",
        factory="discotag_dip.command:dip",
    )


@hookimpl
def discotag_experiments() -> Iterable[ExperimentInfo]:
    """Declare `discotag reproduce dip`."""
    from discotag_experiments.hookspecs import ExperimentInfo

    yield ExperimentInfo(
        name="dip",
        summary="Systems ranked on test sets of what systems fail at, by corpus (DiP, Tables 4-7).",
        factory="discotag_dip.reproduce:DIP",
    )
