"""Documents before and after the components: unmasked, cut, chosen, in the expected language.

A reader may mask text that is not language (`ParallelText.shown`). Components see the masked text;
tags, scores and reports show the text of the file. Both are equally long: offsets do not change.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from discotag.core.errors import UsageError
from discotag.language.line_fit import LineFit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.document import Document, ParallelText, Side
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registry
    from discotag.core.tokens import Tokens


FILLING = "\u2060"
"""What fills a mask up to the length of what it replaces: a character without width."""


def unmasked(document: Document, text: ParallelText) -> Document:
    """Return a document with the texts of its files."""
    return replace(
        document,
        source=_side(document.source, text.shown.get("")),
        target=_side(document.target, text.shown.get(document.system)),
    )


def _side(side: Side, lines: tuple[str, ...] | None) -> Side:
    if lines is None:
        return side
    tokens = side.tokens
    if tokens is not None:
        tokens = tuple(map(_tokens, tokens, lines))
    return replace(side, segments=lines, tokens=tokens)


def _tokens(tokens: Tokens, line: str) -> Tokens:
    """Put the file's characters into the forms that represent masked ones."""
    if tokens.text == line:
        return tokens
    forms, ends = list(tokens.forms), list(tokens.ends)
    for place, (form, start, end) in enumerate(
        zip(tokens.forms, tokens.starts, tokens.ends, strict=True)
    ):
        masked = tokens.text[start:end]
        if masked == form and masked != line[start:end]:
            ends[place] = _end(tokens.text, line, end)
            forms[place] = line[start : ends[place]]
    return replace(tokens, text=line, forms=tuple(forms), ends=tuple(ends))


def _end(masked: str, line: str, end: int) -> int:
    """Return where a mask ends whose filling no token covers."""
    while end < len(line) and masked[end] == FILLING != line[end]:
        end += 1
    return end


def excerpt(text: ParallelText, first: int, last: int) -> ParallelText:
    """Return the lines `first` to `last` (0-based, the last left out) of a document.

    Raises:
        ValueError: the document's texts have no lines in common.
    """
    if not text.is_aligned:
        raise ValueError(f"document {text.id!r}: its texts have no lines in common")
    cut = slice(max(first, 0), max(last, 0))
    parts: dict[str, Any] = {
        name: getattr(text, name)[cut]
        for name in ("source", "lines", "units", "comments", "expected", "source_places")
    }
    of_texts: dict[str, Any] = {
        name: {own: lines[cut] for own, lines in getattr(text, name).items()}
        for name in ("references", "hypotheses", "places", "shown")
    }
    return replace(text, **parts, **of_texts)


def one_of(texts: Iterable[ParallelText], name: str | None) -> Iterator[ParallelText]:
    """Yield documents with one translation each.

    Raises:
        UsageError: a document holds several, and no name was given, or one that it has not.
    """
    for text in texts:
        names = (*text.references, *text.hypotheses)
        if name is None and len(names) > 1:
            told = ", ".join(names)
            raise UsageError(
                f"the corpus holds several translations ({told}); name one with --text"
            )
        yield text if name is None else text.only(name)


SAMPLE = 500
"""Segments at the beginning of a corpus that are checked."""
LEAST = 20
"""Words in a sample below which it proves nothing."""
SHARE, TIMES = 0.2, 2
"""A text looks like another language if that share of its words are function words of it, and if
they are so many times those of the language that was named."""
KNOWN = 50
"""Function words that a pack must list for its own language to be known by them."""
WORD = re.compile(r"[^\W\d_]+")


class InputCheck:
    """Checks a corpus while it is read: is it in its languages, and do its lines fit?

    Args:
        registry: the packs whose function words are known.
        source: the language that the source is said to be in.
        target: likewise the translations.
    """

    def __init__(self, registry: Registry, source: LanguagePack, target: LanguagePack) -> None:
        self._packs = [declared.info for declared in registry.languages]
        self._named = {"source": source, "translation": target}
        self._lines = LineFit()
        self._words: dict[str, Counter[str]] = {side: Counter() for side in self._named}
        self._segments = 0

    def watched(self, texts: Iterable[ParallelText]) -> Iterator[ParallelText]:
        """Yield the documents on; count words of the first segments, and lengths of lines."""
        for text in texts:
            self._lines.add(text)
            left = SAMPLE - self._segments
            if left > 0:
                others = (*text.references.values(), *text.hypotheses.values())
                self._count("source", text.source[:left])
                self._count("translation", chain.from_iterable(lines[:left] for lines in others))
                self._segments += len(text.source)
            yield text

    def notes(self) -> tuple[str, ...]:
        """Say which side looks like another language, and which lines do not fit, if any."""
        found = {side: pack for side in self._named if (pack := self._other(side)) is not None}
        told = " and ".join(f"the {side} looks like {pack.name}" for side, pack in found.items())
        if not told:
            return tuple(self._lines.notes())
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
