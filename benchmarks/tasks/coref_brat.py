"""Gold coreference in brat's stand-off format: `NAME.ann` beside `NAME.txt`, as the French LitBank.

`T1 TAB TYPE START END TAB words` is a mention (offsets in characters; a span in several parts,
`0 4;9 12`, is taken as a whole), `R1 TAB Coreference Arg1:T2 Arg2:T1` a link, and
`* TAB Coreference T1 T2` a chain. A mention without a link is an entity of its own. Segments are
sentences, as the product finds them; a mention across their borders is left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_gold import GoldDocument, GoldMention, in_order
from benchmarks.tasks.gold import at, text_lines
from discotag.core.document import Side
from discotag.language.sentences import SentenceSplitter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from discotag.core.language import LanguagePack

Place = tuple[int, int, str]
"""A mention's begin and end in characters of the text, and its type."""
LINK = "Coreference"


def read_brat(path: Path, pack: LanguagePack) -> GoldDocument:
    """Read one `.ann` with the text beside it.

    Raises:
        InputError: the text is missing, a line is not of the format, or an offset lies outside.
    """
    words = path.with_suffix(".txt")
    with at(words, None, "a text in UTF-8"):
        text = words.read_bytes().decode("utf-8") if words.exists() else None
        if text is None:
            raise ValueError(words)
    places: dict[str, Place] = {}
    links = list[tuple[str, str]]()
    for number, line in enumerate(text_lines(path), 1):
        with at(path, number, "T (mention), R or * (link) of brat, with offsets in the text"):
            name, cell, *_ = (*line.split("\t"), "", "")
            if name.startswith("T"):
                places[name] = _place(cell, text)
            elif name.startswith(("R", "*")):
                links += _links(name, cell)
    for one, other in links:
        with at(path, None, f"mentions {one} and {other} of a link"):
            places[one], places[other]
    segments = SentenceSplitter(pack).spans(text)
    mentions = in_order(_mentions(places, _groups(places, links), segments))
    side = Side(pack.code, tuple(text[begin:end] for begin, end in segments))
    return GoldDocument(path.stem, side, mentions, "novel")


def _place(cell: str, text: str) -> Place:
    kind, offsets = cell.split(" ", 1)
    numbers = [int(number) for number in re.split("[ ;]", offsets)]
    begin, end = min(numbers), max(numbers)
    if not 0 <= begin < end <= len(text):
        raise ValueError(cell)
    while begin < end and text[begin].isspace():
        begin += 1
    while begin < end and text[end - 1].isspace():
        end -= 1
    return begin, end, kind


def _links(name: str, cell: str) -> list[tuple[str, str]]:
    kind, *names = cell.split(" ")
    if kind != LINK:
        return []
    if name != "*":
        names = [part.split(":", 1)[1] for part in names if part]
    first, *others = names
    return [(first, other) for other in others]


def _groups(names: Iterable[str], links: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return for each mention the name of its entity: its first mention in the file."""
    group = {name: name for name in names}

    def root(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    order = {name: number for number, name in enumerate(group)}
    for one, other in links:
        first, second = sorted((root(one), root(other)), key=order.__getitem__)
        group[second] = first
    return {name: root(name) for name in group}


def _mentions(
    places: Mapping[str, Place],
    groups: Mapping[str, str],
    segments: Sequence[tuple[int, int]],
) -> list[GoldMention]:
    begins = [begin for begin, _ in segments]
    found = []
    for name, (begin, end, kind) in places.items():
        segment = bisect_right(begins, begin) - 1
        if segment >= 0 and begin < end <= segments[segment][1]:
            start = segments[segment][0]
            found.append(GoldMention(segment, begin - start, end - start, groups[name], etype=kind))
    return found
