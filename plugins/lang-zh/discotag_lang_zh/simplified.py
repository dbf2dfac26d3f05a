"""Traditional characters → simplified ones, letter for letter, so that offsets stay as they are.

OpenCC's tables decide, with its phrases (瞭解 → 了解, but 瞭望 stays). They keep 著, which Taiwan
also writes for the particle 着: it becomes 着 unless a neighbour shows that it means "work" or
"famous".
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

HAN = re.compile(r"[\u3400-\u9fff]")
PARTICLE = re.compile(
    r"(?<=[\u3400-\u9fff])(?<![名显卓昭土编原专论译巨遗合所新旧共拙])著(?![名作述书者称录文迹])"
)


@lru_cache(maxsize=20_000)
def simplified(text: str) -> str:
    """Write a text in simplified characters; the result has as many characters as the text.

    Example:
        >>> simplified("他們看著一本名著"), simplified("OK，你好")
        ('他们看着一本名著', 'OK，你好')
    """
    if not HAN.search(text):
        return text
    convert = _converter()
    found = convert(text)
    if len(found) != len(text):
        found = "".join(_same_length(letter, convert(letter)) for letter in text)
    return PARTICLE.sub("着", found.replace("甚么", "什么"))


def _same_length(letter: str, found: str) -> str:
    return found if len(found) == len(letter) else letter


@cache
def _converter() -> Callable[[str], str]:
    """Load OpenCC's tables, once and only where Chinese is read."""
    from opencc import OpenCC

    convert: Callable[[str], str] = OpenCC("t2s").convert
    return convert
