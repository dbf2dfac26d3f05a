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
from discotag.files.cache import Store, StoreBusyError, cache_file, key_of, used_cache
from discotag.files.file_types import kind_of
from discotag.files.json import items, read_toml, records
from discotag.files.output import (
    atomic_write,
    check_file,
    check_folder,
    digest_of,
    output_errors,
    within,
)
from discotag.files.text import Notes, is_passing, lines_of, opened, whole
from discotag.files.xml import attribute, elements, line_of, local_name, text_of
from discotag.runs.folder import made_folder, write_json

__all__ = [
    "Notes",
    "Store",
    "StoreBusyError",
    "atomic_write",
    "attribute",
    "cache_file",
    "check_file",
    "check_folder",
    "digest_of",
    "elements",
    "is_passing",
    "items",
    "key_of",
    "kind_of",
    "line_of",
    "lines_of",
    "local_name",
    "made_folder",
    "opened",
    "output_errors",
    "parse_json",
    "parse_toml",
    "read_toml",
    "records",
    "text_of",
    "used_cache",
    "whole",
    "within",
    "write_json",
]
