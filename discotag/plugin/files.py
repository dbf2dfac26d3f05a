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

from typing import TYPE_CHECKING

from discotag.core.exports import lazy_exports

if TYPE_CHECKING:
    from discotag.core.parsing import parse_json as parse_json
    from discotag.core.parsing import parse_toml as parse_toml
    from discotag.core.text import guarded_cell as guarded_cell
    from discotag.core.text import is_formula as is_formula
    from discotag.core.text import unguarded_cell as unguarded_cell
    from discotag.files.cache import Store as Store
    from discotag.files.cache import StoreBusyError as StoreBusyError
    from discotag.files.cache import cache_file as cache_file
    from discotag.files.cache import key_of as key_of
    from discotag.files.cache import used_cache as used_cache
    from discotag.files.file_types import kind_of as kind_of
    from discotag.files.json import items as items
    from discotag.files.json import read_toml as read_toml
    from discotag.files.json import records as records
    from discotag.files.output import atomic_write as atomic_write
    from discotag.files.output import check_file as check_file
    from discotag.files.output import check_folder as check_folder
    from discotag.files.output import digest_of as digest_of
    from discotag.files.output import output_errors as output_errors
    from discotag.files.output import within as within
    from discotag.files.placeholders import CHROME_ARGUMENTS as CHROME_ARGUMENTS
    from discotag.files.placeholders import ENTITIES as ENTITIES
    from discotag.files.placeholders import PLACEHOLDERS as PLACEHOLDERS
    from discotag.files.placeholders import TAGS as TAGS
    from discotag.files.placeholders import Placeholder as Placeholder
    from discotag.files.placeholders import placeholders as placeholders
    from discotag.files.placeholders import without_placeholders as without_placeholders
    from discotag.files.text import Notes as Notes
    from discotag.files.text import check_regular as check_regular
    from discotag.files.text import is_passing as is_passing
    from discotag.files.text import lines_of as lines_of
    from discotag.files.text import opened as opened
    from discotag.files.text import whole as whole
    from discotag.files.xml import attribute as attribute
    from discotag.files.xml import elements as elements
    from discotag.files.xml import line_of as line_of
    from discotag.files.xml import local_name as local_name
    from discotag.files.xml import text_of as text_of
    from discotag.runs.folder import made_folder as made_folder
    from discotag.runs.folder import write_json as write_json

__getattr__, __dir__, __all__ = lazy_exports(__name__, __file__)
