"""Whether a text can be a translation of another: its language, and how well sentences align."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.document import Bead
    from discotag.core.language import LanguagePack


WORD = re.compile(r"[^\W\d_]+")
KNOWN, LEAST, RAREST = 50, 20, 0.03
"""Function words that a pack must list, words that a text must have, and the share of function
words below which it is in another language."""
MANY, TIMES = 0.15, 3
"""A text is in the source's language if such a share are its function words, so many times those of
the language that it should be in."""


def wrong_language_note(lines: Sequence[str], source: LanguagePack, target: LanguagePack) -> str:
    """Say what language a translation is in, if function words show that it is the wrong one.

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


MOST = 0.5
"""A text of which a greater share is unlinked, or linked by guess, hardly fits the other."""
FEW = 5
"""Sentences or beads up to which nothing is said of how well texts fit."""


def poor_alignment_reason(beads: Sequence[Bead]) -> str:
    """Say why two texts hardly fit, or "" if they do; the beads cover both."""
    if not beads:
        return ""
    here, there = beads[-1].source[1], beads[-1].target[1]
    if not here or not there:
        return "is empty" if here else "has no source"
    alone = sum(
        bead.source[1] - bead.source[0] + bead.target[1] - bead.target[0]
        for bead in beads
        if not bead.is_linked
    )
    if alone > max(FEW, MOST * (here + there)):
        return f"{alone} of {here + there} sentences of both sides have no counterpart"
    linked = [bead for bead in beads if bead.is_linked]
    guessed = sum(not bead.is_sure for bead in linked)
    if guessed > MOST * len(linked) and guessed + alone > FEW:
        return f"the words of {guessed} of {len(linked)} pairs of sentences do not fit"
    return ""
