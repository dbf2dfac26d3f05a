"""Declares the commands of the group `cxmi`, and the experiments muda, cxmi, demo and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)
COMMANDS = (
    (
        "cxmi.measure",
        "Measure how much a translation model uses context.",
        "measure.command:cxmi",
    ),
    (
        "cxmi.compare",
        "Show where one model uses context more than another.",
        "measure.command:compare",
    ),
    (
        "cxmi.themes",
        "Show what a translation model uses context for.",
        "themes.command:themes",
    ),
    (
        "cxmi.attribute",
        "Show which words of the context make a difference.",
        "attribution.command:attribute",
    ),
    (
        "cxmi.contrast",
        "See whether a model prefers the right translation.",
        "contrast.command:contrast",
    ),
    (
        "cxmi.train",
        "Train a translation model that takes context.",
        "training.command:train",
    ),
    (
        "cxmi.decode",
        "Translate documents with earlier output as context.",
        "decoding:decode",
    ),
    (
        "reproduce.muda",
        "Systems by BLEU, COMET and F per tag (MuDA; preprint, Tables 4-6).",
        "reproduce.muda:muda_command",
    ),
    (
        "reproduce.cxmi",
        "Models over CoWord dropout, formats and seeds (CXMI, Tables 2-7).",
        "reproduce.coword:cxmi_command",
    ),
    (
        "reproduce.demo",
        "Train a small model and see what it uses context for.",
        "reproduce.demo:demo",
    ),
    (
        "reproduce.texts",
        "Write the invented texts of the small experiments with models.",
        "reproduce.texts:texts",
    ),
)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare the commands; what they need is imported when one is called."""
    for name, summary, factory in COMMANDS:
        yield CommandInfo(
            name=name, summary=summary, factory=f"discotag_cxmi.{factory}", section="Studies"
        )
