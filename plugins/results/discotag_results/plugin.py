"""Declares `discotag results` and `discotag reproduce results`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag results` and `discotag reproduce results`."""
    yield CommandInfo(
        name="results",
        summary="Make a book of runs: a site, tables and data, systems ranked.",
        factory="discotag_results.command:results",
        section="Studies",
    )
    yield CommandInfo(
        name="reproduce.results",
        summary="A book of results from corpora and systems: every run, then the book.",
        factory="discotag_results.reproducing:results_command",
        section="Studies",
    )
