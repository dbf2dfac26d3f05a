"""Gold of formality: English lines, their translations in two styles, and the marked spans."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import md5
from typing import TYPE_CHECKING

from benchmarks.tasks.gold import side_by_side
from benchmarks.tasks.tagging import half

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

FILE = re.compile(r"(?P<english>.+?)\.?(?P<register>formal|informal)\.annotated(\.(?P<code>\w+))?$")
PAIR = re.compile(r"\.en-(?P<code>[a-z]{2})(?:[a-z]{2})?(?=\.|$)")
MARKUP = re.compile(r"\[(/?)F\]")
CLASSES = {
    "formal": frozenset({"v", "polite", "honorific", "humble"}),
    "informal": frozenset({"t", "plain"}),
}
"""The packs' labels of each register."""

Span = tuple[int, int]


@dataclass(frozen=True)
class GoldSegment:
    """An English line, its translation without markup, the marked spans, and its register.

    Args:
        english: the English line.
        translation: its translation, without markup.
        spans: the marked spans, half-open.
        register: the style.
    """

    english: str
    translation: str
    spans: tuple[Span, ...]
    register: str


def read_gold(folder: Path) -> Iterator[tuple[str, GoldSegment]]:
    """Read the annotated files below a folder, each with its English lines.

    `NAME.formal.annotated.xx` stands beside `NAME.en`, or `NAME.en-xx.formal.annotated` beside
    `NAME.en-xx`.
    """
    for path in sorted(folder.rglob("*.annotated*")):
        found = FILE.match(path.name)
        if found is None:
            continue
        pair = PAIR.search(found["english"])
        code = found["code"] or (pair["code"] if pair else "")
        candidates = [path.with_name(found["english"] + suffix) for suffix in (".en", "")]
        english = next((file for file in candidates if file.is_file()), None)
        if not code or english is None:
            continue
        for _, (source, marked) in side_by_side(english, path):
            translation, spans = without_markup(marked)
            yield code, GoldSegment(source, translation, spans, found["register"])


def by_style(given: argparse.Namespace) -> dict[str, dict[str, dict[str, str]]]:
    """Return the wanted gold: the language, the English line, the style, the translation."""
    texts: dict[str, dict[str, dict[str, str]]] = {}
    for language, segment in read_gold(given.folder):
        if given.lang not in {None, language}:
            continue
        if given.half in {None, half_of(segment.english, language)}:
            styles = texts.setdefault(language, {}).setdefault(segment.english, {})
            styles[segment.register] = segment.translation
    return texts


def without_markup(text: str) -> tuple[str, tuple[Span, ...]]:
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


def half_of(english: str, language: str) -> str:
    """Return the half of a segment; Japanese was split by MD5 before the others, and stays so."""
    if language == "ja":
        return "AB"[int(md5(english.strip().encode(), usedforsecurity=False).hexdigest(), 16) % 2]
    return half(english)
