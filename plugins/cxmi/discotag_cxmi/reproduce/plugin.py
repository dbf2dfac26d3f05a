"""Declares the experiments of the MuDA and CXMI papers, and `discotag reproduce-texts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag_experiments.hookspecs import ExperimentInfo

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_experiments() -> Iterable[ExperimentInfo]:
    """Declare `discotag reproduce muda` and `cxmi`."""
    from discotag_experiments.hookspecs import ExperimentInfo

    yield ExperimentInfo(
        name="muda",
        summary="Systems by BLEU, COMET and F per tag, pair by pair (MuDA; preprint, Tables 4-6).",
        factory="discotag_cxmi.reproduce.experiments:MUDA",
    )
    yield ExperimentInfo(
        name="cxmi",
        summary="Models over CoWord dropout, context formats and seeds (CXMI, Tables 2-7).",
        factory="discotag_cxmi.reproduce.experiments:CXMI",
    )


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag reproduce-texts`."""
    yield CommandInfo(
        name="reproduce-texts",
        summary="Write the invented texts of the small experiments with models.",
        factory="discotag_cxmi.reproduce.command:texts",
    )
