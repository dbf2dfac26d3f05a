"""For tools that test plugins: what serves a language, and what is checked of each result.

`discotag-dev` is built on this module.

Example:
    >>> from discotag.plugin import open_registry
    >>> from discotag.plugin.development import classes_of, general_tagger
    >>> registry = open_registry()
    >>> general_tagger("formality", registry).info.phenomenon
    'formality'
    >>> "formality" in classes_of(registry)
    True
"""

from __future__ import annotations

from discotag.core.components import ANALYSIS_LAYERS
from discotag.core.discovery import GROUP, HOST, PluginRecord, Plugins, Status
from discotag.core.plugin_calls import OverTimeError, describe_error
from discotag.core.requirements import LIBRARIES, SWITCH
from discotag.core.validation import (
    check_alignment,
    check_clusters,
    check_finding,
    check_statistics,
    check_tokens,
    checked_beads,
    checked_marks,
    checked_spans,
)
from discotag.pipeline.components import load_for_pair
from discotag.pipeline.language_support import (
    QUALITY_CLASSES,
    State,
    annotators_of,
    classes_of,
    general_tagger,
    layer_names,
    meant_layer,
    missing_annotation,
    serves,
    support,
    with_tagger,
)

__all__ = [
    "ANALYSIS_LAYERS",
    "GROUP",
    "HOST",
    "LIBRARIES",
    "QUALITY_CLASSES",
    "SWITCH",
    "OverTimeError",
    "PluginRecord",
    "Plugins",
    "State",
    "Status",
    "annotators_of",
    "check_alignment",
    "check_clusters",
    "check_finding",
    "check_statistics",
    "check_tokens",
    "checked_beads",
    "checked_marks",
    "checked_spans",
    "classes_of",
    "describe_error",
    "general_tagger",
    "layer_names",
    "load_for_pair",
    "meant_layer",
    "missing_annotation",
    "serves",
    "support",
    "with_tagger",
]
