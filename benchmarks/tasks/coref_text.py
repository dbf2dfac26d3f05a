"""Text put together from the words of a corpus that tells no spaces.

The English rules are LitBank's, whose figures they belong to; other languages share one set of
rules for marks and quotes, and `coref_words.toml` tells what sticks to what in each.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LEFT = frozenset({",", ".", "!", "?", ":", ";", ")", "]", "}", "%", "…", "..", "...", "...."})
"""What stands right behind the word before."""
OPENERS = frozenset({"(", "[", "{", "“", "„", "‚", ",,", "£", "№"})
"""What stands right before the next word."""
CLOSERS = frozenset({"”", "’"})
ENGLISH = {"-LRB-": "(", "-RRB-": ")", "``": '"', "''": '"'}


@cache
def words_of(language: str) -> dict[str, frozenset[str]]:
    """Return a language's word lists by name; a list that it does not have is missing."""
    data = tomllib.loads(Path(__file__).with_name("coref_words.toml").read_text("utf-8"))
    found: dict[str, list[str]] = data.get(language, {})
    return {name: frozenset(words) for name, words in found.items()}


def joined(words: Sequence[str], language: str) -> tuple[str, list[int], list[int]]:
    """Return words as plain text, and where each begins and ends in it, in characters."""
    if language == "en":
        return _joined_english(words)
    text, starts, ends = "", list[int](), list[int]()
    gaps = _gaps(words, language)
    for word, has_gap in zip(words, gaps, strict=True):
        text += " " if has_gap else ""
        starts.append(len(text))
        text += word
        ends.append(len(text))
    return text, starts, ends


def _gaps(words: Sequence[str], language: str) -> list[bool]:
    """Return for each word whether a space stands before it."""
    lists = words_of(language)
    left = LEFT | CLOSERS | lists.get("left", frozenset())
    if language in {"de", "nl"}:
        left -= {"’"}  # an apostrophe before a word: ’t
    opening = _openings(words)
    gaps = list[bool]()
    for index, word in enumerate(words):
        before = words[index - 1] if index else ""
        sticks = (
            not before
            or word in left
            or before in OPENERS
            or (index - 1) in opening
            or _closes(words, index, opening)
            or (word == "'" and language == "de")
            or (before == "'" and word in lists.get("behind_apostrophe", ()))
            or _hyphened(words, index, lists)
        )
        gaps.append(not sticks)
    return gaps


def _openings(words: Sequence[str]) -> set[int]:
    """Return the places of the quotation marks that open: the same marks open and close.

    A straight mark at a sentence's beginning opens and at its end closes; else they take turns.
    Of « and » the first to come opens, as both orders are in use.
    """
    found, is_open = set[int](), False
    for index, word in enumerate(words):
        if word == '"':
            is_last = all(other in LEFT for other in words[index + 1 :])
            is_open = index == 0 or not (is_open or is_last)
            if is_open:
                found.add(index)
    guillemets = [index for index, word in enumerate(words) if word in {"«", "»"}]
    first = next((words[index] for index in guillemets), "")
    opener = "«" if guillemets and guillemets[0] == len(words) - 1 and first == "»" else first
    return found | {index for index in guillemets if words[index] == opener}


def _closes(words: Sequence[str], index: int, opening: set[int]) -> bool:
    return words[index] in {'"', "«", "»"} and index not in opening


def _hyphened(words: Sequence[str], index: int, lists: dict[str, frozenset[str]]) -> bool:
    """Return whether a word belongs to the word before, or the hyphen before, without a space."""

    def is_hyphen(place: int) -> bool:
        if not 0 < place < len(words) - 1 or words[place] != "-":
            return False
        behind, before = words[place + 1].casefold(), words[place - 1].casefold()
        return (
            behind in lists.get("behind_hyphen", ())
            or before in lists.get("before_hyphen", ())
            or (behind == before and behind.isalpha())
        )

    doubled = index > 0 and words[index] == words[index - 1] == "-"  # a dash, in two
    return doubled or is_hyphen(index) or is_hyphen(index - 1)


def joins(text: str, word: str) -> bool:
    """Return whether an English word stands behind a text without a space."""
    return (
        word in {",", ".", "!", "?", ":", ";", ")", "%", "n't"}
        or (word.startswith(("'", "’")) and len(word) > 1)
        or text.endswith("(")
    )


def _joined_english(words: Sequence[str]) -> tuple[str, list[int], list[int]]:
    text, starts, ends, is_open = "", list[int](), list[int](), False
    for written in words:
        word = ENGLISH.get(written, written)
        if word == '"':
            sticks, is_open = is_open, not is_open
        else:
            sticks = joins(text, word) or (text.endswith('"') and is_open) or text.endswith("“")
        if text and not sticks and word not in CLOSERS:
            text += " "
        starts.append(len(text))
        text += word
        ends.append(len(text))
    return text, starts, ends
