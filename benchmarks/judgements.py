"""What readers of blind sheets said: `judgements.toml` as tables.

`latest` is how things stand, a row for each phenomenon and pair of languages; `history` is every
sheet so far, in the order in which they were judged.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

from benchmarks.tasks.harness import Figures, Value
from benchmarks.tasks.review import wilson

FILE = Path(__file__).with_name("judgements.toml")
FIGURES = {
    "tags": "tags right",
    "evidence": "evidence right",
    "found": "marked of what a reader found",
}
"""`figure` of a block → the column in which it stands."""

Judgement = dict[str, Any]
"""A block: `corpus`, `what`, `right`, `of`, and `latest` where no newer sheet replaces it."""


def read(path: Path = FILE) -> list[Judgement]:
    """Read the outcomes of all sheets.

    Raises:
        ValueError: `latest` names a figure that there is not.
    """
    found: list[Judgement] = tomllib.loads(path.read_text("utf-8"))["judgement"]
    for entry in found:
        figure = entry.get("latest", {}).get("figure", "tags")
        if figure not in FIGURES:
            known = ", ".join(FIGURES)
            raise ValueError(f"{path.name}: figure {figure!r} of {entry['corpus']!r}: not {known}")
    return found


def latest(entries: list[Judgement]) -> Figures:
    """Return the outcomes that no newer sheet replaces; blocks of the same place are added up."""
    places: dict[tuple[str, str], list[Judgement]] = defaultdict(list)
    for entry in entries:
        if "latest" in entry:
            places[entry["latest"]["of"], entry["latest"]["pair"]].append(entry)
    order = {name: number for number, (name, _) in reversed(list(enumerate(places)))}
    rows: list[tuple[Value, ...]] = []
    for (of, pair), found in sorted(places.items(), key=lambda item: (order[item[0][0]], item[0])):
        sums = (_sum(found, figure) for figure in FIGURES)
        rows.append((of, pair, *sums, "; ".join(dict.fromkeys(one["corpus"] for one in found))))
    return Figures("", ("phenomenon", "pair", *FIGURES.values(), "texts"), tuple(rows))


def by_phenomenon(entries: list[Judgement]) -> Figures:
    """Return the newest outcomes of each phenomenon, added up over pairs of languages."""
    phenomena: dict[str, list[Judgement]] = defaultdict(list)
    for entry in entries:
        if "latest" in entry:
            phenomena[entry["latest"]["of"]].append(entry)
    rows = tuple(
        (
            of,
            len({entry["latest"]["pair"] for entry in found}),
            *(_sum(found, figure) for figure in FIGURES),
        )
        for of, found in phenomena.items()
    )
    return Figures("", ("phenomenon", "pairs", *FIGURES.values()), rows)


def _sum(entries: list[Judgement], figure: str) -> str | None:
    """Return the sum of the blocks of a figure with its interval, None where there is none."""
    found = [entry for entry in entries if entry["latest"]["figure"] == figure]
    right, of = (sum(entry[name] for entry in found) for name in ("right", "of"))
    return f"{right} of {of}: {_interval(right, of)}" if found else None


def history(entries: list[Judgement]) -> Figures:
    """Return every sheet with its share and interval."""
    rows = tuple(
        (
            entry["corpus"],
            entry["what"],
            f"{entry['right']} of {entry['of']}",
            _interval(entry["right"], entry["of"]),
        )
        for entry in entries
    )
    return Figures("", ("corpus", "what", "right", "share, Wilson 95 %"), rows)


def _interval(right: int, of: int) -> str:
    low, high = wilson(right, of)
    return f"{right / of:.3f} [{low:.3f}, {high:.3f}]"
