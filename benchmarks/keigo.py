"""Japanese formality against the spans that annotators marked: precision, recall and F1 per style.

A span of CoCoA-MT is a whole predicate (使っています), a mark one of its words (ます): a mark is
right inside a span of its style, a span is found if a mark of its style lies in it. A segment's
style is that of most of its marks. Run: `python benchmarks/keigo.py DIR --half B`, DIR being the
folder that holds CoCoA-MT somewhere. Errors are read on half A (`--errors`), half B is for
reporting; the MD5 of the English line decides.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from dataclasses import dataclass
from hashlib import md5
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.core.discovery import discover
from discotag.core.document import ParallelText
from discotag.core.registry import Registry
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.tags import TaggedDocument

MARKUP = re.compile(r"(\[/?F\])")
STYLES = {"formal": "polite", "informal": "plain"}


@dataclass(frozen=True)
class GoldSegment:
    """An English line, its Japanese without markup, the marked character spans, and its style."""

    english: str
    japanese: str
    spans: tuple[tuple[int, int], ...]
    style: str


def read_gold(folder: Path, half: str | None) -> Iterator[GoldSegment]:
    """Read the annotated files below a folder: `….en-ja.formal.annotated` beside `….en-ja`."""
    for path in sorted(folder.rglob("*.en-ja.*formal.annotated")):
        name, register = path.name.removesuffix(".annotated").rsplit(".", 1)
        english = path.with_name(name).read_text("utf-8").splitlines()
        for source, marked in zip(english, path.read_text("utf-8").splitlines(), strict=True):
            if half in {None, half_of(source)}:
                japanese, spans = without_markup(marked)
                yield GoldSegment(source, japanese, spans, STYLES[register])


def half_of(english: str) -> str:
    """Give the half a segment belongs to."""
    return "AB"[int(md5(english.strip().encode()).hexdigest(), 16) % 2]


def without_markup(marked: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Take the markup out of a line; give the line and the half-open spans."""
    text, spans, begin = "", [], None
    for part in MARKUP.split(marked):
        if part == "[F]":
            begin = len(text)
        elif part == "[/F]" and begin is not None:
            spans.append((begin, len(text)))
            begin = None
        elif part != "[/F]":
            text += part
    return text, tuple(spans)


def tagged(segments: Sequence[GoldSegment]) -> TaggedDocument:
    """Tag all segments as one document; marks do not depend on other segments."""
    registry = Registry(discover())
    config = RunConfig(
        source_language="en", target_language="ja", phenomena=("formality",), scorers=()
    )
    text = ParallelText(
        id="gold",
        source=tuple(segment.english for segment in segments),
        references={"gold": tuple(segment.japanese for segment in segments)},
        hypotheses={},
        lines=tuple(range(1, len(segments) + 1)),
    )
    (result,) = Stages(plan(config, registry), registry).tag([text])
    return result.references["gold"]


def report(segments: Sequence[GoldSegment], document: TaggedDocument, *, errors: bool) -> None:
    """Print one row per style."""
    counts: Counter[tuple[str, str]] = Counter()
    by_segment: dict[int, list[tuple[int, str]]] = {}
    for mark in document.marks:
        if mark.label in STYLES.values():
            by_segment.setdefault(mark.segment, []).append((mark.token, mark.label))
    for index, gold in enumerate(segments):
        tokens, marks = document.document.target[index], by_segment.get(index, [])
        found = set()
        for token, label in marks:
            held = {
                span
                for span in gold.spans
                if tokens.starts[token] < span[1] and tokens.ends[token] > span[0]
            }
            is_right = bool(held) and label == gold.style
            counts[gold.style, "marks"] += 1
            counts[gold.style, "right"] += is_right
            found |= held if is_right else set()
            if errors and not is_right:
                print(f"+ {label} {tokens.forms[token]} | {gold.style} | {gold.japanese}")
        counts[gold.style, "spans"] += len(gold.spans)
        counts[gold.style, "found"] += len(found)
        if errors:
            for begin, end in set(gold.spans) - found:
                print(f"- {gold.japanese[begin:end]} | {gold.style} | {gold.japanese}")
        if gold.spans:
            (best,) = Counter(label for _, label in marks).most_common(1) or [("none", 0)]
            counts[gold.style, "segments"] += 1
            counts[gold.style, "segments right"] += best[0] == gold.style
    print("style    spans  marks      P      R      F  style right in segments")
    for style in STYLES.values():
        spans, marks_, right, found_, all_, good = (
            counts[style, key]
            for key in ("spans", "marks", "right", "found", "segments", "segments right")
        )
        precision, recall = right / marks_, found_ / spans
        print(
            f"{style:8} {spans:5} {marks_:6}  {precision:.3f}  {recall:.3f}"
            f"  {2 * precision * recall / (precision + recall):.3f}  {good:5} of {all_:5}"
        )


def main() -> None:
    """Read the arguments, tag and report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=["A", "B"], help="only this half of the segments")
    parser.add_argument("--errors", action="store_true", help="print what differs")
    given = parser.parse_args()
    segments = tuple(read_gold(given.folder, given.half))
    if not segments:
        parser.error(f"no *.en-ja.*.annotated files below {given.folder}")
    report(segments, tagged(segments), errors=given.errors)


if __name__ == "__main__":
    main()
