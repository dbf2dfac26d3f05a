"""For packages that check or compare texts: layers kept in memory, excerpts, findings validated.

Example:
    >>> from discotag.plugin import ParallelText
    >>> from discotag.plugin.checking import excerpt
    >>> french = {"fr": ("Un.", "Deux.", "Trois.")}
    >>> text = ParallelText("talk", ("One.", "Two.", "Three."), french, {})
    >>> excerpt(text, 1, 3).references
    {'fr': ('Deux.', 'Trois.')}
"""

from __future__ import annotations

from discotag.core.parsing import in_words
from discotag.core.text import visible
from discotag.core.validation import check_finding, check_observation
from discotag.pipeline.corpus import DEFAULT_READER, reader_name
from discotag.pipeline.documents import LanguageMatch, excerpt, one_of, unmasked
from discotag.pipeline.layers import LAG, LayerCache, MemoryLayerCache, identity_of
from discotag.pipeline.plans import PlannedCheck
from discotag.pipeline.stages import TaggedText, batches
from discotag.runs.slices import VOICES
from discotag.runs.workers import planned_scorers

__all__ = [
    "DEFAULT_READER",
    "LAG",
    "VOICES",
    "LanguageMatch",
    "LayerCache",
    "MemoryLayerCache",
    "PlannedCheck",
    "TaggedText",
    "batches",
    "check_finding",
    "check_observation",
    "excerpt",
    "identity_of",
    "in_words",
    "one_of",
    "planned_scorers",
    "reader_name",
    "unmasked",
    "visible",
]
