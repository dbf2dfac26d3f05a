"""For packages with functions for Python: texts, choices and rows as `discotag.tag` has them.

Example:
    >>> from discotag.plugin import ParallelText
    >>> from discotag.plugin.python import Corpus
    >>> line = ParallelText("d", ("It rains.",), {"ref": ("Il pleut.",)}, {})
    >>> Corpus((line,), "en", "fr").target_language
    'fr'
"""

from __future__ import annotations

from discotag.api.corpus import Corpus
from discotag.api.setup import Choices, config_for, names_in, registry
from discotag.api.tagged import Rows

__all__ = ["Choices", "Corpus", "Rows", "config_for", "names_in", "registry"]
