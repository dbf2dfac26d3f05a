r"""For plugins that analyze texts in a command of their own, open folders of runs, or run them.

Example:
    >>> from discotag.plugin.runs import RunConfig
    >>> RunConfig(source_language="en", target_language="fr").profile
    'discotag'

Example:
    >>> from discotag.plugin import ParallelText, open_registry
    >>> from discotag.plugin.runs import in_units, plan
    >>> config = RunConfig(source_language="en", target_language="fr", unit="auto")
    >>> planned = plan(config, open_registry(), layers=frozenset())
    >>> line = ParallelText("d", ("It rains. We stay.",), {"ref": ("Il pleut. On reste.",)}, {})
    >>> corpus = in_units(planned, [line])
    >>> [text.source for text in corpus.texts], corpus.plan.config.unit
    ([('It rains.', 'We stay.')], 'sentence')
    >>> print(corpus.notes()[0].replace(": ", ":\n"))
    one line each in 1 of 1 document, of 2.0 sentences on average:
    units are sentences (2 units of 2 sentences)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.exports import lazy_exports

if TYPE_CHECKING:
    from discotag.core.results import By as By
    from discotag.pipeline.components import SegmentAnalyzer as SegmentAnalyzer
    from discotag.pipeline.config import ComponentSpec as ComponentSpec
    from discotag.pipeline.config import ExecutionOptions as ExecutionOptions
    from discotag.pipeline.config import RunConfig as RunConfig
    from discotag.pipeline.config import parse_options as parse_options
    from discotag.pipeline.config import parse_selections as parse_selections
    from discotag.pipeline.corpus import OpenReader as OpenReader
    from discotag.pipeline.corpus import open_reader as open_reader
    from discotag.pipeline.planning import plan as plan
    from discotag.pipeline.plans import Plan as Plan
    from discotag.pipeline.signing import sign as sign
    from discotag.pipeline.stages import Observers as Observers
    from discotag.pipeline.stages import Stages as Stages
    from discotag.runs.executors import Executor as Executor
    from discotag.runs.executors import Job as Job
    from discotag.runs.folder import RunFolder as RunFolder
    from discotag.runs.folder import open_run as open_run
    from discotag.runs.folder import open_tags as open_tags
    from discotag.runs.folder import unverified as unverified
    from discotag.runs.record import read_record as read_record
    from discotag.runs.rescore import join as join
    from discotag.runs.slices import VOICES as VOICES
    from discotag.runs.slices import CountedRuns as CountedRuns
    from discotag.runs.slices import Slice as Slice
    from discotag.runs.slices import slices as slices
    from discotag.runs.workers import BatchResult as BatchResult
    from discotag.runs.workers import Worker as Worker
    from discotag.units.units import UnitCorpus as UnitCorpus
    from discotag.units.units import UnitFinder as UnitFinder
    from discotag.units.units import in_units as in_units

__getattr__, __dir__, __all__ = lazy_exports(__name__, __file__)
