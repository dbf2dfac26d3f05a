r"""For plugins that read or write files: strict text, whole files, rows, notes and caches.

Example:
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from discotag.plugin.files import Notes, atomic_write, lines_of
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "greeting.txt")
    ...     with atomic_write(path) as write:
    ...         write("Good evening.\n")
    ...     list(lines_of(path, Notes()))
    ['Good evening.']
"""

from __future__ import annotations

from discotag.core.parsing import parse_json, parse_toml
from discotag.files.cache import Store, StoreBusyError, key_of
from discotag.files.json import items, records
from discotag.files.output import (
    atomic_write,
    check_file,
    check_folder,
    digest_of,
    output_errors,
    within,
)
from discotag.files.text import Notes, is_passing, lines_of, opened, whole
from discotag.runs.folder import made_folder, write_json

__all__ = [
    "Notes",
    "Store",
    "StoreBusyError",
    "atomic_write",
    "check_file",
    "check_folder",
    "digest_of",
    "is_passing",
    "items",
    "key_of",
    "lines_of",
    "made_folder",
    "opened",
    "output_errors",
    "parse_json",
    "parse_toml",
    "records",
    "whole",
    "within",
    "write_json",
]
