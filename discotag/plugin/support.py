"""For packages that ask what serves a language or a pair, before anything is planned.

Example:
    >>> from discotag.plugin import open_registry
    >>> from discotag.plugin.support import classes_of, general_tagger
    >>> registry = open_registry()
    >>> general_tagger("formality", registry).info.phenomenon
    'formality'
    >>> "formality" in classes_of(registry)
    True
"""

from __future__ import annotations

from discotag.pipeline.config import profile
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
    "QUALITY_CLASSES",
    "State",
    "annotators_of",
    "classes_of",
    "general_tagger",
    "layer_names",
    "meant_layer",
    "missing_annotation",
    "profile",
    "serves",
    "support",
    "with_tagger",
]
