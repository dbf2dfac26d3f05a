"""Numbers, months and units in words: what `numbers.toml` of a language's pack says."""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property
from itertools import islice, pairwise, product
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from discotag.plugin import FrozenModel, read_table
from discotag_lint.checks.units import units

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from discotag.plugin import LanguagePack


Part = Annotated[str, Field(min_length=1)]
Parts = tuple[Part, ...]
LETTER = r"[^\W\d_]"
GAP = "[\u0020\u00a0\u202f-]?"
FEW = ".{0,6}?"
"""Characters between a part and what it is a part of: half *of a* million."""
SHARE = 100
LEAST_SHARED = 1000
"""The least number that is said as a part of a greater one."""
MONEY = "$€£¥₽₹₩"
_LETTERS = re.compile(
    rf"([a-z]{{1,2}})(?!{LETTER})"
    rf"|[ \u00a0\u202f-]([a-z]{{3,}}|[a-z]{{1,2}}(?=[{MONEY}]))(?!{LETTER})"
)


class NumberTable(FrozenModel):
    """A whole `numbers.toml`.

    Words are written as `x` (a whole word), `x-` (it begins so), `-x` (it ends so) or `-x-` (a part
    of it), in lower case.

    Args:
        schema_version: 1.
        sources: what the table is made from.
        unsaid: numbers that a text may say without a number: by an article, a dual.
        months: what the twelve months are called; () = by their numbers.
        clock: words next to hours, which people count to twelve or to twenty-four.
        words: whole number → words for it.
        magnitudes: power or dozen → words that multiply the figure before them.
        halves: words after such a word that add half of it (3 millions *et demi*).
        shares: percent → words for such a part of something (25: *a quarter*).
        letters: letters right after a figure, or between it and a sign of money, → what they may
            multiply it by (5m, *5 M$*); longer words follow a space (100 *grand*).
        units: name of a unit (`ft`, `percent`, `usd`) → words for it.
    """

    schema_version: Literal[1]
    sources: tuple[str, ...] = Field(min_length=1)
    unsaid: tuple[int, ...] = (0, 1)
    months: tuple[Parts, ...] = ()
    clock: Parts = ()
    words: dict[int, Parts] = Field(default_factory=dict)
    magnitudes: dict[int, Parts] = Field(default_factory=dict)
    halves: Parts = ()
    shares: dict[int, Parts] = Field(default_factory=dict)
    letters: dict[str, int] = Field(default_factory=dict)
    units: dict[str, Parts] = Field(default_factory=dict)


