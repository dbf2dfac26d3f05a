"""For plugins that bring a command: the installed plugins, outputs, tables and progress.

Example:
    >>> from discotag.plugin.commands import open_registry
    >>> "fr" in open_registry().languages
    True
"""

from __future__ import annotations

from discotag.cli import groups, option_values, options
from discotag.cli.corpus_input import CorpusInput
from discotag.cli.install_hints import hints_for
from discotag.cli.outputs import writable_file, writable_folder
from discotag.cli.plugin_programs import load_program, running_program
from discotag.cli.progress import shown_progress
from discotag.cli.render import print_table
from discotag.cli.session import open_registry, warn_of_broken_plugins
from discotag.cli.text_selection import Name

__all__ = [
    "CorpusInput",
    "Name",
    "groups",
    "hints_for",
    "load_program",
    "open_registry",
    "option_values",
    "options",
    "print_table",
    "running_program",
    "shown_progress",
    "warn_of_broken_plugins",
    "writable_file",
    "writable_folder",
]
