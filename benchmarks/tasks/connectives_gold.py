"""Gold connectives: GUM's discourse layer (`PDTB=` in MISC) and DISRPT's `Conn=` columns."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_gold import FREE_GENRES
from benchmarks.tasks.gold import at, blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

__all__ = ["LEARNED_GENRES", "GoldConnective", "GoldText", "read_disrpt", "read_gdtb"]
LEARNED_GENRES = FREE_GENRES | {"academic", "court"}
"""The two more are CC BY 4.0 by GUM's own LICENSE.md; the treebank's says nothing of them."""
JOINED = {
    "de": "d", "em": "n", "a": "a", "por": "pel",
}  # fmt: skip
"""Portuguese prepositions → how they begin a contraction (*de_ o* is *do*)."""
COLUMNS = 10
WORDS = f"words of {COLUMNS} columns with tabs between"
TURN = re.compile(r"# newturn_id|# newdoc id")


@dataclass(frozen=True)
class GoldConnective:
    """A run of neighbouring words that are one connective, or one part of one.

    Args:
        start: offset of its first character in its segment.
        end: offset behind its last.
        sense: second-level sense as `discotag_phen_connectives` names it; None = not told.
        is_before: whether its first argument ends before its segment; None = not told.
    """

    start: int
    end: int
    sense: str | None = None
    is_before: bool | None = None


@dataclass
class GoldText:
    """A document.

    Args:
        id: its name.
        genre: its genre, where its name tells one.
        segments: its sentences (turns, in speech without sentences).
        tokens: (start, end) of each gold token, a list per segment.
        connectives: gold connectives, a list per segment.
    """

    id: str
    genre: str = ""
    segments: list[str] = field(default_factory=list)
    tokens: list[list[tuple[int, int]]] = field(default_factory=list)
    connectives: list[list[GoldConnective]] = field(default_factory=list)


def read_disrpt(path: Path) -> Iterator[GoldText]:
    """Yield the documents of a `.conllu` of the DISRPT shared task; masked texts are left out."""
    for name, parts in _documents(path):
        text = GoldText(name, _genre(name))
        for line, block in parts:
            with at(path, line, WORDS):
                segment, places, rows = _segment(block)
            if "____" in segment:
                break
            text.segments.append(segment)
            text.tokens.append(places)
            text.connectives.append(list(_runs(rows, places)))
        else:
            yield text


def _runs(
    rows: Sequence[Sequence[str]], places: Sequence[tuple[int, int]]
) -> Iterator[GoldConnective]:
    begin: int | None = None
    for index, row in enumerate([*rows, [""] * 10]):
        value = re.search(r"Conn=([BI])-conn", row[9])
        if begin is not None and (value is None or value[1] == "B"):
            yield GoldConnective(places[begin][0], places[index - 1][1])
            begin = None
        if value is not None and begin is None:
            begin = index


def read_gdtb(path: Path) -> Iterator[GoldText]:
    """Yield the documents of a UD file of GUM with senses and places of first arguments."""
    for name, parts in _documents(path):
        text = GoldText(name, _genre(name))
        where: dict[int, tuple[int, int]] = {}
        relations: list[str] = []
        for number, (line, block) in enumerate(parts):
            with at(path, line, WORDS):
                segment, places, rows = _segment(block)
            text.segments.append(segment)
            text.tokens.append(places)
            for index, row in enumerate(rows):
                where[len(where) + 1] = (number, index)
                if value := re.search(r"(?:^|\|)PDTB=([^|]*)", row[9]):
                    relations += value[1].split(";")
        with at(path, parts[0][0], f"PDTB=Explicit:SENSE:…:WORDS:WORDS within {name}"):
            found = _explicit(relations, where, text)
        text.connectives = [
            sorted(set(found[number]), key=lambda item: item.start)
            for number in range(len(text.segments))
        ]
        yield text


def _explicit(
    relations: Iterable[str], where: dict[int, tuple[int, int]], text: GoldText
) -> dict[int, list[GoldConnective]]:
    found: dict[int, dict[int, GoldConnective]] = defaultdict(dict)
    for relation in relations:
        cells = relation.split(":")
        if cells[0] != "Explicit" or cells[3] == "_":
            continue
        sense = cells[1].split(".")[1].lower().partition("+")[0]
        argument = [where[number] for part in _parts(cells[4]) for number in part]
        for part in _parts(cells[3]):
            segment, first = where[part[0]]
            places = text.tokens[segment]
            last = where[part[-1]][1]
            is_before = bool(argument) and all(place[0] < segment for place in argument)
            item = GoldConnective(places[first][0], places[last][1], sense, is_before)
            found[segment].setdefault(item.start, item)
    return {segment: list(items.values()) for segment, items in found.items()} | {
        number: [] for number in range(len(text.segments)) if number not in found
    }


def _parts(cell: str) -> list[range]:
    """Read token numbers such as `3-5,8`; neighbouring parts become one."""
    parts: list[range] = []
    for piece in cell.split(","):
        if not piece[:1].isdigit():
            continue
        first, _, last = piece.partition("-")
        run = range(int(first), int(last or first) + 1)
        if parts and parts[-1].stop == run.start:
            run = range(parts.pop().start, run.stop)
        parts.append(run)
    return parts


def _documents(path: Path) -> Iterator[tuple[str, list[tuple[int, list[str]]]]]:
    """Yield each document's name and its sentences, each with the line where it begins.

    Where there are no sentences, turns are taken for them.
    """
    name, parts = "", list[tuple[int, list[str]]]()
    has_text = any(line.startswith("# text =") for _, lines in blocks(path) for line in lines)
    for number, lines in blocks(path):
        opened = next((line for line in lines if line.startswith("# newdoc id")), None)
        if opened is not None:
            if parts:
                yield name, parts
            name, parts = opened.partition("=")[2].strip(), []
        if any(line[:1].isdigit() for line in lines):
            is_new = has_text or not parts or any(TURN.match(line) for line in lines)
            if is_new:
                parts.append((number, []))
            parts[-1][1].extend(lines)
    if parts:
        yield name, parts


def _segment(lines: Sequence[str]) -> tuple[str, list[tuple[int, int]], list[list[str]]]:
    """Return a segment's text, each word's place in it, and the words' rows."""
    rows = [line.split("\t") for line in lines if re.match(r"\d+\t", line)]
    if any(len(row) != COLUMNS for row in rows):
        raise ValueError("a row of another length")
    given = next((line[9:] for line in lines if line.startswith("# text = ")), None)
    if given is None or any(row[1].endswith("_") and len(row[1]) > 1 for row in rows):
        return _put_together(rows)
    places: list[tuple[int, int]] = []
    place = 0
    for row in rows:
        found = given.find(row[1], place)
        if found < 0 or found > place + 1:  # a word that is contracted in the text
            found, size = place, 0
        else:
            size = len(row[1])
        places.append((found, found + size))
        place = found + size
    return given, places, rows


def _put_together(
    rows: list[list[str]],
) -> tuple[str, list[tuple[int, int]], list[list[str]]]:
    text, places = "", []
    joint = ""
    for index, row in enumerate(rows):
        form = row[1]
        behind = rows[index + 1][1] if index + 1 < len(rows) else ""
        if form.endswith("_") and form[:-1].lower() in JOINED and behind:
            word = form[:-1]
            joint = word[: len(word) - len(word.lower())] + JOINED[word.lower()]
            joint = joint.capitalize() if word[:1].isupper() else joint
            start = len(text)
            places.append((start, start + len(joint)))
            continue
        if joint == "a" and behind is not None and form.lower() in {"a", "as"}:
            form, joint = f"à{form[1:]}", ""
            places[-1] = (places[-1][0], places[-1][0] + 1)
        start = len(text)
        shown = f"{joint}{form}"
        places.append((start, start + len(shown)))
        text += shown + ("" if "SpaceAfter=No" in row[9] else " ")
        joint = ""
    return text.rstrip(), places, rows


def _genre(name: str) -> str:
    cells = name.split("_")
    return cells[1] if cells[0] in {"GUM", "GENTLE"} and len(cells) > 1 else ""