class NumberWords:
    """What a language says in words.

    Args:
        table: of its pack; None = nothing is known.
    """

    def __init__(self, table: NumberTable | None = None) -> None:
        self.is_known = table is not None
        self._table = table or NumberTable(schema_version=1, sources=("none",))

    @classmethod
    def of(cls, pack: LanguagePack) -> NumberWords:
        """Read a pack's `numbers.toml`, if it has one; TableError where it is wrong."""
        path = pack.table_paths().get("numbers")
        if path is None:
            return cls()
        table = read_table(path, language=pack.code, phenomenon="numbers", owner=pack.package)
        return cls(table.validated(NumberTable))

    def may_be_unsaid(self, value: int) -> bool:
        """Return whether a text may say a number without a figure or a word that is listed."""
        return value in self._table.unsaid or (value <= 12 and value not in self._table.words)

    @property
    def letters(self) -> Mapping[str, int]:
        """Letters right after a figure → what they may multiply it by."""
        return self._table.letters

    def multiple(self, text: str) -> tuple[int, int] | None:
        """Return the factor of letters that begin a text; after a space, how far they reach."""
        found = _LETTERS.match(text)
        factor = self._table.letters.get(found[1] or found[2]) if found else None
        return (factor, found.end() if found[2] else 0) if found and factor else None

    def names(self, factor: int, text: str) -> bool:
        """Return whether a word of a case-folded text is a factor."""
        found = self._factors.get(factor)
        return found is not None and bool(found.search(text))

    def says_share(self, percent: float, text: str) -> bool:
        """Return whether words of a case-folded text may say so many percent of something."""
        found = self._shares.get(int(percent)) if percent == int(percent) else None
        return found is not None and bool(found.search(text))

    def _says_part(self, value: int, text: str) -> bool:
        """Return whether words may say a part of a million, a billion …: half a trillion."""
        return any(
            value * SHARE == factor * percent and found.search(text)
            for (percent, factor), found in self._parts_of_factors.items()
        )

    def says(self, value: int, text: str) -> bool:
        """Return whether words of a case-folded text may say a number."""
        found = self._words.get(value)
        if found is not None and found.search(text):
            return True
        if 1 <= value <= len(self._months) and self._months[value - 1].search(text):
            return True
        if any(all(self.says(part, text) for part in parts) for parts in _parts(value) if parts):
            return True
        if value >= LEAST_SHARED and self._says_part(value, text):
            return True
        return any(
            value % factor == 0
            and found.search(text)
            and (value == factor or self.says(value // factor, text))
            for factor, found in self._factors.items()
            if value >= factor >= 1000
        )

    @cached_property
    def magnitude(self) -> re.Pattern[str]:
        """What may follow a figure and multiplies it, with a group for each factor."""
        groups = [f"(?P<x{factor}>{joined(words)})" for factor, words in self._longest_first()]
        return re.compile(GAP + f"(?:{'|'.join(groups) or '(?!)'})")

    @cached_property
    def half(self) -> re.Pattern[str]:
        """What may follow a factor and adds half of it."""
        return re.compile(GAP + f"(?:{joined(self._table.halves) or '(?!)'})")

    @cached_property
    def clock(self) -> re.Pattern[str]:
        """Words next to hours."""
        return re.compile(joined(self._table.clock) or "(?!)")

    @cached_property
    def units(self) -> re.Pattern[str]:
        """What may follow or precede a figure, with a group for each way to write it."""
        ways = sorted(self.ways, key=len, reverse=True)
        return re.compile("|".join(f"(?:{_pattern(way)})" for way in ways) or "(?!)")

    @cached_property
    def ways(self) -> dict[str, frozenset[str]]:
        """A word or symbol → units that it may mean."""
        found: dict[str, set[str]] = {}
        for name, parts in self._table.units.items():
            for part in parts:
                found.setdefault(part, set()).add(name)
        for name, unit in units().items():
            for symbol in unit.symbols:
                end = symbol if symbol[-1].isalpha() else f"-{symbol}-"
                found.setdefault(end, set()).add(name)
        return {way: frozenset(names) for way, names in found.items()}

    def units_in(self, text: str) -> frozenset[str]:
        """Return the units that a word or symbol may mean."""
        found = self._meant.get(text)
        if found is None:
            found = frozenset(
                name
                for way, names in self.ways.items()
                if re.fullmatch(_stem(way), text)
                for name in names
            )
            self._meant[text] = found
        return found

    @cached_property
    def _meant(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _words(self) -> Mapping[int, re.Pattern[str]]:
        return {
            value: re.compile(joined(words)) for value, words in self._table.words.items() if words
        }

    @cached_property
    def _factors(self) -> Mapping[int, re.Pattern[str]]:
        found = self._table.magnitudes.items()
        return {factor: re.compile(joined(words)) for factor, words in found if words}

    @cached_property
    def _shares(self) -> Mapping[int, re.Pattern[str]]:
        return {value: re.compile(joined(words)) for value, words in self._table.shares.items()}

    @cached_property
    def _parts_of_factors(self) -> Mapping[tuple[int, int], re.Pattern[str]]:
        return {
            (percent, factor): re.compile(f"(?:{joined(words)}){FEW}(?:{joined(multiples)})")
            for percent, words in self._table.shares.items()
            for factor, multiples in self._table.magnitudes.items()
            if factor >= LEAST_SHARED
        }

    @cached_property
    def _months(self) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(joined(words)) for words in self._table.months)

    def _longest_first(self) -> list[tuple[int, Parts]]:
        return sorted(self._table.magnitudes.items(), key=lambda item: -max(map(len, item[1])))


def joined(words: Iterable[str]) -> str:
    """Return a pattern that finds one of several words."""
    return "|".join(_pattern(word) for word in words)


def _pattern(word: str) -> str:
    """Return the pattern of a word as tables write it."""
    begin = "" if word.startswith("-") else r"(?<![^\W\d_])"
    end = LETTER + "*" if word.endswith("-") and not word.startswith("-") else ""
    close = "" if word.endswith("-") else rf"(?!{LETTER})"
    return begin + re.escape(word.strip("-")) + end + close


def _stem(word: str) -> str:
    return re.escape(word.strip("-")) + (f"{LETTER}*" if word.endswith("-") else "")


def _parts(value: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways in which words may be put together to a number; 2000 is two, thousand."""
    if value < 20:
        return ()
    if value < 100:
        ten, one = value - value % 10, value % 10
        return ((ten, one), (ten - 10, one + 10) if ten > 20 else ()) if one else ()
    for unit in (1000, 100):
        if value >= unit:
            many, rest = divmod(value, unit)
            if many >= 1000:
                return ()
            found = (*((many,) if many > 1 else ()), unit, *((rest,) if rest else ()))
            ways: tuple[tuple[int, ...], ...] = (found,) if len(found) > 1 else ()
            if unit == 1000 and many < 10 and rest >= 100:  # nineteen hundred
                ways += ((many * 10 + rest // 100, 100, *((rest % 100,) if rest % 100 else ())),)
                ways += ((many * 10 + rest // 100, rest % 100),) if rest % 100 else ()
            return ways
    return ()


SPACES = "\u0020\u00a0\u2009\u202f"
NUMERALS = "〇零一二三四五六七八九十百千万萬億亿兆两兩"
FIGURE = rf"\d+(?:(?:[.,'’٫٬]|[{SPACES}](?=\d{{3}}(?!\d)))\d+)*"
PIECE = re.compile(rf"{FIGURE}|[{NUMERALS}]")
ROMANS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
MOST = 16
"""Readings of a number that are checked."""
POWER = 10**4
"""From here on a numeral multiplies all that is before it."""


def rounded(value: float) -> float:
    """Return a number with at most ten figures, so that equal ones are the same."""
    return float(f"{value:.10g}")


def readings(text: str) -> set[float]:
    """Return what a figure with separators may mean as one number."""
    groups = re.split(r"\D", text)
    signs = re.findall(r"\D", text)
    if not signs:
        return {float(text)}
    found = set()
    if _are_thousands(groups, signs):
        found.add(float("".join(groups)))
    if (
        signs[-1] in ".,٫"
        and _are_thousands(groups[:-1], signs[:-1])
        and (len(signs) == 1 or signs[-1] not in signs[:-1])
    ):
        found.add(rounded(float("".join(groups[:-1]) + "." + groups[-1])))
    return found


def _are_thousands(groups: list[str], signs: list[str]) -> bool:
    """Return whether groups of figures are parted as thousands are; one group is."""
    sizes = [len(group) for group in groups[1:]]
    if not sizes:
        return True
    if len(set(signs)) > 1 or "٫" in signs or len(groups[0]) > 3:
        return False
    is_indian = len(sizes) > 1 and sizes[-1] == 3 and set(sizes[:-1]) == {2}
    return is_indian or set(sizes) == {3}


def numeral(text: str) -> set[float]:
    """Return what numerals and figures in a row mean: 三十 is 30, 3万5千 is 35,000."""
    pieces = PIECE.findall(text)
    units = [worth(piece) for piece in pieces if piece in NUMERALS]
    if len(units) == len(pieces) > 1 and max(units) < 10:
        return {float("".join(str(int(unit)) for unit in units))}
    each_way = [{worth(each)} if each in NUMERALS else readings(each) for each in pieces]
    found = {_composed(pieces, each) for each in islice(product(*each_way), MOST)}
    if text.endswith("千") and len(text) > 1:  # also kilo-
        found |= numeral(text[:-1])
    return found


def _composed(pieces: Sequence[str], values: Sequence[float]) -> float:
    """Add and multiply as numerals do, which go from the greatest to the smallest."""
    total = section = 0.0
    last = float("inf")
    current: float | None = None
    for piece, value in zip(pieces, values, strict=True):
        if piece not in NUMERALS or value < 10:
            current = value
        elif value < POWER:
            section += (1.0 if current is None else current) * value
            current = None
        else:
            own = section + (current or 0.0)
            total = (total + own) * value if value > last else total + (own or 1.0) * value
            section, current, last = 0.0, None, value
    return rounded(total + section + (current or 0.0))


def worth(numeral: str) -> float:
    """Return what one numeral is worth."""
    return unicodedata.numeric(numeral, 2.0)  # 两 and 兩 are not numerals to Unicode


def roman(text: str) -> int:
    """Return what a Roman numeral means."""
    values = [ROMANS[sign] for sign in text]
    pairs = pairwise([*values, 0])
    return sum(-value if value < after else value for value, after in pairs)
