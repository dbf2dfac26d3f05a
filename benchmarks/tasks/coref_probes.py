"""English pronouns in short texts: probes that are marked by hand, and GAP.

`*.antecedents.tsv` has a header and the columns `id`, `wording`, `text`. In the text segments stand
between ` | `; `[the table]1` is a noun and `[it]1` a pronoun with the number of what both mean;
`[it]0` means nothing, or an event. A pronoun is right if the nearest noun before it in its cluster
overlaps a marked noun of its number; one with 0 if its cluster has no noun.

GAP (Webster et al. 2018, https://aclanthology.org/Q18-1042/) asks which of two names an ambiguous
*he* or *she* stands for: a line a passage, with the pronoun, the names, their offsets, and whether
each is meant. A name is found if its mention is in the pronoun's cluster; F1 over all names, over
masculine and feminine pronouns, and the ratio of feminine to masculine F1 (bias).
"""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_gold import GoldDocument, GoldMention
from benchmarks.tasks.coref_pronouns import CLASSES
from benchmarks.tasks.harness import Figures, Value, at, f_score, ratio, text_lines
from discotag.core.document import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.document import Cluster, Mention


NOTHING = "0"
OUTCOMES = ("right", "wrong", "silent")


@dataclass(frozen=True)
class Probe:
    """One text with its pronouns and nouns.

    Args:
        document: the text; `0` is the entity of pronouns that mean nothing.
        wording: what kind of text it is.
        pronouns: the mentions that are measured.
    """

    document: GoldDocument
    wording: str
    pronouns: tuple[GoldMention, ...]


def read_probes(path: Path) -> Iterator[Probe]:
    """Yield the probes of a file."""
    for number, line in enumerate(text_lines(path)[1:], 2):
        with at(path, number, "id, wording and a text with [words]NUMBER"):
            name, wording, text = line.split("\t")
            yield probe(name, wording, text)


def probe(name: str, wording: str, text: str) -> Probe:
    """Build a probe from its marked text."""
    texts, mentions, pronouns = list[str](), list[GoldMention](), list[GoldMention]()
    for segment, marked in enumerate(text.split(" | ")):
        plain, until = "", 0
        for found in re.finditer(r"\[([^]]+)\](\d+)", marked):
            plain += marked[until : found.start()]
            words, entity = found.groups()
            mention = GoldMention(segment, len(plain), len(plain) + len(words), entity)
            (pronouns if words.casefold() in CLASSES else mentions).append(mention)
            plain += words
            until = found.end()
        texts.append(plain + marked[until:])
    everything = sorted([*mentions, *pronouns], key=lambda item: (item.segment, item.start))
    document = GoldDocument(name, Side("en", tuple(texts)), tuple(everything), "probe")
    return Probe(document, wording, tuple(pronouns))


def outcome(probe: Probe, pronoun: GoldMention, side: Side, clusters: Sequence[Cluster]) -> str:
    """Return `right`, `wrong` or `silent` (no noun where there is one)."""
    own = next(
        (
            cluster
            for cluster in clusters
            for mention in cluster.mentions
            if mention.segment == pronoun.segment
            and mention.kind == "pronoun"
            and side[mention.segment].starts[mention.head] == pronoun.start
        ),
        None,
    )
    nouns = [mention for mention in own.mentions if mention.kind != "pronoun"] if own else []
    if pronoun.entity == NOTHING:
        return "wrong" if nouns else "right"
    if not nouns:
        return "silent"
    before = [item for item in nouns if _place(side, item) < (pronoun.segment, pronoun.start)]
    nearest = before[-1] if before else nouns[0]
    return "right" if _overlaps(probe, pronoun, nearest, side) else "wrong"


def _place(side: Side, mention: Mention) -> tuple[int, int]:
    return mention.segment, side[mention.segment].starts[mention.head]


def _overlaps(probe: Probe, pronoun: GoldMention, mention: Mention, side: Side) -> bool:
    tokens = side[mention.segment]
    start, end = tokens.starts[mention.start], tokens.ends[mention.end - 1]
    return any(
        item.segment == mention.segment and item.start < end and start < item.end
        for item in probe.document.mentions
        if item.entity == pronoun.entity and item not in probe.pronouns
    )


def probe_figures(
    title: str,
    probes: Sequence[Probe],
    sides: Sequence[Side],
    resolve: Callable[[Side], Sequence[Cluster]],
    errors: list[str] | None = None,
) -> list[Figures]:
    """Return right, wrong and silent by wording, and how well "nothing" is told.

    Args:
        title: what was measured.
        probes: the texts.
        sides: the same, analysed.
        resolve: the resolver.
        errors: what was not right is added here, a line each.
    """
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    nothing = Counter[str]()
    for item, side in zip(probes, sides, strict=True):
        clusters = resolve(side)
        for pronoun in item.pronouns:
            found = outcome(item, pronoun, side, clusters)
            is_nothing = pronoun.entity == NOTHING
            counts[item.wording][found] += 1
            counts["all"][found] += 1
            nothing[f"{is_nothing}/{_called(is_nothing, found)}"] += 1
            if errors is not None and found != "right":
                text = " | ".join(item.document.side.segments)
                errors.append(f"{found}\t{item.document.id}\t{pronoun.segment}\t{text}")
    names = sorted(set(counts) - {"all"})
    rows: list[tuple[Value, ...]] = [_row(name, counts[name]) for name in (*names, "all") if counts]
    tables = [Figures(f"{title}: pronouns", ("wording", *OUTCOMES, "total", "%"), tuple(rows), 1)]
    if any(name.startswith("True") and number for name, number in nothing.items()):
        tables.append(_told(title, nothing))
    return tables


def _called(is_nothing: bool, found: str) -> bool:
    return found == "right" if is_nothing else found == "silent"


def _row(name: str, counts: Counter[str]) -> tuple[Value, ...]:
    total = counts.total()
    return (name, *(counts[key] for key in OUTCOMES), total, ratio(100 * counts["right"], total))


def _told(title: str, counts: Counter[str]) -> Figures:
    rows = []
    for name, value in (("has none", True), ("has antecedent", False)):
        right = counts[f"{value}/{value}"]
        precision = ratio(right, right + counts[f"{not value}/{value}"])
        recall = ratio(right, right + counts[f"{value}/{not value}"])
        total = counts[f"{value}/True"] + counts[f"{value}/False"]
        rows.append((name, total, precision, recall, f_score(precision, recall)))
    return Figures(f"{title}: has none", ("what", "gold", "P", "R", "F"), tuple(rows), 3)


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
