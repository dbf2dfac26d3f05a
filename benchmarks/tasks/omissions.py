"""Findings of omitted, added and moved sentences and of remarks (DT501–DT504), drawn for a reader.

All translations below the folder are looked at: `src.L` beside `sys.NAME.L` and `ref.NAME.L`, by
document where there is a `docids.txt`, else by twenty lines. With `--draw SHEET.tsv` so many
findings of each code (`--codes`) are drawn at random; the reader writes `right`, `wrong` or
`unsure` into the column `judgement`, and `accuracy.py review SHEET.tsv` counts. Without it, the
findings are counted.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.tasks.harness import (
    Figures,
    Value,
    registry,
    side_by_side,
    text_lines,
    without_data,
)
from benchmarks.tasks.review import CONTEXT, SEED, drawn
from discotag.core.document import Document, Side
from discotag.core.tags import TaggedDocument
from discotag.core.tokens import Tokens
from discotag_lint.check import Severity
from discotag_lint.checks.omissions import OmissionCheck, OmissionOptions

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from discotag_lint.check import Finding

NOTE = " note"
CODES = ("DT501", f"DT501{NOTE}", "DT502", f"DT502{NOTE}", "DT503", "DT504")
AT_A_TIME = 20
WORD = re.compile(r"\w[^\W぀-ヿ一-鿿]*|[^\w\s]")
"""A word, about; in Chinese and Japanese a character."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--draw", type=Path, metavar="SHEET", help="draw findings into this sheet")
    parser.add_argument("--codes", default=",".join(CODES), help="only these")
    parser.add_argument("--number", type=int, default=30, help="rows of each code")
    parser.add_argument("--seed", type=int, default=SEED)


def measure(given: argparse.Namespace) -> list[Figures]:
    """Count the findings, and draw from them."""
    codes = given.codes.split(",")
    rows: list[dict[str, str]] = []
    counted: list[tuple[Value, ...]] = []
    known = registry()
    for path, *pair in _texts(given.folder):
        if given.lang not in {None, *pair}:
            continue
        packs = [known.language(code).info for code in pair]
        check = OmissionCheck(OmissionOptions(), *packs)
        name = "/".join(path.parts[-3:])
        counts: Counter[str] = Counter()
        for document in _documents(path, *pair):
            counts["lines"] += len(document)
            for finding in check.check(TaggedDocument(document, ())):
                kind = _kind(finding)
                counts[kind] += 1
                if kind in codes:
                    rows.append(_row(name, finding, document))
        counted.append((name, counts["lines"], *(counts[code] for code in codes)))
    if not counted:
        raise without_data("src.L beside sys.NAME.L or ref.NAME.L", given.folder)
    figures = [Figures("findings", ("text", "lines", *codes), tuple(counted))]
    return figures + ([drawn(rows, given.draw, given)] if given.draw and rows else [])


def _texts(folder: Path) -> Iterator[tuple[Path, str, str]]:
    """Yield each translation with the codes of both languages."""
    for source in sorted(folder.rglob("src.??")):
        for kind in ("ref", "sys"):
            for path in sorted(source.parent.glob(f"{kind}.*.*")):
                yield path, source.suffix[1:], path.suffix[1:]


def _documents(path: Path, source: str, target: str) -> Iterator[Document]:
    """Yield the documents of a translation."""
    ids = path.with_name("docids.txt")
    pairs = [pair for _, pair in side_by_side(path.with_name(f"src.{source}"), path)]
    names = [line.partition("\t")[0] for line in text_lines(ids)] if ids.is_file() else []
    names = names or [f"from {number - number % AT_A_TIME + 1}" for number in range(len(pairs))]
    found: dict[str, tuple[list[str], list[str]]] = {}
    for name, pair in zip(names, pairs, strict=True):
        for side, line in zip(found.setdefault(name, ([], [])), pair, strict=True):
            side.append(line)
    for name, (here, there) in found.items():
        yield of_words(name, (source, here), (target, there), system=path.stem)


def of_words(
    name: str, source: tuple[str, list[str]], target: tuple[str, list[str]], *, system: str = "made"
) -> Document:
    """Return a document with words and nothing else; sides are a language and its lines."""
    sides = (_side(*side) for side in (source, target))
    return Document(
        id=name, source=next(sides), target=next(sides), system=system, role="hypothesis"
    )


def _side(language: str, lines: list[str]) -> Side:
    """Return a side with words and nothing else."""
    return Side(language, tuple(lines), tuple(map(_tokens, lines)))


def _tokens(line: str) -> Tokens:
    words = list(WORD.finditer(line))
    return Tokens(
        line,
        tuple(word[0] for word in words),
        tuple(word.start() for word in words),
        tuple(word.end() for word in words),
    )


def _kind(finding: Finding) -> str:
    """Return a finding's code; that of a mere note says so."""
    return finding.code + (NOTE if finding.severity is Severity.NOTE else "")


def _row(name: str, finding: Finding, document: Document) -> dict[str, str]:
    """Return what a reader sees of a finding."""
    number = finding.place.segment
    source, target = document.source.segments, document.target.segments
    elsewhere = []
    for place in finding.others:
        side = source if place.side == "source" else target
        elsewhere.append(f"{place.side}, {place.segment - number:+d}: {side[place.segment]}")
    around = range(max(0, number - CONTEXT), min(len(source), number + CONTEXT + 1))
    told = [f"{at - number:+d}: {source[at]} = {target[at]}" for at in around if at != number]
    return {
        "id": f"{name}:{document.id}:{number}",
        "phenomenon": _kind(finding),
        "label": finding.message,
        "source": source[number],
        "target": target[number],
        "evidence": " ;; ".join(elsewhere),
        "before": " // ".join(told),
    }
