"""What figures with separators, numerals and Roman numerals mean as numbers."""

from __future__ import annotations

import re
import unicodedata
from itertools import islice, pairwise, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SPACES = "\u0020\u00a0\u2009\u202f"
NUMERALS = "〇零一二三四五六七八九十百千万萬億亿兆两兩"
FIGURE = rf"\d+(?:(?:[.,'’٫٬]|[{SPACES}](?=\d{{3}}(?!\d)))\d+)*"
PIECE = re.compile(rf"{FIGURE}|[{NUMERALS}]")
ROMANS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
MOST = 16
"""Readings of a number that are looked at."""
POWER = 10**4
"""From here on a numeral multiplies all that stands before it."""


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
    """Add and multiply as numerals do, which stand from the greatest to the smallest."""
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
    return unicodedata.numeric(numeral, 2.0)  # 两 and 兩 are no numerals to Unicode


def roman(text: str) -> int:
    """Return what a Roman numeral means."""
    values = [ROMANS[sign] for sign in text]
    pairs = pairwise([*values, 0])
    return sum(-value if value < after else value for value, after in pairs)
