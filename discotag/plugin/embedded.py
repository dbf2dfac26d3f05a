"""For packs that change what their own pipeline finds: a step with rules, word for word.

A rule component is a step of the pack's spaCy pipeline; it corrects tags, lemmas and features.

Example:
    >>> from discotag.plugin.embedded import normal
    >>> normal("Straße")
    'straße'
"""

from __future__ import annotations

from discotag.plugins.embedded.lexicon import VERBS, normal
from discotag.plugins.embedded.rules import RuleComponent, set_features
from discotag.plugins.embedded.text import Readable, readable, windows
from discotag.plugins.embedded.tokenizers import CodedTokenizer

__all__ = [
    "VERBS",
    "CodedTokenizer",
    "Readable",
    "RuleComponent",
    "normal",
    "readable",
    "set_features",
    "windows",
]
