"""GAP: which of two names an ambiguous *he* or *she* of Wikipedia stands for.

A line a passage: the pronoun, two names and their offsets, and for each name whether it is meant.
The passage is cut into sentences here. The measure is GAP's own: a name is found if its mention is
in the pronoun's cluster; F1 over all names, over masculine and feminine pronouns, and the ratio of
feminine to masculine F1 (bias). Webster et al. 2018, https://aclanthology.org/Q18-1042/.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_gold import GoldDocument, GoldMention
from benchmarks.tasks.figures import Figures, Value, f_score, ratio
from benchmarks.tasks.gold import at, text_lines
from discotag.core.document import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.document import Cluster

FEMININE = frozenset({"she", "her", "hers", "herself"})
NO_ENDS = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Gen|Col|Lt|Capt|Rev|Sgt|vs|No)|\b[A-Z])$")
PRONOUN, NONE = "pronoun", "none"


@dataclass(frozen=True)
class Passage:
    """One line of GAP.

    Args:
        document: the passage; its mentions are the pronoun (entity `pronoun`) and the two names,
            each of the entity `pronoun` if it is meant, else `none` and a letter.
        pronoun: the pronoun's mention.
        names: the mentions of the two names.
        is_feminine: whether the pronoun is.
    """

    document: GoldDocument
    pronoun: GoldMention
    names: tuple[GoldMention, GoldMention]
    is_feminine: bool


def read_gap(path: Path) -> Iterator[Passage]:
    """Yield the passages of a `gap-*.tsv`."""
    rows = csv.reader(text_lines(path)[1:], delimiter="\t", quoting=csv.QUOTE_NONE)
    for number, row in enumerate(rows, 2):
        with at(path, number, "the eleven columns of GAP"):
            yield _passage(row)


def _passage(row: Sequence[str]) -> Passage:
    name, text, pronoun, offset, *cells = row
    starts = sentences(text)
    ends = (*starts[1:], len(text))
    places = [(int(offset), pronoun, PRONOUN)]
    for letter, place in (("A", 0), ("B", 3)):
        is_meant = cells[place + 2].upper() == "TRUE"
        places.append((int(cells[place + 1]), cells[place], PRONOUN if is_meant else NONE + letter))
    mentions = []
    for start, words, entity in places:
        segment = max(index for index, begin in enumerate(starts) if begin <= start)
        begin = start - starts[segment]
        mentions.append(GoldMention(segment, begin, begin + len(words), entity))
    texts = tuple(text[begin:end].rstrip() for begin, end in zip(starts, ends, strict=True))
    ordered = sorted(mentions, key=lambda item: (item.segment, item.start))
    return Passage(
        GoldDocument(name, Side("en", texts), tuple(ordered), "gap"),
        mentions[0],
        (mentions[1], mentions[2]),
        pronoun.casefold() in FEMININE,
    )


def sentences(text: str) -> tuple[int, ...]:
    """Return where the sentences of a passage begin: behind . ! ? and before a capital."""
    starts = [0]
    for found in re.finditer(r"[.!?][\"'”)]*\s+(?=[\"“'(]?[A-Z])", text):
        if not NO_ENDS.search(text[: found.start()]) or text[found.start()] != ".":
            starts.append(found.end())
    return tuple(starts)


def gap_figures(
    title: str,
    passages: Sequence[Passage],
    sides: Sequence[Side],
    resolve: Callable[[Side], Sequence[Cluster]],
) -> Figures:
    """Return GAP's own figures, in per cent."""
    groups: dict[str, list[tuple[bool, bool]]] = {"all": [], "masculine": [], "feminine": []}
    for passage, side in zip(passages, sides, strict=True):
        pairs = [
            (name.entity == PRONOUN, is_found)
            for name, is_found in zip(passage.names, _found(passage, side, resolve), strict=True)
        ]
        groups["all"].extend(pairs)
        groups["feminine" if passage.is_feminine else "masculine"].extend(pairs)
    found = {name: _scores(pairs) for name, pairs in groups.items()}
    rows: list[tuple[Value, ...]] = [
        (name, len(groups[name]) // 2, *values) for name, values in found.items()
    ]
    masculine, feminine = found["masculine"][-1], found["feminine"][-1]
    bias = feminine / masculine if masculine and feminine else None
    return Figures(
        f"{title}: names, %",
        ("pronoun", "passages", "P", "R", "F"),
        (*rows, ("bias: F feminine / F masculine, ratio", None, None, None, bias)),
        2,
    )


def _scores(pairs: Iterable[tuple[bool, bool]]) -> tuple[float | None, ...]:
    both = list(pairs)
    right = sum(gold and found for gold, found in both)
    precision = ratio(100 * right, sum(found for _, found in both))
    recall = ratio(100 * right, sum(gold for gold, _ in both))
    return precision, recall, f_score(precision, recall)


def _found(
    passage: Passage, side: Side, resolve: Callable[[Side], Sequence[Cluster]]
) -> tuple[bool, bool]:
    """Return for each name whether the pronoun's cluster has a mention whose head is in it."""
    places = set[tuple[int, int]]()
    for cluster in resolve(side):
        heads = {(m.segment, side[m.segment].starts[m.head]) for m in cluster.mentions}
        if (passage.pronoun.segment, passage.pronoun.start) in heads:
            places |= heads
    first, second = (
        any(name.segment == segment and name.start <= start < name.end for segment, start in places)
        for name in passage.names
    )
    return first, second
