"""For packages with functions for Python: texts, choices and rows as `discotag.tag` has them.

Example:
    >>> from discotag.plugin import ParallelText
    >>> from discotag.plugin.python import Corpus
    >>> line = ParallelText("d", ("It rains.",), {"ref": ("Il pleut.",)}, {})
    >>> Corpus((line,), "en", "fr").target_language
    'fr'
"""

from __future__ import annotations

from discotag.api import setup
from discotag.api.corpus import Corpus
from discotag.api.setup import Choices, names_in, planned, planned_for, registry
from discotag.api.tagged import Rows

__all__ = ["Choices", "Corpus", "Rows", "names_in", "planned", "planned_for", "registry", "setup"]
