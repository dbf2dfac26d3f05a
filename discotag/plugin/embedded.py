"""For packs that change what their own pipeline finds: a step with rules, word for word.

A rule component is a step of the pack's spaCy pipeline; it corrects tags, lemmas and features.
`AddressRules` is one whose rules are a table: what a form may be, and what speaks for it.

Example:
    >>> from discotag.plugin.embedded import normal
    >>> normal("Straße")
    'straße'
"""

from __future__ import annotations

from discotag.language.address import AddressRules, Cue
from discotag.language.conjugation import Conjugation, Reading
from discotag.language.dictionary import Analysis, DictionaryRules
from discotag.language.readable import Readable, readable, windows
from discotag.language.rules import RuleComponent, normal, opens_clause, set_features
from discotag.language.tokenizers import table_tokenizer

__all__ = [
    "AddressRules",
    "Analysis",
    "Conjugation",
    "Cue",
    "DictionaryRules",
    "Readable",
    "Reading",
    "RuleComponent",
    "normal",
    "opens_clause",
    "readable",
    "set_features",
    "table_tokenizer",
    "windows",
]
