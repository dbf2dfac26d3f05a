"""For plugins that bring a command: the installed plugins, outputs, tables and progress.

Example:
    >>> from discotag.plugin.commands import open_registry
    >>> "fr" in open_registry().languages
    True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.cli import options as options
from discotag.core.exports import lazy_exports

if TYPE_CHECKING:
    from discotag.cli.corpus_input import CorpusInput as CorpusInput
    from discotag.cli.corpus_input import shown_progress as shown_progress
    from discotag.cli.options import Name as Name
    from discotag.cli.options import writable_file as writable_file
    from discotag.cli.options import writable_folder as writable_folder
    from discotag.cli.session import checked_registry as checked_registry
    from discotag.cli.session import load_program as load_program
    from discotag.cli.session import open_registry as open_registry
    from discotag.cli.session import print_json as print_json
    from discotag.cli.session import print_notes as print_notes
    from discotag.cli.session import running_program as running_program
    from discotag.cli.session import warn_of_broken_plugins as warn_of_broken_plugins
    from discotag.cli.tables import print_table as print_table
    from discotag.core.packages import hints_for as hints_for

__getattr__, __dir__, __all__ = lazy_exports(__name__, __file__)
