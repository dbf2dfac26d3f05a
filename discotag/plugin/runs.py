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

from discotag.pipeline.components import SegmentAnalyzer
from discotag.pipeline.config import ComponentSpec, RunConfig, parse_options, parse_selections
from discotag.pipeline.corpus import OpenReader, open_reader
from discotag.pipeline.planning import plan
from discotag.pipeline.plans import Plan
from discotag.pipeline.signing import sign
from discotag.pipeline.stages import Observers, Stages
from discotag.runs.executors import ExecutionOptions, Executor, Job
from discotag.runs.folder import RunFolder, open_run, open_tags, unverified
from discotag.runs.record import read_record
from discotag.runs.rescore import join
from discotag.runs.slices import VOICES, By, CountedRuns, Slice, slices
from discotag.runs.workers import BatchResult, Worker
from discotag.units.units import UnitCorpus, UnitFinder, in_units

__all__ = [
    "VOICES",
    "BatchResult",
    "By",
    "ComponentSpec",
    "CountedRuns",
    "ExecutionOptions",
    "Executor",
    "Job",
    "Observers",
    "OpenReader",
    "Plan",
    "RunConfig",
    "RunFolder",
    "SegmentAnalyzer",
    "Slice",
    "Stages",
    "UnitCorpus",
    "UnitFinder",
    "Worker",
    "in_units",
    "join",
    "open_reader",
    "open_run",
    "open_tags",
    "parse_options",
    "parse_selections",
    "plan",
    "read_record",
    "sign",
    "slices",
    "unverified",
]
