"""Declares `discotag results` and `discotag reproduce results`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag_experiments.hookspecs import ExperimentInfo

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag results`."""
    yield CommandInfo(
        name="results",
        summary="Make a book of runs: a site, tables and data, with systems ranked in clusters.",
        factory="discotag_results.command:results",
    )


@hookimpl
def discotag_experiments() -> Iterable[ExperimentInfo]:
    """Declare `discotag reproduce results`."""
    from discotag_experiments.hookspecs import ExperimentInfo

    yield ExperimentInfo(
        name="results",
        summary="A book of results from corpora and systems: every run, then the book of all.",
        factory="discotag_results.reproducing:RESULTS",
    )
