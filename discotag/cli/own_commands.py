"""The program's own commands, in the order of the work: what a listing shows, and where each is."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class OwnCommand:
    """A command of the program.

    Args:
        name: what users type; it is also the name of its module in `discotag.cli`, and of the
            function (or group of commands) in that module.
        summary: one line for listings.
    """

    name: str
    summary: str

    def load(self) -> Any:
        """Import the command."""
        return getattr(import_module(f"discotag.cli.{self.name}"), self.name)


COMMANDS = {
    name: OwnCommand(name, summary)
    for name, summary in (
        ("run", "Tag a reference and systems, score them, save the results."),
        ("tag", "Tag one translation: JSON Lines, or MuDA's JSON."),
        ("score", "Score tags that were written before, without analyzing again."),
        ("compare", "Compare systems with a baseline: intervals, p-values."),
        ("report", "Write a run's report again: page, Markdown or LaTeX tables."),
        ("profile", "Count the tags of each phenomenon in texts."),
        ("span", "Show how much context the tags of texts need."),
        ("explain", "Explain why words were tagged or not, rule by rule."),
        ("merge", "Compare runs of one source text into several languages."),
        ("join", "Combine runs over parts of a corpus (shards) into one."),
        ("plan", "Show the components that a run would use, and what is missing."),
        ("plugins", "List the installed plugins, which failed, and why."),
        ("languages", "Show which language has which phenomenon, or why not."),
        ("doctor", "Check the installation and a run; suggest fixes."),
        ("download", "Download an engine's models; no other command does."),
        ("cache", "Show or clear the cache of results for later runs."),
        ("demo", "Run the main job on the bundled documents."),
    )
}
