"""For plugins that bring a command: the installed plugins, outputs, tables and progress.

Example:
    >>> from discotag.plugin.commands import open_registry
    >>> "fr" in open_registry().languages
    True
"""

from __future__ import annotations

from discotag.cli import options
from discotag.cli.corpus_input import CorpusInput, shown_progress
from discotag.cli.options import Name, writable_file, writable_folder
from discotag.cli.session import (
    checked_registry,
    load_program,
    open_registry,
    print_json,
    print_notes,
    running_program,
    warn_of_broken_plugins,
)
from discotag.cli.tables import print_table
from discotag.core.packages import hints_for

__all__ = [
    "CorpusInput",
    "Name",
    "checked_registry",
    "hints_for",
    "load_program",
    "open_registry",
    "options",
    "print_json",
    "print_notes",
    "print_table",
    "running_program",
    "shown_progress",
    "warn_of_broken_plugins",
    "writable_file",
    "writable_folder",
]
