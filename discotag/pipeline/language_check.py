"""Whether texts look like the languages that were named: a note where they look like others.

Function words tell languages apart well enough to notice files or codes that were mixed up. Nothing
hangs on it but the note.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.document import ParallelText
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registry

SAMPLE = 500
"""Segments at the beginning of a corpus that are looked at."""
LEAST = 20
"""Words in a sample below which it tells nothing."""
SHARE, TIMES = 0.2, 2
"""A text looks like another language if that share of its words are function words of it, and if
they are so many times those of the language that was named."""
KNOWN = 50
"""Function words that a pack must list for its own language to be known by them."""
WORD = re.compile(r"[^\W\d_]+")


class LanguageMatch:
    """Counts the words of a corpus while it is read.

    Args:
        registry: the packs whose function words are known.
        source: the language that the source is said to be in.
        target: likewise the translations.
    """

    def __init__(self, registry: Registry, source: LanguagePack, target: LanguagePack) -> None:
        self._packs = [declared.info for declared in registry.languages]
        self._named = {"source": source, "translation": target}
        self._words: dict[str, Counter[str]] = {side: Counter() for side in self._named}
        self._segments = 0

    def watched(self, texts: Iterable[ParallelText]) -> Iterator[ParallelText]:
        """Yield the documents on, and count the words of the first segments."""
        for text in texts:
            left = SAMPLE - self._segments
            if left > 0:
                others = (*text.references.values(), *text.hypotheses.values())
                self._count("source", text.source[:left])
                self._count("translation", chain.from_iterable(lines[:left] for lines in others))
                self._segments += len(text.source)
            yield text

    def notes(self) -> tuple[str, ...]:
        """Say which side looks like another language, if one does."""
        found = {side: pack for side in self._named if (pack := self._other(side)) is not None}
        told = " and ".join(f"the {side} looks like {pack.name}" for side, pack in found.items())
        if not told:
            return ()
        named = f"-s {self._named['source'].code} -t {self._named['translation'].code}"
        return (f"{told}; are {named} and the files right?",)

    def _count(self, side: str, lines: Iterable[str]) -> None:
        for line in lines:
            self._words[side].update(WORD.findall(line.casefold()))

    def _other(self, side: str) -> LanguagePack | None:
        """Return the pack whose function words a side has, if it is not the one named."""
        words, named = self._words[side], self._named[side]
        if words.total() < LEAST or len(named.stop_words) < KNOWN:
            return None
        least = max(LEAST, SHARE * words.total())
        own = _held(words, named)
        best = max(self._packs, key=lambda pack: _held(words, pack))
        held = _held(words, best)
        return best if held >= least and held > TIMES * own else None


def _held(words: Counter[str], pack: LanguagePack) -> int:
    listed = pack.stop_words
    return sum(count for word, count in words.items() if word in listed)
