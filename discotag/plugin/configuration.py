"""For plugins that look at files as `discotag lint` does: its configuration.

Example:
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from discotag.plugin.configuration import configuration_of
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "discotag.toml").write_text('''
    ...         [[lint.files]]
    ...         source = "locales/en/*.json"
    ...         target = "locales/{lang}/*.json"
    ...         source_language = "en"
    ...         expect = { de = "formal" }
    ...     ''')
    ...     pair = configuration_of(Path(folder)).pair_of(Path(folder, "locales/de/menu.json"))
    ...     pair.source.relative_to(folder).as_posix(), pair.target_language, pair.expect
    ('locales/en/menu.json', 'de', 'formal')
"""

from __future__ import annotations

from discotag.linting.configuration import (
    Configuration,
    FilePair,
    configuration_of,
    open_configuration,
)

__all__ = ["Configuration", "FilePair", "configuration_of", "open_configuration"]
