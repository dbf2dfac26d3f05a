"""For plugins that bring a command: the installed plugins, outputs, tables and progress.

Example:
    >>> from discotag.plugin.commands import open_registry
    >>> "fr" in open_registry().languages
    True
"""

from __future__ import annotations

from discotag.cli.install_hints import hints_for
from discotag.cli.outputs import writable_file, writable_folder
from discotag.cli.plugin_programs import load_program, running_program
from discotag.cli.progress import shown_progress
from discotag.cli.render import print_table
from discotag.cli.session import open_registry

__all__ = [
    "hints_for",
    "load_program",
    "open_registry",
    "print_table",
    "running_program",
    "shown_progress",
    "writable_file",
    "writable_folder",
]
