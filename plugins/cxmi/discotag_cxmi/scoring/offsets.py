"""Places of a slow tokenizer's pieces in the original line, which it does not tell itself.

SentencePiece tokenizers of Marian and M2M100 normalise a line (NFKC) and give pieces only. Pieces
and line are read side by side, both normalised, each character remembering where it came from.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SPACE_MARK = "\u2581"
BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
JAMO = range(0x1160, 0x1200)
"""Vowels and finals of Hangul that join the letter before them."""


class UnalignedError(Exception):
    """Pieces that do not spell the line; says where."""


def spans(line: str, pieces: Sequence[str]) -> list[tuple[int, int]]:
    """Give each piece's (start, end) in the line; a lone space mark is empty.

    Bytes of one character all have its place.

    Raises:
        UnalignedError: the pieces spell something else than the line.
    """
    letters = list(_letters(line))
    at, found = 0, list[tuple[int, int]]()
    for spelt, count in _spelt(pieces):
        wanted = bare(spelt)
        here = letters[at : at + len(wanted)]
        if [letter for letter, _, _ in here] != list(wanted):
            seen = "".join(letter for letter, _, _ in here)
            raise UnalignedError(f"{seen!r} becomes {wanted!r}")
        end = found[-1][1] if found else 0
        place = (here[0][1], here[-1][2]) if here else (end, end)
        found += [place] * count
        at += len(wanted)
    if at < len(letters):
        rest = "".join(letter for letter, _, _ in letters[at:])
        raise UnalignedError(f"{rest[:20]!r} is lost")
    return found


def bare(text: str) -> str:
    """Give a text in NFKC without spaces, space marks and control characters."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKC", text.replace(SPACE_MARK, " "))
        if not is_blank(letter)
    )


def is_blank(letter: str) -> bool:
    """Tell whether a character may vanish in a tokenizer: a space, or a control or format one."""
    return letter.isspace() or unicodedata.category(letter)[0] == "C"


def _letters(line: str) -> Iterator[tuple[str, int, int]]:
    """Yield the normalised line's characters, each with where it came from."""
    start = 0
    while start < len(line):
        end = start + 1
        while end < len(line) and (unicodedata.combining(line[end]) or ord(line[end]) in JAMO):
            end += 1
        for letter in bare(line[start:end]):
            yield letter, start, end
        start = end


def _spelt(pieces: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield (text, number of pieces): a run of bytes is a text of its characters."""
    held = bytearray()
    for piece in pieces:
        if match := BYTE.fullmatch(piece):
            held.append(int(match[1], 16))
            try:
                letter = held.decode("utf-8")
            except UnicodeDecodeError:
                continue
            yield letter, len(held)
            held.clear()
        else:
            if held:
                raise UnalignedError("bytes that make no character")
            yield piece, 1
    if held:
        raise UnalignedError("bytes that make no character")
