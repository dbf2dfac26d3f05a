"""For plugins that bring a command: the installed plugins, outputs, tables and progress.

Example:
    >>> from discotag.plugin.commands import open_registry
    >>> "fr" in open_registry().languages
    True
"""

from __future__ import annotations

from discotag._cli.install_hints import hints_for
from discotag._cli.outputs import writable_file, writable_folder
from discotag._cli.progress import shown_progress
from discotag._cli.render import print_table
from discotag._cli.session import open_registry

__all__ = [
    "hints_for",
    "open_registry",
    "print_table",
    "shown_progress",
    "writable_file",
    "writable_folder",
]
