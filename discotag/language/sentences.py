"""Sentences of running text: where they begin and end, by rules and a pack's `[sentences]`.

A sentence ends after `.`, `!`, `?`, `…` and their like in other scripts, with the quotation marks
and brackets that close there, where white space and no small letter follows; a new line always ends
it. Full stops of abbreviations, initials, ordinals and numbers end none, unless the next word is
one that opens sentences. Scripts without spaces need no space. Where marks are rare, as in talks,
sentences end after the predicates that a pack lists.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Self

from discotag.core.interfaces import Splitter
from discotag.core.parsing import NoOptions

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from discotag.core.interfaces import Context
    from discotag.core.language import LanguagePack, Sentences

FULL_WIDTH = "。！？｡"
ENDS = f".!?…؟۔।{FULL_WIDTH}"
CLOSERS = "\"'”’»›)]}」』】）》〉〕*_"
OPPOSITE_CLOSERS = "“«‹"
"""What closes in some languages (German „…“, »…«) and opens in others: no word may follow."""
SPACED_CLOSERS = "»›"
"""What closes also after a space, if one more or the end of the line follows, as in French."""
OPENERS = "\"'“„‚‘«‹([{「『【（《〈〔¿¡*_"
WHITE = " \u00a0\u202f"
DASHES = "-–—‒―"
BULLETS = "•●▪◦‣·"
CLOSING_BRACKETS = "」』）"
END = re.compile(
    rf"[{re.escape(ENDS)}]+(?:[ \u00a0\u202f][.!?…]+)*"
    rf"(?:[{re.escape(CLOSERS)}]|[{OPPOSITE_CLOSERS}](?=[\s.,;:!?)\]]|$))*"
    rf"(?:[ \u00a0\u202f]?[{re.escape(SPACED_CLOSERS)}](?=\s|$))*"
)
LINE = re.compile(r"[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
WORD_BEFORE = re.compile(r"[^\s(\[{\"'“„«‹—–/]+$")
INITIAL = re.compile(r"(?:[^\W\d_]\.-?)*[^\W\d_]")
"""One letter, or letters with full stops between them: J, U.S, J.-P."""
ENTRY = re.compile(r"\(?[^\W_]{1,3}\)\s")
"""What numbers the entries of a list: (a), 2)."""
LONG_WORD = 4
"""Letters from which a word before a full stop is hardly an abbreviation."""
ROMAN = re.compile(r"[IVXLC]{1,6}")
NUMBERS = re.compile(r"\d{1,3}(?:\.\d{1,3})+")
"""The number of a section: 3.4.2."""
REST = re.compile(
    rf"\s+[{re.escape(CLOSERS + OPPOSITE_CLOSERS + DASHES)}`\s]*[.!?…]+"
    rf"(?=[\s{re.escape(CLOSERS)}]|$)"
)
"""Marks after a sentence that do not end one by themselves: the end of *« Why ? ».*"""
QUOTES = "\"'“„‚‘«‹"
"""What opens a quotation; after a whole sentence it may begin with a small letter."""
TOLD = re.compile(r"\s*(?:と(?:[、\s言述語話答叫思書呼彼私僕]|い[いっ]|説明|主張|指摘)|って)")
"""What continues after a quotation in Japanese, whatever closes it: 「はい。」 と言った."""
HIRAGANA = re.compile(r"[ぁ-ゖ]")
LETTER = re.compile(r"[^\W_]")
AROUND = 100
"""Characters before and after a mark that are read, so that time grows with the length."""
RARE = 150
"""Characters of a line for each sentence from which on marks are too rare to end them all."""
MOST_DIGITS = 2
"""Digits of an ordinal: 31. Dezember; a year is not one."""


@dataclass(frozen=True, slots=True)
class _Site:
    """A place where a sentence may end.

    Args:
        mark: the marks themselves: ".", "?!".
        closers: what closes after them.
        before: the sentence before, as far as it is read.
        word: its last word, without the mark.
        rest: the text after, as far as it is read.
        is_first_word: whether the word is the sentence's first.
    """

    mark: str
    closers: str
    before: str
    word: str
    rest: str
    is_first_word: bool


class SentenceSplitter(Splitter):
    """Splits running text of one language.

    Args:
        pack: the language's pack.

    Example:
        >>> from discotag.core.discovery import discover
        >>> from discotag.core.registry import Registry
        >>> english = Registry(discover()).language("en").info
        >>> list(SentenceSplitter(english).sentences("Dr. Li left. Why? She was late."))
        ['Dr. Li left.', 'Why?', 'She was late.']
    """

    def __init__(self, pack: LanguagePack) -> None:
        facts = pack.sentences
        self._facts = facts
        self._spaced = pack.writing.spaces
        self._abbreviations = frozenset(facts.abbreviations)
        self._closing = frozenset(facts.closing)
        final = "|".join(map(re.escape, facts.final)) or "(?!)"
        self._final = re.compile(rf"(?<![^\W_])(?:{final})$", re.IGNORECASE)
        self._unmarked = _unmarked(facts)
        self._before_number = frozenset(facts.before_number)
        openers = frozenset(facts.openers or pack.stop_words)
        self._openers: Collection[str] = openers.difference(facts.continuing)

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the splitter of the side's language, for units of a run."""
        context.read_options(NoOptions)
        return cls(context.pack)

    def spans(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return begin and end of each sentence in characters, without the white space around."""
        return tuple(
            span
            for line in LINE.finditer(text)
            for span in self._without_marks(text, tuple(self._line(text, *line.span())))
        )

    def sentences(self, text: str) -> Iterator[str]:
        """Yield the sentences of a text."""
        return (text[begin:end] for begin, end in self.spans(text))

    def _without_marks(
        self, text: str, spans: tuple[tuple[int, int], ...]
    ) -> Iterator[tuple[int, int]]:
        """Yield the sentences of a line; where marks are rare, cut after predicates as well."""
        is_marked = not spans or spans[-1][1] - spans[0][0] < RARE * len(spans)
        if self._unmarked is None or is_marked:
            yield from spans
            return
        for begin, end in spans:
            ends = [found.end() for found in self._unmarked.finditer(text, begin, end)]
            for first, last in pairwise([begin, *(place for place in ends if place < end), end]):
                yield from _stripped(text, first, last)

    def _line(self, text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
        start = seen = begin
        has_letter = False
        end = begin + len(text[begin:end].rstrip())
        for found in END.finditer(text, begin, end):
            has_letter = has_letter or LETTER.search(text, seen, found.start()) is not None
            seen = found.end()
            if self._ends(text, start, found, end, has_letter=has_letter):
                last = found.end()
                if end - last < AROUND and not text[last:end].strip(CLOSERS + WHITE):
                    last = end  # 。 ” at the end of a line
                yield from _stripped(text, start, last)
                start, has_letter = last, False
        yield from _stripped(text, start, end)

    def _ends(
        self, text: str, start: int, found: re.Match[str], end: int, *, has_letter: bool
    ) -> bool:
        """Return whether a sentence ends at a mark; only so much around it is read."""
        marks = found[0].rstrip(CLOSERS + OPPOSITE_CLOSERS + WHITE)
        begin = max(start, found.start() - AROUND)
        before = WORD_BEFORE.search(text, begin, found.start())
        site = _Site(
            mark=marks,
            closers=found[0][len(marks) :].strip(),
            before=text[begin : found.start()],
            word=before[0] if before else "",
            rest=text[found.end() : min(end, found.end() + AROUND)],
            is_first_word=begin == start
            and before is not None
            and not text[start : before.start()].strip(),
        )
        if not site.rest.strip():
            return True
        if not has_letter:
            return site.mark[0] not in ".…"  # "..." opens a sentence; "?!" may be one
        if not self._spaced and site.closers and TOLD.match(site.rest):
            return False
        if not site.rest[0].isspace():
            return self._ends_without_space(site)
        if REST.match(site.rest) and "." not in site.mark:
            return False
        return self._ends_before_space(site)

    def _ends_without_space(self, site: _Site) -> bool:
        if site.mark[-1] not in FULL_WIDTH and not (not self._spaced and site.mark[-1] in "!?…"):
            return False
        if site.closers and site.closers[-1] in CLOSING_BRACKETS:
            return not HIRAGANA.match(site.rest) and site.rest[0] not in "、，"  # 「…。」と言った
        return site.rest[0] not in "、，,"

    def _ends_before_space(self, site: _Site) -> bool:
        following = site.rest.lstrip().lstrip(OPENERS + DASHES + BULLETS + WHITE)
        first = following[:1]
        if ENTRY.match(site.rest.lstrip()):
            return True
        if first.islower():
            is_quoted = site.mark == "." and site.rest.lstrip()[0] in QUOTES
            return self._ends_before_small_letter(site, following) or (
                is_quoted and self._is_whole_word(site)
            )
        if first and first in ",;:)":
            return False
        # a closing bracket ends a whole sentence, not an abbreviation
        return site.mark != "." or bool(site.closers) or self._ends_with_full_stop(site, following)

    def _ends_with_full_stop(self, site: _Site, following: str) -> bool:
        """Return whether a full stop is more than part of the word before it."""
        if following[:1].isupper() and self._final.search(site.before):
            return True
        word = site.word
        plain = word.casefold().strip(CLOSERS + OPENERS)
        is_before_number = plain in self._before_number and following[:1].isdigit()
        is_initial = len(word) == 1 and word.isupper()
        is_number = site.is_first_word and NUMBERS.fullmatch(word) is not None
        is_roman = site.is_first_word and ROMAN.fullmatch(word) is not None
        is_part = is_initial or is_roman or is_number or is_before_number
        if is_part or plain in self._abbreviations:
            return False
        if plain in self._closing or (INITIAL.fullmatch(word) and "." in word):
            return self._opens(following)
        if word.isdigit():
            return not site.is_first_word and not self._is_ordinal(word, following)
        return True

    def _ends_before_small_letter(self, site: _Site, following: str) -> bool:
        """Return whether a new sentence begins without a capital, as in chats."""
        if site.closers or site.mark[0] in "…" or site.mark.startswith(".."):
            return False
        word = site.word.casefold()
        is_known = word in self._abbreviations or word in self._closing
        is_word = word.isalpha() and (len(word) >= LONG_WORD or site.mark != ".")
        return is_word and not is_known and self._opens(following)

    def _is_whole_word(self, site: _Site) -> bool:
        """Return whether the word before a full stop is not an abbreviation."""
        word = site.word.casefold().strip(CLOSERS + OPENERS)
        is_known = word in self._abbreviations or word in self._closing
        return len(word) >= LONG_WORD and word.isalpha() and not is_known

    def _is_ordinal(self, word: str, following: str) -> bool:
        is_possible = self._facts.ordinals and len(word) <= MOST_DIGITS
        return is_possible and not self._opens(following)

    def _opens(self, text: str) -> bool:
        word = re.match(r"[^\W_]+", text)
        return word is None or word[0].casefold() in self._openers


def _unmarked(facts: Sentences) -> re.Pattern[str] | None:
    """Return what finds the ends of sentences without marks; None where a pack knows none."""
    if not facts.predicates:
        return None
    predicates, going_on, beginning = (
        "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"
        for words in (facts.predicates, facts.going_on, facts.beginning)
    )
    return re.compile(rf"(?:{predicates})(?=(?:{beginning})|(?!{going_on})\S)")


def _stripped(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    part = text[begin:end]
    if part.strip():
        yield begin + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())
