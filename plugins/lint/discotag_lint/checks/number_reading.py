"""Numbers written in figures in a text, and what each may mean.

A figure is read in every way that some language writes it: 1.500 is one and a half or fifteen
hundred, 3 Mio. is three million, 3万5千 is 35,000, ٣ is three. What is not a number for people is
left out: addresses of pages, markup, placeholders.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from discotag_lint.checks.number_words import (
    FIGURE,
    NUMERALS,
    POWER,
    SPACES,
    numeral,
    readings,
    roman,
    rounded,
    worth,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_lint.checks.number_words import NumberWords


MASKED = re.compile(
    r"https?://\S+|www\.\S+|[\w.+-]{1,64}@[\w.-]+|@\w+|#[A-Z_]+\d*#|(?<![\w#])#\w*[^\W\d_]\w*|&#?\w+;"
    r"|<[^<>]*>|\{[^{}]*\}|%\d*\$?[sd]\b|\b\w+\.(?:com|org|net)\b\S*|\b24/7\b"
)
POWERS = "万萬億亿兆"
ABOUT = "多余餘几幾数數"
"""What may be between a figure and a power: more than so many."""
_ABOUT = re.compile(rf"[{SPACES}-]?[{ABOUT}]?")
NUMBER = re.compile(rf"(?:{FIGURE}|[{NUMERALS}])(?: ?[{ABOUT}]?[{POWERS}]|{FIGURE}|[{NUMERALS}])*")
ROMAN = re.compile(
    r"(?<![^\W_])[IVXLC]{1,7}(?![^\W_])|(?<![^\W_])[IVXLC]{2,7}(?=[a-zè]{1,3}(?![^\W_]))"
)
NAMED = re.compile(r"(?:(?:[A-Z]|[^\W\d_]{3})[^\W\d_]*[-‑–]|[^\W_]*[^\W\d_][^\W_]*)$")
"""Letters to which a number is tied."""
RUN_TOGETHER = {"911": (9, 11)}
"""Dates that are written as one number."""
NEAR = 14
"""Characters around an hour within which its clock word is."""
DAY, NOON, HOUR = 24, 12, 60
INCHES = 12
DECADES = range(10, 100, 10)
YEARS = range(1000, 2100)
CENTURIES = range(100, 2100, 100)
SMALL = 100
"""A factor up to this one may be said or not: six decades, sixty years."""
LONGEST = 12
"""Characters of a unit, or of a name, that is before its number."""
LONGEST_NUMBER = 40
"""Characters of a number; longer ones are not read."""
LONG = 7
"""Figures of a number that is the same however it is parted: a telephone's."""
BETWEEN = 12
"""Characters between two numbers that may have one unit."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A number in figures.

    Args:
        start: offset of its first character.
        end: offset after the last one.
        text: as it is written.
        values: what it may mean as one number.
        parts: its runs of figures, each read alone.
        units: units that it may have; () = none is known.
        code: letters that it belongs to (`covid-`), for a number that is not an amount.
        factor: what words after it multiply it by.
    """

    start: int
    end: int
    text: str
    values: frozenset[float]
    parts: tuple[int, ...]
    units: frozenset[str] = frozenset()
    code: str = ""
    factor: float = 1.0


