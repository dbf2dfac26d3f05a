"""For plugins that check texts while somebody works on them: an editor, a page.

Example:
    >>> from discotag.plugin import ParallelText
    >>> from discotag.plugin.checking import Session, excerpt
    >>> text = ParallelText(
    ...     "talk",
    ...     ("You should rest.", "Your coffee is ready.", "Do you see the key?"),
    ...     {"fr": ("Tu devrais te reposer.", "Votre café est prêt.", "Tu vois la clé ?")},
    ...     {},
    ... )
    >>> session = Session("en", "fr")
    >>> [finding.code for finding in session.check(text).findings["fr"]]
    ['DT101']
    >>> excerpt(text, 1, 3).references
    {'fr': ('Votre café est prêt.', 'Tu vois la clé ?')}
"""

from __future__ import annotations

from discotag.api.checking import Checked, Session, excerpt
from discotag.core.consistency import Choice, Consistency, Observation
from discotag.linting.locations import (
    Files,
    LocatedFinding,
    SourceLocation,
    source_location,
)
from discotag.linting.suppressions import Suppression, read_suppressions, write_suppressions

__all__ = [
    "Checked",
    "Choice",
    "Consistency",
    "Files",
    "LocatedFinding",
    "Observation",
    "Session",
    "SourceLocation",
    "Suppression",
    "excerpt",
    "read_suppressions",
    "source_location",
    "write_suppressions",
]
