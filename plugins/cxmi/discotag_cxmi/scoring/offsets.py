"""Places of a slow tokenizer's pieces in the original line, which it does not tell itself.

SentencePiece tokenizers of Marian and M2M100 normalise a line (NFKC) and give pieces only. Pieces
and line are read side by side, both taken apart, each letter remembering where it came from.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SPACE_MARK = "\u2581"
BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")


class UnalignedError(Exception):
    """Pieces that do not spell the line; says where."""


def spans(line: str, pieces: Sequence[str]) -> list[tuple[int, int]]:
    """Return each piece's (start, end) in the line; a lone space mark is empty.

    Bytes of one character all have its place.

    Raises:
        UnalignedError: the pieces spell something else than the line.
    """
    letters = list(_letters(line))
    at, found = 0, list[tuple[int, int]]()
    for spelt, count in _spelt(pieces):
        wanted = [letter for letter, _ in _letters(spelt.replace(SPACE_MARK, " "))]
        here = letters[at : at + len(wanted)]
        if [letter for letter, _ in here] != wanted:
            seen = "".join(letter for letter, _ in here)
            raise UnalignedError(f"{seen!r} becomes {''.join(wanted)!r}")
        end = found[-1][1] if found else 0
        place = (here[0][1], here[-1][1] + 1) if here else (end, end)
        found += [place] * count
        at += len(wanted)
    if at < len(letters):
        rest = "".join(letter for letter, _ in letters[at:])
        raise UnalignedError(f"{rest[:20]!r} is lost")
    return found


def bare(text: str) -> str:
    """Return a text in NFKC without spaces, space marks and control characters."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKC", text.replace(SPACE_MARK, " "))
        if not is_blank(letter)
    )


def is_blank(letter: str) -> bool:
    """Return whether a character may vanish in a tokenizer: a space, or a control or format one."""
    return letter.isspace() or unicodedata.category(letter)[0] == "C"


def _letters(text: str) -> Iterator[tuple[str, int]]:
    """Yield a text's letters, taken apart (NFKD), each with the place of its character.

    Characters are taken one by one, so marks stay in the order of the text: SentencePiece does not
    reorder them, as a normal form of the whole would.
    """
    for place, character in enumerate(text):
        for letter in unicodedata.normalize("NFKD", character):
            if not is_blank(letter):
                yield letter, place


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
