"""CoNLL-U sentences as plain records: words, surface ranges and the text they stand in.

Empty nodes (`8.1`) are skipped. A word's offsets are those of its surface unit: the words of a
multi-word token (`3-4 du`) share the range's offsets. Offsets are character positions in the
sentence's text, half-open. Format: https://universaldependencies.org/format.html
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.core.errors import InputError
from discotag.core.text import count_noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

COLUMNS = 10
NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Word:
    """One syntactic word; `head` is 0-based, -1 for a root, `None` where the file has no tree."""

    form: str
    lemma: str | None
    upos: str | None
    xpos: str | None
    feats: str
    head: int | None
    deprel: str | None
    misc: str = "_"


@dataclass(frozen=True, slots=True)
class Unit:
    """A form as it stands in the text, and the words `first` to `end` (half-open) it holds."""

    form: str
    first: int
    end: int
    space_after: bool = True


@dataclass(frozen=True, slots=True)
class Sentence:
    """One block of a CoNLL-U file; `line` is the 1-based line where it begins."""

    words: tuple[Word, ...]
    units: tuple[Unit, ...]
    comments: Mapping[str, str]
    line: int

    @property
    def text(self) -> str:
        """The `# text` comment, else the units joined by `SpaceAfter`."""
        stated = self.comments.get("text")
        if stated is not None:
            return stated
        return "".join(unit.form + " " * unit.space_after for unit in self.units).strip()


def read_conllu(path: Path) -> Iterator[Sentence]:
    """Read the sentences of a file one by one.

    Raises:
        InputError: naming file and line, for bytes that are not UTF-8 and for malformed lines.
    """
    try:
        with path.open(encoding="utf-8-sig") as lines:
            yield from parse_conllu(lines, str(path))
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 ({error.reason}); convert the file", path=path) from error
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", path=path) from error


def parse_conllu(lines: Iterable[str], name: str) -> Iterator[Sentence]:
    """Parse lines of CoNLL-U; `name` stands for the file in messages. Raises InputError."""
    block: list[tuple[int, str]] = []
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip("\r\n")
        if line:
            block.append((number, line))
        elif block:
            yield from _sentence(block, name)
            block = []
    if block:
        yield from _sentence(block, name)


def _sentence(block: list[tuple[int, str]], name: str) -> Iterator[Sentence]:
    comments: dict[str, str] = {}
    words: list[Word] = []
    units: list[Unit] = []
    for number, line in block:
        if line.startswith("#"):
            key, _, value = line[1:].partition("=")
            comments[key.strip()] = value.strip()
            continue
        cells = line.split("\t")
        where = f"{name}, line {number}"
        if len(cells) != COLUMNS:
            raise InputError(
                f"{where}: {count_noun(len(cells), 'column')} "
                f"instead of {COLUMNS}, separated by tabs"
            )
        space_after = "SpaceAfter=No" not in cells[9].split("|")
        if "." in cells[0]:
            continue
        if "-" in cells[0]:
            first, last = (_number(part, where) for part in cells[0].split("-", 1))
            if first != len(words) + 1 or last < first:
                raise InputError(f"{where}: range {cells[0]} does not begin at the next word")
            units.append(Unit(cells[1], first - 1, last, space_after))
            continue
        _check_number(cells[0], len(words) + 1, where)
        if not units or units[-1].end <= len(words):
            units.append(Unit(cells[1], len(words), len(words) + 1, space_after))
        words.append(_word(cells, where))
    for (number, _), word in zip(_word_lines(block), words, strict=True):
        if word.head is not None and word.head >= len(words):
            raise InputError(
                f"{name}, line {number}: head {word.head + 1} of {count_noun(len(words), 'word')}"
            )
    if units and units[-1].end > len(words):
        raise InputError(f"{name}, line {block[-1][0]}: a range ends behind the last word")
    if words:
        yield Sentence(tuple(words), tuple(units), comments, block[0][0])


def _word_lines(block: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in block if line.split("\t", 1)[0].isdigit())


def _word(cells: list[str], where: str) -> Word:
    def cell(column: int) -> str | None:
        return None if cells[column] == "_" else cells[column]

    lemma = cells[2] if cells[1] == "_" else cell(2)
    head = cell(6)
    return Word(
        form=cells[1],
        lemma=lemma,
        upos=cell(3),
        xpos=cell(4),
        feats=cells[5],
        head=None if head is None else _number(head, where) - 1,
        deprel=cell(7),
        misc=cells[9],
    )


def _check_number(text: str, expected: int, where: str) -> None:
    if _number(text, where) != expected:
        raise InputError(f"{where}: word {text} where {expected} was expected")


def _number(text: str, where: str) -> int:
    if NUMBER.fullmatch(text) is None:
        raise InputError(f"{where}: {text!r} is not a number")
    return int(text)


def locate(text: str, units: Iterable[Unit], start: int = 0) -> list[tuple[int, int]] | None:
    """Return each unit's (start, end) in `text` from `start` on; `None` if a unit is not next.

    Only white space may lie between two units.
    """
    spans: list[tuple[int, int]] = []
    position = start
    for unit in units:
        while position < len(text) and text[position].isspace():
            position += 1
        if not text.startswith(unit.form, position):
            return None
        spans.append((position, position + len(unit.form)))
        position += len(unit.form)
    return spans
