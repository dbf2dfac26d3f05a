"""For packages that tag texts one at a time: batches, kept layers, excerpts, bound scorers.

A tool that reads the same text again and again, such as an editor's, keeps the analysis of
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

from typing import TYPE_CHECKING

from discotag.core.exports import lazy_exports

if TYPE_CHECKING:
    from discotag.core.tags import UndeclaredMarks as UndeclaredMarks
    from discotag.pipeline.corpus import DEFAULT_READER as DEFAULT_READER
    from discotag.pipeline.corpus import reader_name as reader_name
    from discotag.pipeline.documents import InputCheck as InputCheck
    from discotag.pipeline.documents import excerpt as excerpt
    from discotag.pipeline.documents import one_of as one_of
    from discotag.pipeline.documents import unmasked as unmasked
    from discotag.pipeline.layers import LAG as LAG
    from discotag.pipeline.layers import LayerCache as LayerCache
    from discotag.pipeline.layers import MemoryLayerCache as MemoryLayerCache
    from discotag.pipeline.layers import identity_of as identity_of
    from discotag.pipeline.plans import PlannedComponent as PlannedComponent
    from discotag.pipeline.plans import Readers as Readers
    from discotag.pipeline.stages import TaggedText as TaggedText
    from discotag.pipeline.stages import batches as batches
    from discotag.runs.workers import planned_scorers as planned_scorers
    from discotag.scoring.table import BoundScorer as BoundScorer

__getattr__, __dir__, __all__ = lazy_exports(__name__, __file__)
