"""How a segment addresses its hearer, against labels of people: formal, informal or none.

Gold: `NAME.address.xx.jsonl`, an object a line with `id`, English `source`, `target` and `label`. A
segment's class is that of most of the marks that the pack's rules set in it (`verbs=all`), `none`
without one; each is tagged by itself. Halves are those of the file's order: the first is for
reading errors (`--half first --errors`), the second for reporting.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from benchmarks.tasks.formality import marks_of
from benchmarks.tasks.harness import (
    Figures,
    Value,
    at,
    f_score,
    has_pack,
    ratio,
    tag,
    text_lines,
    without_data,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from pathlib import Path

Label: TypeAlias = Literal["formal", "informal", "none"]
LABELS: tuple[Label, ...] = ("formal", "informal", "none")
HALVES = ("first", "second")


class Segment(BaseModel):
    """A segment with the label that people gave it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    source: str
    target: str
    label: Label


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--half", choices=HALVES, help="only this half of each file")
    parser.add_argument("--errors", action="store_true", help="print the segments that differ")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Tag the segments of every file below the folder."""
    rows: list[tuple[Value, ...]] = []
    for path, language, segments in gold_files(given.folder, given.lang):
        if not has_pack(language):
            rows.append((f"{path.name} (no language pack)", len(segments), *[None] * 4))
            continue
        found = classes(segments, language)
        middle = len(segments) // 2
        parts = {"first": slice(0, middle), "second": slice(middle, None), "both": slice(None)}
        for part, places in parts.items():
            if given.half in {None, part}:
                rows.append((f"{path.name}, {part}", *_row(segments[places], found[places])))
        if given.errors:
            shown = parts[given.half or "both"]
            for segment, label in zip(segments[shown], found[shown], strict=True):
                if label != segment.label:
                    print(f"{segment.id} {segment.label} → {label}", end=" | ")
                    print(f"{segment.target} | {segment.source}")
    if not rows:
        raise without_data("*.address.xx.jsonl", given.folder)
    columns = ("gold", "segments", "accuracy", *(f"F1 {label}" for label in LABELS))
    return [Figures("address", columns, tuple(rows))]


def gold_files(folder: Path, wanted: str | None) -> Iterator[tuple[Path, str, list[Segment]]]:
    """Yield the files below a folder with their languages and segments."""
    for path in sorted(folder.rglob("*.address.*.jsonl")):
        language = path.name.split(".")[-2]
        if wanted in {None, language}:
            segments = []
            for number, line in enumerate(text_lines(path), 1):
                with at(path, number, "id, source, target, label (formal, informal, none)"):
                    segments.append(Segment.model_validate_json(line))
            yield path, language, segments


def classes(segments: Sequence[Segment], language: str) -> list[Label]:
    """Return how each segment addresses its hearer, by the pack's rules."""
    texts = [[(segment.source, segment.target)] for segment in segments]
    found: list[Label] = []
    for document in tag(texts, language, "formality", options={"formality": {"verbs": "all"}}):
        counts = Counter(marks_of(document, 0).values())
        most = counts.most_common(1)[0][0] if counts else "none"
        found.append("formal" if most == "formal" else "informal" if counts else "none")
    return found


def _row(segments: Sequence[Segment], found: Sequence[Label]) -> tuple[Value, ...]:
    gold = [segment.label for segment in segments]
    right = Counter(one for one, other in zip(gold, found, strict=True) if one == other)
    scores = [
        f_score(ratio(right[label], found.count(label)), ratio(right[label], gold.count(label)))
        for label in LABELS
    ]
    return (len(gold), ratio(right.total(), len(gold)), *scores)
