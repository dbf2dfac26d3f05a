"""Probes of coreference: short texts whose pronouns and nouns are marked by hand.

`*.antecedents.tsv` has a header and the columns `id`, `wording`, `text`. In the text segments stand
between ` | `; `[the table]1` is a noun and `[it]1` a pronoun with the number of what both mean;
`[it]0` means nothing, or an event. A pronoun is right if the nearest noun before it in its cluster
overlaps a marked noun of its number; one with 0 if its cluster has no noun.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_gold import GoldDocument, GoldMention
from benchmarks.tasks.coref_pronouns import CLASSES
from benchmarks.tasks.figures import Figures, Value, f_score, ratio
from benchmarks.tasks.gold import at, text_lines
from discotag.core.document import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
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
