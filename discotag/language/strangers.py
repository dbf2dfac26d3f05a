"""Translations in another language than they should be in, told by their function words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.language import LanguagePack

WORD = re.compile(r"[^\W\d_]+")
KNOWN, LEAST, RAREST = 50, 20, 0.03
"""Function words that a pack must list, words that a text must have, and the share of function
words below which it is in another language."""
MANY, TIMES = 0.15, 3
"""A text is in the source's language if such a share are its function words, so many times those of
the language that it should be in."""


def stranger(lines: Sequence[str], source: LanguagePack, target: LanguagePack) -> str:
    """Say what language a translation is in, if function words tell that it is the wrong one.

    Nothing is said ("") of short texts, and of languages without spaces.
    """
    if not target.writing.spaces or len(target.stop_words) < KNOWN:
        return ""
    words = [word for line in lines for word in WORD.findall(line.casefold())]
    own = sum(word in target.stop_words for word in words)
    theirs = sum(word in source.stop_words for word in words)
    is_source = theirs >= max(MANY * len(words), TIMES * own)
    if len(words) < LEAST or (own >= RAREST * len(words) and not is_source):
        return ""
    seems = f", but like {source.name}" if is_source else ""
    return f"does not look like {target.name}{seems}"
