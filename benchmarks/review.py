"""Precision of tags, judged by a reader who has not seen the rules (the figure of muda Table 3).

python benchmarks/review.py draw TAGS.jsonl … --number 100 --out SHEET.tsv    draws a blind sheet
python benchmarks/review.py score SHEET.tsv                                   scores the filled one

The reader writes `right`, `wrong` or `unsure` into the column `judgement`. Tags are drawn at
random, so many per phenomenon, with a fixed seed or that of `--seed`. Scores come with Wilson 95 %
intervals, `unsure` counting as wrong.
"""

from __future__ import annotations

import argparse
import csv
import math
import random
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.files.tags import read_tags

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.core.tags import Place

SEED = 12345
CONTEXT = 2
AROUND = 50
FIELDS = ("id", "phenomenon", "label", "source", "target", "evidence", "before", "judgement", "why")
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
}


def wilson(right: int, total: int, z: float = 1.959964) -> tuple[float, float]:
    """Give the Wilson score interval of a proportion (Wilson 1927)."""
    share = right / total
    centre = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return (centre - spread) / (1 + z * z / total), (centre + spread) / (1 + z * z / total)


def shown(document: Document, place: Place) -> str:
    """Give a place's word in brackets, with some of the text around it."""
    tokens = (document.source if place.side == "source" else document.target)[place.segment]
    start, end = tokens.starts[place.token], tokens.ends[place.token]
    before, behind = tokens.text[max(0, start - AROUND) : start], tokens.text[end : end + AROUND]
    return f"{before}[[{tokens.text[start:end]}]]{behind}"


def draw(paths: list[Path], number: int, seed: int, out: Path) -> None:
    """Write a sheet of randomly drawn tags, `number` per phenomenon at most."""
    rows = defaultdict(list)
    for path in paths:
        for tagged in read_tags(path):
            document = tagged.document
            source, target = document.source.segments, document.target.segments
            for mark in tagged.tags:
                tokens = document.target[mark.segment]
                start, end = tokens.starts[mark.token], tokens.ends[mark.token]
                text = f"{tokens.text[:start]}[[{tokens.text[start:end]}]]{tokens.text[end:]}"
                places = [
                    f"{place.side}, {mark.segment - place.segment} back: {shown(document, place)}"
                    for place in mark.evidence
                ]
                first = max(0, mark.segment - CONTEXT)
                before = " // ".join(
                    f"{source[index]} = {target[index]}" for index in range(first, mark.segment)
                )
                rows[mark.phenomenon].append(
                    {
                        "id": f"{document.id}:{mark.segment}:{mark.token}",
                        "phenomenon": mark.phenomenon,
                        "label": mark.label,
                        "source": source[mark.segment],
                        "target": text,
                        "evidence": " ;; ".join(places) or "unknown",
                        "before": before,
                        "judgement": "",
                        "why": "",
                    }
                )
    drawn = random.Random(seed)
    with out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        for phenomenon in sorted(rows):
            found = rows[phenomenon]
            writer.writerows(drawn.sample(found, min(number, len(found))))
            print(
                f"{phenomenon}: {min(number, len(found))} of {len(found)} tags; right if", end=" "
            )
            print(DEFINITIONS.get(phenomenon, "the label holds and needs earlier segments"))


def score(path: Path) -> None:
    """Print the precision of each phenomenon in a filled sheet."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    with path.open(encoding="utf-8", newline="") as file:
        for line, row in enumerate(csv.DictReader(file, delimiter="\t"), start=2):
            if row["judgement"] not in {"right", "wrong", "unsure"}:
                raise SystemExit(
                    f"{path}:{line}: judgement {row['judgement']!r} is none of the three"
                )
            counts[row["phenomenon"]][0] += row["judgement"] == "right"
            counts[row["phenomenon"]][1] += 1
    for phenomenon, (right, total) in sorted(counts.items()):
        low, high = wilson(right, total)
        print(
            f"{phenomenon:18} {right:4} of {total:4} = {right / total:.3f} [{low:.3f}, {high:.3f}]"
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("tags", nargs="+", type=Path)
    drawing.add_argument("--number", type=int, default=100)
    drawing.add_argument("--seed", type=int, default=SEED)
    drawing.add_argument("--out", type=Path, required=True)
    commands.add_parser("score").add_argument("sheet", type=Path)
    options = parser.parse_args()
    if options.command == "draw":
        draw(options.tags, options.number, options.seed, options.out)
    else:
        score(options.sheet)


if __name__ == "__main__":
    main()