class NumbersOf:
    """The numbers of one segment.

    Args:
        text: the segment.
        words: of its language.
    """

    def __init__(self, text: str, words: NumberWords) -> None:
        self._words = words
        self._text = "".join(map(_plain, MASKED.sub(lambda found: " " * len(found[0]), text)))
        self._original = text

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """The numbers in figures, in order."""
        found = [self._mention(each) for each in NUMBER.finditer(self._text)]
        mentions = [mention for mention in found if mention is not None]
        return tuple(_in_feet(_shared(list(_summed(mentions, self._text)), self._text)))

    @cached_property
    def values(self) -> frozenset[float]:
        """Every number in figures or numerals that can be read."""
        found: set[float] = set()
        for mention in self.mentions:
            found.update(mention.values, map(float, mention.parts))
        for each in NUMBER.finditer(self._text):
            if not _has_figure(each[0]) and len(each[0]) <= LONGEST_NUMBER:
                for place in range(1, len(each[0]) + 1):  # 十四五 holds 十四, and 五
                    found.update(numeral(each[0][:place]), numeral(each[0][-place:]))
        found.update(float(roman(each[0])) for each in ROMAN.finditer(self._text))
        return frozenset(found)

    @cached_property
    def folded(self) -> str:
        """The text in lower case, every character in its place."""
        lows = (sign.lower() for sign in self._text)  # the capital İ has two letters there
        return "".join(low if len(low) == 1 else low[0] for low in lows)

    def with_unit(self, mention: Mention) -> str:
        """Return a number with the word or symbol of its unit."""
        if found := self._unit_behind(mention.end):
            return self._original[mention.start : found[1]]
        before = self._unit_before(mention.start)
        if before is not None:
            return self._original[before : mention.end]
        return f"{mention.text} {'/'.join(sorted(mention.units))}".strip()

    def says(self, value: int) -> bool:
        """Return whether words of the text may say a number."""
        return self._words.says(value, self.folded)

    def holds(self, mention: Mention) -> bool:
        """Return whether the text has, in figures or words, what a number of another one says."""
        if any(value in self.values for value in mention.values):
            return True
        whole = [int(value) for value in mention.values if value == int(value)]
        if any(self.says(value) for value in whole) or self._copies(mention):
            return True
        if len(figures := _figures(mention.text)) >= LONG and any(
            _figures(each.text) == figures for each in self.mentions
        ):
            return True
        if (
            len(mention.parts) > 1
            and mention.factor == 1
            and all(self._has(part) for part in mention.parts)
        ):
            return True
        if "percent" in mention.units and any(
            self._words.says_share(value, self.folded) for value in mention.values
        ):
            return True
        return self._parts_factor(mention) or any(self._has_year(value) for value in whole)

    def _parts_factor(self, mention: Mention) -> bool:
        """Return whether a factor follows its number by a few words, or with one before it.

        175 *los millones*; 22 *million in May and* 18 *in June*.
        """
        if mention.factor <= SMALL:
            return False
        bare = {rounded(value / mention.factor) for value in mention.values}
        said = [each.start for each in self.mentions if each.factor == mention.factor]
        return any(
            each.values & bare
            and (
                min(said, default=each.start) < each.start
                or self._words.names(
                    int(mention.factor), self.folded[each.end : each.end + NEAR + BETWEEN]
                )
            )
            for each in self.mentions
        )

    def _copies(self, mention: Mention) -> bool:
        """Return whether the text has a factor as the same word, maybe unlisted."""
        word = mention.text.lower().lstrip("0123456789.,' ")
        has_word = mention.factor > 1 and word.isalpha() and word in self.folded
        return has_word and any(value / mention.factor in self.values for value in mention.values)

    def _has(self, part: int) -> bool:
        return part == 0 or float(part) in self.values or self.says(part) or self._has_year(part)

    def _has_year(self, value: int) -> bool:
        """Return whether the text has a year with two figures, or a decade as part of a century."""
        century, year = value // 100 + 1, value % 100
        if value in YEARS and year >= 10:
            return self._has(year)
        if value in CENTURIES:  # the 700s
            return self._has(century)
        return value > 1 and value in self._shortened

    @cached_property
    def _shortened(self) -> frozenset[int]:
        """The last two figures of all years, and their centuries."""
        years = [int(value) for value in self.values if value in YEARS]
        hundreds = [int(value) // 100 + 1 for value in self.values if value in CENTURIES]
        return frozenset(
            [*hundreds, *(part for year in years for part in (year % 100, year // 100 + 1))]
        )

    def _mention(self, found: re.Match[str]) -> Mention | None:
        text, (start, end) = found[0], found.span()
        if not _has_figure(text) or len(text) > LONGEST_NUMBER:
            return None
        code = self._code(start, end)
        values = numeral(text) if any(sign in NUMERALS for sign in text) else readings(text)
        parts = tuple(int(run) for run in re.findall(r"\d+", text))
        is_plain = not any(sign in NUMERALS for sign in text)
        factor = worth(text[-1]) if text[-1] in POWERS else 1.0
        if not code and is_plain:
            values, end, factor = self._multiplied(values, end)
        part = unicodedata.numeric(self._text[end], 0.0) if end < len(self._text) else 0.0
        if 0 < part < 1:  # 24½
            values |= {value + part for value in values}
        if self._text[max(start - 2, 0) : start] == "1/":  # 1/8 finals are the last 16
            values |= {2 * value for value in values}
        if text in RUN_TOGETHER:
            parts = RUN_TOGETHER[text]
        elif len(text) == 4 and text.isdigit() and self._is_time(text, start, end):
            parts = int(text[:2]), int(text[2:])
        if 0 < parts[0] <= DAY and len(parts) <= 2 and self._is_hour(start, end):
            values |= {rounded((value + NOON) % DAY) for value in values if value <= DAY}
        return Mention(
            start,
            end,
            self._original[start:end],
            frozenset(values),
            parts,
            frozenset() if code else self._unit(start, end),
            code,
            factor,
        )

    def _code(self, start: int, end: int) -> str:
        """Return the letters to which a number is tied: H1N1, COVID-19, 5G."""
        before = re.search(
            r"(?:[A-Z][^\W\d_]*[-‑–]|[^\W_]*[^\W\d_][^\W_]*)$",
            self._text[max(start - LONGEST, 0) : start],
        )
        if before and any(sign.lower() != sign.upper() for sign in before[0]):
            return before[0].casefold()
        after = re.match(r"[A-Z](?![^\W\d_])", self._text[end:])
        is_short = after and after[0].lower() in self._words.letters
        return after[0].casefold() if after and not is_short else ""

    def _multiplied(self, values: set[float], end: int) -> tuple[set[float], int, float]:
        """Apply the factors that follow a figure."""
        if short := self._words.multiple(self.folded[end : end + LONGEST]):
            more = {rounded(value * short[0]) for value in values}
            return values | more, end + short[1], 1.0
        factor, last = 1.0, end
        while found := self._words.magnitude.match(self.folded, last):
            factor *= int((found.lastgroup or "x1")[1:])
            last = found.end()
        if last == end:
            return values, end, 1.0
        half = 0.0
        if found := self._words.half.match(self.folded, last):
            half, last = 0.5, found.end()
        found_values = {rounded((value + half) * factor) for value in values}
        return (values | found_values if factor <= SMALL else found_values), last, factor

    def _is_time(self, text: str, start: int, end: int) -> bool:
        """Return whether four figures are hours and minutes: 0200 GMT."""
        is_possible = int(text[:2]) <= DAY and int(text[2:]) < HOUR
        return is_possible and (text.startswith("0") or self._is_hour(start, end))

    def _is_hour(self, start: int, end: int) -> bool:
        around = self._text[end : end + 1] == ":" or self._text[max(start - 1, 0) : start] == ":"
        near = self.folded[max(start - NEAR, 0) : end + NEAR]
        return around or bool(self._words.clock.search(near))

    def _unit(self, start: int, end: int) -> frozenset[str]:
        if found := self._unit_behind(end):
            return self._words.units_in(self.folded[slice(*found)])
        before = self._unit_before(start)
        if before is None:
            return frozenset()
        return self._words.units_in(self.folded[before:start].rstrip(SPACES))

    def _unit_behind(self, end: int) -> tuple[int, int] | None:
        """Return where the word or symbol of a unit begins and ends, after a number."""
        about = _ABOUT.match(self.folded, end)
        found = self._words.units.match(self.folded, about.end() if about else end)
        return found.span() if found else None

    def _unit_before(self, start: int) -> int | None:
        """Return where a word or symbol of a unit begins that is before a number."""
        end = len(self.folded[:start].rstrip(SPACES))
        for found in self._words.units.finditer(self.folded, max(end - LONGEST, 0), end):
            if found.end() == end:
                return found.start()
        return None


def _plain(sign: str) -> str:
    """Return ASCII for figures of other scripts and for wide signs."""
    value = unicodedata.decimal(sign, None)
    if value is not None:
        return str(value)
    return {"．": ".", "，": ",", "：": ":", "％": "%", "＄": "$"}.get(sign, sign)


def _figures(text: str) -> str:
    return "".join(_plain(sign) for sign in text if sign.isdigit())


def _has_figure(text: str) -> bool:
    return any(sign.isascii() and sign.isdigit() for sign in text)


def _summed(mentions: list[Mention], text: str) -> Iterator[Mention]:
    """Yield numbers; of two side by side that are said one after the other, each may be their sum.

    1억 2000만 is 120 million, *2 mil 600 millones* 2,600 million.
    """
    sums: dict[int, set[float]] = {}
    for place, (first, second) in enumerate(pairwise(mentions)):
        if text[first.end : second.start].strip(SPACES) or len(first.values) != 1:
            continue
        (high,) = first.values
        for low in second.values:
            if high >= 1000 and low < high and high % 1000 == 0:
                for each in (place, place + 1):
                    sums.setdefault(each, set()).add(high + low)
            if first.factor == POWER / 10 and second.factor > first.factor:  # 2 mil 600 millones
                for each in (place, place + 1):
                    sums.setdefault(each, set()).add(rounded(high * second.factor + low))
    for place, mention in enumerate(mentions):
        values = mention.values | sums.get(place, set())
        yield (mention if values == mention.values else replace(mention, values=frozenset(values)))


def _shared(mentions: list[Mention], text: str) -> list[Mention]:
    """Return numbers with the factor and unit of the next one: 3 to 8 million, 5-10 acres."""
    for place in range(len(mentions) - 2, -1, -1):
        own, after = mentions[place : place + 2]
        if after.start - own.end > BETWEEN or re.search(r"[.;()]", text[own.end : after.start]):
            continue
        if own.factor == 1.0 and after.factor > 1.0:
            more = {rounded(value * after.factor) for value in own.values}
            own = replace(own, values=own.values | more)
        is_decade = len(after.parts) == len(own.parts) == 1 and after.parts[0] in DECADES
        if is_decade and own.parts[0] < 10 and text[own.end : after.start] == "、":  # 6、70年代
            own = replace(own, values=own.values | {10.0 * own.parts[0]})
        if not own.units and after.units and not own.code:
            own = replace(own, units=after.units)
        mentions[place] = own
    return mentions


def _in_feet(mentions: list[Mention]) -> list[Mention]:
    """Return numbers, of which feet and the inches after them are one amount: 6-foot-6, 5'6."""
    for place, own in enumerate(mentions):
        if re.fullmatch(r"\d['’]\d\d?", own.text) and own.parts[1] < INCHES:
            feet = frozenset({own.parts[0] + own.parts[1] / INCHES})
            mentions[place] = replace(own, values=feet, units=frozenset({"ft"}))
    for place, (own, after) in enumerate(pairwise(mentions)):
        is_one = own.units == {"ft"} and after.start - own.end <= len("-feet--")
        if is_one and len(own.parts) == len(after.parts) == 1 and after.parts[0] < INCHES:
            feet = frozenset({own.parts[0] + after.parts[0] / INCHES})
            for number in (place, place + 1):
                mentions[number] = replace(mentions[number], values=feet, units=own.units)
    return mentions
