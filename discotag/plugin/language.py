"""For packages that need facts of languages: writing, address, names, sentences, voices.

Example:
    >>> from discotag.plugin import open_registry
    >>> from discotag.plugin.language import SentenceSplitter
    >>> splitter = SentenceSplitter(open_registry().language("en").info)
    >>> splitter.spans("It rains. We stay.")
    ((0, 9), (10, 18))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.exports import lazy_exports
from discotag.language import ud as ud

if TYPE_CHECKING:
    from discotag.core.language import Address as Address
    from discotag.core.language import Direction as Direction
    from discotag.core.language import Names as Names
    from discotag.language.sentence_ends import SentenceEndTagger as SentenceEndTagger
    from discotag.language.sentence_ends import StyleExplainer as StyleExplainer
    from discotag.language.sentences import SentenceSplitter as SentenceSplitter
    from discotag.language.voices import NO_CONVENTIONS as NO_CONVENTIONS
    from discotag.language.voices import TEXT as TEXT
    from discotag.language.voices import Voices as Voices
    from discotag.language.voices import is_quoted as is_quoted
    from discotag.language.voices import is_speaker as is_speaker
    from discotag.language.voices import voices_of as voices_of
    from discotag.language.voices import voices_of_document as voices_of_document
    from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses as NounClasses

__getattr__, __dir__, __all__ = lazy_exports(__name__, __file__)
