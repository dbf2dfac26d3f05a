"""Precision of tags, judged by a reader who has not seen the rules (the figure of muda Table 3).

With `--draw SHEET.tsv` a blind sheet is drawn at random from the tags (`*.jsonl`) below the folder,
so many per phenomenon; with `--sites SHEET.tsv` one of the elliptical segments that are detected in
its English texts (`*.en`). The reader writes `right`, `wrong` or `unsure` into the column
`judgement`. Without either, all sheets (`*.tsv`) below the folder are scored, with Wilson 95 %
intervals; `unsure` counts as wrong. Tags of the profile `muda` can be judged in the same way. A
sheet may have a column `evidence_judgement` of its own, where the tag and what it names as its
evidence are judged apart; it is scored as well.
"""

from __future__ import annotations

import csv
import math
import random
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.tasks.harness import Figures, text_lines, without_data
from discotag.core.errors import InputError
from discotag.files.tags import read_tags

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.tags import Mark, TaggedDocument, TokenRef

SEED = 12345
CONTEXT = 2
AROUND = 50
CONFIDENCE = 0.6
"""The ellipsis tagger's default."""
FIELDS = ("id", "phenomenon", "label", "source", "target", "evidence", "before", "judgement", "why")
JUDGEMENTS = frozenset({"right", "wrong", "unsure"})
EVIDENCE = "evidence_judgement"
"""The column of what is said of the evidence alone; a sheet need not have it."""
DEFINITIONS = {
    "formality": "the marked word shows the level of address or politeness that the label names,"
    " and an earlier segment holds another word of that level",
    "pronouns": "the marked word translates a source pronoun, or one that the source leaves out,"
    " that could be translated otherwise (other gender, other word), and what decides it stands in"
    " an earlier segment",
    "verb_form": "the marked verb is in the form that the label names, the source form leaves"
    " several forms open here, and an earlier segment holds a verb in the same form",
    "lexical_cohesion": "the marked word translates the source word of the label, and this pair of"
    " words was used at least three times before",
    "ellipsis": "the source segment leaves a word out, and the marked word spells it out, taken up"
    " from an earlier segment",
    "elliptical": "at the marked word the segment leaves out a verb phrase, a noun, a clause or a"
    " verb that an earlier segment supplies",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--draw", type=Path, metavar="SHEET", help="draw tags into this sheet")
    parser.add_argument("--sites", type=Path, metavar="SHEET", help="draw detected ellipses")
    parser.add_argument("--number", type=int, default=100, help="rows per phenomenon")
    parser.add_argument("--seed", type=int, default=SEED)


def measure(given: argparse.Namespace) -> list[Figures]:
    """Draw a sheet, or score the filled ones."""
    if given.draw:
        rows = [row for path in _below(given.folder, "jsonl") for row in tags_of(path)]
        return [drawn(rows, given.draw, given)]
    if given.sites:
        rows = [row for path in _below(given.folder, "en") for row in sites_of(path)]
        return [drawn(rows, given.sites, given)]
    return [scored(path) for path in _below(given.folder, "tsv")]


def wilson(right: float, total: int, z: float = 1.959964) -> tuple[float, float]:
    """Return the Wilson score interval of a proportion (Wilson 1927)."""
    share = right / total
    centre = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return (centre - spread) / (1 + z * z / total), (centre + spread) / (1 + z * z / total)


def tags_of(path: Path) -> Iterator[dict[str, str]]:
    """Yield a row for every tag of a tags file."""
    for tagged in read_tags(path):
        for mark in tagged.tags:
            yield _row(tagged, mark)


def _row(tagged: TaggedDocument, mark: Mark) -> dict[str, str]:
    document = tagged.document
    source, target = document.source.segments, document.target.segments
    tokens = document.target[mark.segment]
    start, end = tokens.starts[mark.token], tokens.ends[mark.token]
    places = [
        f"{place.side}, {mark.segment - place.segment} back: {_shown(document, place)}"
        for place in mark.evidence
    ]
    first = max(0, mark.segment - CONTEXT)
    before = [f"{source[index]} = {target[index]}" for index in range(first, mark.segment)]
    return {
        "id": f"{document.id}:{mark.segment}:{mark.token}",
        "phenomenon": mark.phenomenon,
        "label": mark.label,
        "source": source[mark.segment],
        "target": f"{tokens.text[:start]}[[{tokens.text[start:end]}]]{tokens.text[end:]}",
        "evidence": " ;; ".join(places) or "unknown",
        "before": " // ".join(before),
    }


def sites_of(path: Path) -> Iterator[dict[str, str]]:
    """Yield a row for every elliptical segment detected in a text."""
    from benchmarks.tasks.ellipsis import analysed_sites

    lines = text_lines(path)
    for number, (tokens, sites) in enumerate(analysed_sites(lines)):
        for token, kind, confidence in sites:
            if confidence >= CONFIDENCE:
                start, end = tokens.starts[token], tokens.ends[token]
                text = f"{tokens.text[:start]}[[{tokens.text[start:end]}]]{tokens.text[end:]}"
                before = " // ".join(lines[max(0, number - CONTEXT) : number])
                yield {
                    "id": f"{path.name}:{number + 1}:{token}",
                    "phenomenon": "elliptical",
                    "label": kind,
                    "source": text,
                    "before": before,
                }


def drawn(rows: list[dict[str, str]], out: Path, given: argparse.Namespace) -> Figures:
    """Write a sheet of randomly drawn rows, so many per phenomenon."""
    if not rows:
        raise without_data("tags or texts to draw from", given.folder)
    by_phenomenon = defaultdict(list)
    for row in rows:
        by_phenomenon[row["phenomenon"]].append(row)
    draw = random.Random(given.seed)
    told = []
    with out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n", restval="")
        writer.writeheader()
        for phenomenon, found in sorted(by_phenomenon.items()):
            number = min(given.number, len(found))
            writer.writerows(draw.sample(found, number))
            told.append((phenomenon, number, len(found), DEFINITIONS.get(phenomenon, "")))
    return Figures(f"wrote {out}", ("phenomenon", "drawn", "of", "right if"), tuple(told))


def scored(path: Path) -> Figures:
    """Return the precision of each phenomenon in a filled sheet; the error names file and line."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    with path.open(encoding="utf-8", newline="") as file:
        for line, row in enumerate(csv.DictReader(file, delimiter="\t"), start=2):
            if not row.get("phenomenon"):
                raise InputError("the column phenomenon is empty", path=path, line=line)
            judged = {"judgement": row["phenomenon"]}
            if row.get(EVIDENCE):
                judged[EVIDENCE] = f"{row['phenomenon']}, evidence"
            for column, name in judged.items():
                if row.get(column) not in JUDGEMENTS:
                    known = ", ".join(sorted(JUDGEMENTS))
                    told = f"{column} {row.get(column)!r} is none of {known}"
                    raise InputError(told, path=path, line=line)
                counts[name][0] += row[column] == "right"
                counts[name][1] += 1
    rows = [
        (phenomenon, right, total, right / total, *wilson(right, total))
        for phenomenon, (right, total) in sorted(counts.items())
    ]
    columns = ("phenomenon", "right", "of", "precision", "from", "to")
    return Figures(f"judged: {path.name}", columns, tuple(rows))


def _shown(document: Document, place: TokenRef) -> str:
    """Return a place's word in brackets, with some of the text around it."""
    tokens = (document.source if place.side == "source" else document.target)[place.segment]
    start, end = tokens.starts[place.token], tokens.ends[place.token]
    before, behind = tokens.text[max(0, start - AROUND) : start], tokens.text[end : end + AROUND]
    return f"{before}[[{tokens.text[start:end]}]]{behind}"


def _below(folder: Path, ending: str) -> list[Path]:
    found = [folder] if folder.is_file() else sorted(folder.rglob(f"*.{ending}"))
    if not found:
        raise without_data(f"*.{ending}", folder)
    return found
