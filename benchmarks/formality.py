"""Formality marks against words that annotators marked: precision, recall and F1 per class.

The gold files (CoCoA-MT, IWSLT formality control) hold each English segment in a formal and an
informal translation with `[F]…[/F]` around the words that bear the difference.
Run: `python benchmarks/formality.py DIR --lang fr`, DIR being the folder that holds them somewhere.
Half A (`--half A --errors`) is for reading errors, half B for reporting; the English line decides.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.core.discovery import discover
from discotag.core.document import ParallelText
from discotag.core.registry import Registry
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.tags import TaggedDocument

ANNOTATED = re.compile(r"(?P<register>formal|informal)\.annotated\.")
MARKUP = re.compile(r"\[(/?)F\]")


@dataclass(frozen=True)
class GoldSegment:
    """An English line, its translation without markup, and the marked character spans in it."""

    english: str
    translation: str
    spans: tuple[tuple[int, int], ...]
    label: str


def read_gold(folder: Path, language: str, labels: dict[str, str]) -> Iterator[GoldSegment]:
    """Read all annotated files of a language below a folder, in sorted order."""
    for path in sorted(folder.rglob(f"*.annotated.{language}")):
        found = ANNOTATED.search(path.name)
        english = path.with_name(path.name[: found.start()] + "en") if found else path
        if found is None or not english.is_file():
            continue
        texts = (file.read_text("utf-8").splitlines() for file in (english, path))
        for source, marked in zip(*texts, strict=True):
            translation, spans = without_markup(marked)
            yield GoldSegment(source, translation, spans, labels[found["register"]])


def without_markup(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Take `[F]` and `[/F]` out of a line; give the line and the half-open spans between them."""
    plain, last, begin = "", 0, None
    spans = []
    for found in MARKUP.finditer(text):
        plain += text[last : found.start()]
        last = found.end()
        if not found[1]:
            begin = len(plain)
        elif begin is not None:
            spans.append((begin, len(plain)))
            begin = None
    return plain + text[last:], tuple(spans)


def half(english: str) -> str:
    """Give the half a segment belongs to, by its English line."""
    return "AB"[sha256(english.encode()).digest()[0] % 2]


def tagged(segments: list[GoldSegment], language: str, verbs: str) -> TaggedDocument:
    """Tag all segments as one document; marks do not depend on other segments."""
    registry = Registry(discover())
    config = RunConfig(
        source_language="en",
        target_language=language,
        phenomena=("formality",),
        scorers=(),
        options={"formality": {"verbs": verbs}},
    )
    text = ParallelText(
        id="gold",
        source=tuple(segment.english for segment in segments),
        references={"gold": tuple(segment.translation for segment in segments)},
        hypotheses={},
        lines=tuple(range(1, len(segments) + 1)),
    )
    (result,) = Stages(plan(config, registry), registry).tag([text])
    return result.references["gold"]


def words(segment: GoldSegment, document: TaggedDocument, index: int) -> set[int]:
    """Give the tokens whose first letter lies inside a marked span (*-lhe*: the *l*)."""
    first = {
        token.index: token.start + at
        for token in document.document.target[index]
        for at, letter in reversed(list(enumerate(token.form)))
        if letter.isalpha()
    }
    return {
        token
        for token, letter in first.items()
        if any(begin <= letter < end for begin, end in segment.spans)
    }


def report(segments: list[GoldSegment], document: TaggedDocument, *, errors: bool) -> None:
    """Print word scores per class, and how often a whole segment is given its class."""
    counts: Counter[tuple[str, str]] = Counter()
    marks = document.marks_by_token()
    for index, segment in enumerate(segments):
        found = {
            token: of_token[0].label for (place, token), of_token in marks.items() if place == index
        }
        gold = words(segment, document, index)
        right = {token for token in gold if found.get(token) == segment.label}
        counts[segment.label, "gold"] += len(gold)
        counts[segment.label, "marked"] += len(found)
        counts[segment.label, "right"] += len(right)
        kind = "spoken to" if gold else "neutral"
        best = Counter(found.values()).most_common(1)
        counts[segment.label, kind] += 1
        counts[segment.label, f"{kind} right"] += (
            bool(best) and best[0][0] == segment.label if gold else not found
        )
        if errors and (wrong := set(found) ^ right | gold - right):
            forms = document.document.target[index].forms
            listed = ", ".join(
                f"{'-' if token in gold else '+'}{forms[token]}" for token in sorted(wrong)
            )
            print(f"{segment.label} {listed} | {segment.translation} | {segment.english}")
    print("class  gold marked      P      R      F  class right in segments  neutral left alone")
    for label in sorted({segment.label for segment in segments}):
        right, gold, found = (counts[label, name] for name in ("right", "gold", "marked"))
        print(
            f"{label:5} {gold:5} {found:6}  {right / found:.3f}  {right / gold:.3f}"
            f"  {2 * right / (gold + found):.3f}"
            f"  {counts[label, 'spoken to right']:5} of {counts[label, 'spoken to']:5}"
            f"          {counts[label, 'neutral right']:5} of {counts[label, 'neutral']}"
        )


def main() -> None:
    """Read the arguments, tag and report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lang", required=True, help="target language")
    parser.add_argument("--half", choices=["A", "B"], help="only this half of the segments")
    parser.add_argument("--verbs", default="all", help="the tagger's option; annotators marked all")
    parser.add_argument("--formal", default="v", help="label of the formal translations")
    parser.add_argument("--informal", default="t", help="label of the informal translations")
    parser.add_argument("--errors", action="store_true", help="print the words that differ")
    given = parser.parse_args()
    labels = {"formal": given.formal, "informal": given.informal}
    segments = [
        segment
        for segment in read_gold(given.folder, given.lang, labels)
        if given.half in {None, half(segment.english)}
    ]
    if not segments:
        parser.error(f"no *.annotated.{given.lang} files below {given.folder}")
    report(segments, tagged(segments, given.lang, given.verbs), errors=given.errors)


if __name__ == "__main__":
    main()
