"""For packages that tag texts one at a time: batches, kept layers, excerpts, bound scorers.

A tool that looks at the same text again and again, such as an editor's, keeps the analysis of
segments that have not changed.

Example:
    >>> from discotag.plugin import ParallelText
    >>> from discotag.plugin.tagging import excerpt
    >>> french = {"fr": ("Un.", "Deux.", "Trois.")}
    >>> text = ParallelText("talk", ("One.", "Two.", "Three."), french, {})
    >>> excerpt(text, 1, 3).references
    {'fr': ('Deux.', 'Trois.')}
"""

from __future__ import annotations

from discotag.pipeline.corpus import DEFAULT_READER, reader_name
from discotag.pipeline.documents import LanguageMatch, excerpt, one_of, unmasked
from discotag.pipeline.layers import LAG, LayerCache, MemoryLayerCache, identity_of
from discotag.pipeline.plans import PlannedComponent, Readers
from discotag.pipeline.stages import TaggedText, batches
from discotag.runs.workers import planned_scorers
from discotag.scoring.table import BoundScorer

__all__ = [
    "DEFAULT_READER",
    "LAG",
    "BoundScorer",
    "LanguageMatch",
    "LayerCache",
    "MemoryLayerCache",
    "PlannedComponent",
    "Readers",
    "TaggedText",
    "batches",
    "excerpt",
    "identity_of",
    "one_of",
    "planned_scorers",
    "reader_name",
    "unmasked",
]
