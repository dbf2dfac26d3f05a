"""How often DT601 finds an entity in texts of people: false alarms, unless the texts are at fault.

    python benchmarks/copied_entities.py TEXTS.tsv... [--show 20]

Each file has a source and a translation per line, with a tab between; more columns are left alone.
What is found is printed, for a person to judge: nobody can tell a false alarm but by reading.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.core.document import Document, Side
from discotag.core.tags import TaggedDocument
from discotag.core.tokens import Tokens
from discotag_lint.checks.copies import EntityCheck

if TYPE_CHECKING:
    from collections.abc import Sequence


def hits(rows: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the segments, source and translation, in which the check finds an entity."""
    rows = [row for row in rows if "&" in row[1] and row[1].strip()]
    if not rows:
        return []
    sources, targets = zip(*rows, strict=True)
    document = Document(
        id="all", source=_side("en", sources), target=_side("xx", targets), system="ref"
    )
    found = EntityCheck().check(TaggedDocument(document, ()))
    return [rows[segment] for segment in sorted({finding.place.segment for finding in found})]


def _side(language: str, lines: Sequence[str]) -> Side:
    tokens = tuple(Tokens(line, forms=(line,), starts=(0,), ends=(len(line),)) for line in lines)
    return Side(language, tuple(lines), tokens)


def rows_of(path: Path) -> list[tuple[str, str]]:
    """Return source and translation of each line of a file."""
    cells = [line.split("\t") for line in path.read_text("utf-8").split("\n")]
    return [(row[0], row[1]) for row in cells if len(row) > 1]


def main() -> None:
    """Print the rate, and what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=20)
    chosen = parser.parse_args()
    count, found = 0, list[tuple[str, str]]()
    for path in chosen.files:
        rows = rows_of(path)
        count += len(rows)
        found += hits(rows)
    print(f"{len(found)} of {count} segments, {1000 * len(found) / max(count, 1):.3f} per 1,000")
    for source, target in found[: chosen.show]:
        print(f"  {source}\n  {target}\n")


if __name__ == "__main__":
    main()
