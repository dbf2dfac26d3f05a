"""Segments that are not translated, and segments that hold the translation of another one.

What is copied from the source may be right: names, titles, code. So a copy counts only where it
holds words that no name consists of: the source language's function words, which the target
language does not have. A copy that is less than half of the segment is a note: it may be a title.
"""

from __future__ import annotations

import html
import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple, Self

from pydantic import Field
from rapidfuzz.distance import Indel

from discotag.plugin import FrozenModel, NoOptions
from discotag_lint.check import Check, Finding, Fix, Severity, token_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Context, LanguagePack, TaggedDocument


UNTRANSLATED, OTHERS = "DT505", "DT506"
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
MASKED = re.compile(r"https?://\S+|www\.\S+|[\w.+-]{1,64}@[\w.-]+|[@#]\w+#?|<[^<>]*>|\{[^{}]*\}")
MOST = 2000
"""Words up to which parts of segments are compared, for time grows with their square."""
SHOWN = 60
"""Characters of a text that a message shows."""
QUOTES = frozenset('"“”„«»「」『』《》')


class CopyOptions(FrozenModel):
    """When a copy is reported.

    Args:
        least: words that a whole segment must have to be a copy.
        run: words in a row that a translation must have copied.
        function_words: how many of them must be words that no name consists of; one is enough in
            a copy of the whole segment.
        others: words that a translation must have to be that of another segment.
        unlike: how like two sources may be at most, 0-1, whose translations are the same.
    """

    least: int = Field(default=3, ge=1)
    run: int = Field(default=7, ge=2)
    function_words: int = Field(default=2, ge=0)
    others: int = Field(default=6, ge=2)
    unlike: float = Field(default=0.45, ge=0, le=1)


class _Words(NamedTuple):
    """The words of a segment in lower case, and where they begin."""

    words: tuple[str, ...]
    starts: tuple[int, ...]


class CopyCheck(Check):
    """Finds copies of the source, and translations that are in another segment as well."""

    def __init__(self, options: CopyOptions, source: LanguagePack, target: LanguagePack) -> None:
        self._options = options
        self._packs = source, target
        self._function = source.stop_words - target.stop_words

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check."""
        return cls(context.read_options(CopyOptions), context.source, context.target)

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield at most one finding for each segment."""
        document = tagged.document
        sides = document.source.segments, document.target.segments
        source = [_words(text, self._packs[0]) for text in sides[0]]
        target = [_words(text, self._packs[1]) for text in sides[1]]
        done: dict[tuple[str, ...], int] = {}
        for number, words in enumerate(target):
            copied = self._copied(source[number], _words(sides[1][number], self._packs[0]))
            if copied is not None:
                begin, end = copied
                text = sides[1][number][begin:end]
                message = f"“{_shown(text)}” is not translated"
                covered = sum(begin <= start < end for start in words.starts)
                severity = None if 2 * covered >= len(words.starts) else Severity.NOTE
                is_cited = severity is not None or _is_quoted(sides[1][number], copied)
                if is_cited and self._is_title(text):
                    continue
                place = token_at(document, "target", number, begin)
                yield Finding(UNTRANSLATED, message, place, severity=severity)
                continue
            first = done.setdefault(words.words, number)
            if first != number and self._is_others(words, source[first], source[number]):
                message = f"“{_shown(sides[1][number])}” is the translation of another segment, too"
                place, other = (token_at(document, "target", each, 0) for each in (number, first))
                yield Finding(OTHERS, message, place, others=(other,))

    def _copied(self, source: _Words, target: _Words) -> tuple[int, int] | None:
        """Return where a copy of the source begins and ends in the translation."""
        if not source.words or not target.words:
            return None
        if max(len(source.words), len(target.words)) > MOST:
            return None
        matcher = SequenceMatcher(None, source.words, target.words, autojunk=False)
        found = matcher.find_longest_match()
        is_whole = found.size == len(source.words) == len(target.words)
        wanted = self._options.least if is_whole else self._options.run
        if not self._packs[0].writing.spaces:
            wanted *= 2
        copied = source.words[found.a : found.a + found.size]
        if found.size < wanted or not self._is_language(copied, is_whole=is_whole):
            return None
        last = found.b + found.size - 1
        return target.starts[found.b], target.starts[last] + len(target.words[last])

    def _is_language(self, words: Sequence[str], *, is_whole: bool) -> bool:
        """Return whether words are of the source language, and no name."""
        if not self._packs[0].writing.spaces:
            return not self._packs[1].writing.spaces or any(not each.isascii() for each in words)
        wanted = min(self._options.function_words, 1) if is_whole else self._options.function_words
        return sum(word in self._function for word in words) >= wanted

    def _is_title(self, text: str) -> bool:
        """Return whether all words but function words have a capital, as in names and titles."""
        words = [each[0] for each in WORD.finditer(text)]
        content = [word for word in words if word.lower() not in self._packs[0].stop_words]
        return not text.isupper() and all(word[0].isupper() for word in content)

    def _is_others(self, words: _Words, first: _Words, second: _Words) -> bool:
        spaces = self._packs[1].writing.spaces
        wanted = self._options.others * (1 if spaces else 2)
        if len(words.words) < wanted or first.words == second.words:
            return False
        alike = Indel.normalized_similarity(" ".join(first.words), " ".join(second.words))
        return alike < self._options.unlike


def _words(text: str, pack: LanguagePack) -> _Words:
    """Return the words of a text; without spaces between words, its letters."""
    masked = MASKED.sub(lambda found: " " * len(found[0]), text)
    found = [(each[0].lower().replace("’", "'"), each.start()) for each in WORD.finditer(masked)]
    if not pack.writing.spaces:
        found = [(sign, start + place) for word, start in found for place, sign in enumerate(word)]
    return _Words(tuple(word for word, _ in found), tuple(start for _, start in found))


def _is_quoted(text: str, place: tuple[int, int]) -> bool:
    """Return whether quotation marks are around a place within a text, as around titles."""
    begin, end = place
    behind = text[end : end + 2].lstrip(".,;!?")[:1]
    is_within = begin > 1 or len(text) > end + 2
    return is_within and text[begin - 1 : begin] in QUOTES and behind in QUOTES


def _shown(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1].rstrip()}…"


CODE = "DT601"
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
TAG = re.compile(r"</?[A-Za-z]")
MARKUP = frozenset("<>&")
"""Characters that are markup themselves where the text is HTML after all: a person must decide."""


class EntityCheck(Check):
    """Finds entities in translations of texts that have none."""

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check; it has no options."""
        context.read_options(NoOptions)
        return cls()

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield a finding for each entity, with the character as its fix."""
        document = tagged.document
        pairs = zip(document.source.segments, document.target.segments, strict=True)
        for number, (source, target) in enumerate(pairs):
            if "&" not in target or ENTITY.search(source) or TAG.search(source + target):
                continue
            for found in ENTITY.finditer(target):
                sign = html.unescape(found[0])
                if not len(document.target[number]) or sign == found[0] or not sign.strip("\ufffd"):
                    continue
                is_certain = len(sign) == 1 and sign not in MARKUP and sign.isprintable()
                is_space = sign in "\u00a0\u202f"
                fix = Fix(*found.span(), sign) if is_certain or is_space else None
                yield Finding(
                    CODE,
                    f"“{found[0]}” stands for a character and is shown as it is",
                    token_at(document, "target", number, found.start()),
                    fix=fix,
                )
