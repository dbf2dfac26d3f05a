"""For packages that need facts of languages: writing, address, names, sentences, voices.

Example:
    >>> from discotag.plugin import open_registry
    >>> from discotag.plugin.language import SentenceSplitter
    >>> splitter = SentenceSplitter(open_registry().language("en").info)
    >>> splitter.spans("It rains. We stay.")
    ((0, 9), (10, 18))
"""

from __future__ import annotations

from discotag.core.language import Address, Direction, Names
from discotag.language import ud
from discotag.language.sentence_ends import SentenceEndTagger, StyleExplainer
from discotag.language.sentences import SentenceSplitter
from discotag.language.voices import (
    DEFAULTS,
    TEXT,
    Voices,
    is_quoted,
    is_speaker,
    voices_of,
    voices_of_document,
)
from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses

__all__ = [
    "DEFAULTS",
    "TEXT",
    "Address",
    "Direction",
    "Names",
    "NounClasses",
    "SentenceEndTagger",
    "SentenceSplitter",
    "StyleExplainer",
    "Voices",
    "is_quoted",
    "is_speaker",
    "ud",
    "voices_of",
    "voices_of_document",
]
