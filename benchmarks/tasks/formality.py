"""Formality marks against the words that annotators marked with `[F]…[/F]`: P, R and F1 per class.

Gold: an English file beside its translations in a formal and an informal style (CoCoA-MT, IWSLT).
A mark is right on a word of its class; where gold spans are whole predicates (ja, ko), and with
`--unit span` in all languages, a mark is right inside a span of its class, and a span is found if
such a mark lies in it: annotators marked both words of *con usted* and *ha visto*, of which one
bears the class. Words that are marked alike in both styles show none: a recall of its own leaves
them out. A segment's class is that of most of its marks. Half A is for reading errors
(`--half A --errors`), half B for reporting; a hash of the English line decides.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from hashlib import md5
from typing import TYPE_CHECKING

from benchmarks.tasks.harness import (
    PUBLISHED,
    Figures,
    f_score,
    half,
    has_pack,
    ratio,
    side_by_side,
    tag,
    without_data,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.core.tags import TaggedDocument
    from discotag.core.tokens import Tokens


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


PREDICATES = frozenset({"ja", "ko"})
"""Languages whose annotators marked whole predicates."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--half", choices=("A", "B"), help="only this half of the segments")
    parser.add_argument("--verbs", default="all", help="the tagger's option; annotators marked all")
    parser.add_argument("--unit", choices=("word", "span"), default="word", help="what is gold")
    parser.add_argument("--errors", action="store_true", help="print the words that differ")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Tag the translations of every language below the folder."""
    gold = list(read_gold(given.folder))
    figures = []
    for language in sorted({code for code, _ in gold}):
        if given.lang not in {None, language}:
            continue
        segments = [
            segment
            for code, segment in gold
            if code == language and given.half in {None, half_of(segment.english, language)}
        ]
        if not has_pack(language):
            figures.append(Figures(f"formality, {language}: no language pack", ("class",), ()))
            continue
        for profile in ("discotag", PUBLISHED):
            options = {"formality": {"verbs": given.verbs}} if profile == "discotag" else {}
            pairs = [(segment.english, segment.translation) for segment in segments]
            (document,) = tag([pairs], language, "formality", profile=profile, options=options)
            whole = given.unit == "span" or language in PREDICATES
            counts = counted(segments, document, whole=whole)
            unit = ", by span" if given.unit == "span" else ""
            title = f"formality, {language}, half {given.half or 'A and B'}{unit}, "
            figures.append(_table(title + f"profile {profile}", counts))
            if given.errors and profile == "discotag":
                for line in differences(segments, document, whole=whole):
                    print(line)
    if not figures:
        raise without_data("*.annotated files of formal and informal translations", given.folder)
    return figures


def register_of(label: str) -> str | None:
    """Return the register of a label; None for one that is neither."""
    return next((name for name, labels in CLASSES.items() if label in labels), None)


def counted(
    segments: Sequence[GoldSegment], document: TaggedDocument, *, whole: bool
) -> Counter[tuple[str, str]]:
    """Count words (or `whole` spans) and segments by register."""
    counts: Counter[tuple[str, str]] = Counter()
    gold = [
        gold_units(segment, document.document.target[index], whole=whole)
        for index, segment in enumerate(segments)
    ]
    styles = _styles(segments, document, gold)
    for index, (segment, units) in enumerate(zip(segments, gold, strict=True)):
        register = segment.register
        found = marks_of(document, index)
        right = {token for token in found if _is_right(token, found, units, register)}
        reached = {number for number, unit in enumerate(units) if right & unit}
        tokens = document.document.target[index]
        telling = {
            number
            for number, unit in enumerate(units)
            if styles[segment.english, _text(unit, tokens)] == {register}
        }
        counts[register, "gold"] += len(units)
        counts[register, "found units"] += len(reached)
        counts[register, "telling"] += len(telling)
        counts[register, "found telling"] += len(telling & reached)
        counts[register, "marked"] += len(found)
        counts[register, "right"] += len(right)
        kind = "addressed" if units else "neutral"
        best = Counter(found.values()).most_common(1)
        counts[register, kind] += 1
        is_well = bool(best) and best[0][0] == register if units else not found
        counts[register, f"{kind} right"] += is_well
    return counts


def _styles(
    segments: Sequence[GoldSegment], document: TaggedDocument, gold: Sequence[list[set[int]]]
) -> dict[tuple[str, str], set[str]]:
    """Return the styles in which a gold word or span of an English line's translations stands."""
    styles: dict[tuple[str, str], set[str]] = defaultdict(set)
    for index, (segment, units) in enumerate(zip(segments, gold, strict=True)):
        for unit in units:
            text = _text(unit, document.document.target[index])
            styles[segment.english, text].add(segment.register)
    return styles


def _text(unit: set[int], tokens: Tokens) -> str:
    return " ".join(tokens.forms[token].casefold() for token in sorted(unit))


def marks_of(document: TaggedDocument, segment: int) -> dict[int, str]:
    """Return the marked tokens of a segment with their registers."""
    labels = {
        mark.token: register_of(mark.label) for mark in document.marks if mark.segment == segment
    }
    return {token: register for token, register in labels.items() if register}


def gold_units(segment: GoldSegment, tokens: Tokens, *, whole: bool) -> list[set[int]]:
    """Return the gold words, each a set of one token, or `whole` spans, each a set of tokens."""
    inside = []
    for token in tokens:
        letters = [token.start + at for at, sign in enumerate(token.form) if sign.isalpha()]
        inside.append((token.index, token.start, token.end, letters[0] if letters else -1))
    if whole:
        spans = [
            {index for index, start, end, _ in inside if start < last and first < end}
            for first, last in segment.spans
        ]
        return [span for span in spans if span]
    return [
        {index}
        for index, _, _, letter in inside
        if any(first <= letter < last for first, last in segment.spans)
    ]


def _is_right(token: int, found: dict[int, str], units: Sequence[set[int]], register: str) -> bool:
    return found[token] == register and any(token in unit for unit in units)


def differences(
    segments: Sequence[GoldSegment], document: TaggedDocument, *, whole: bool
) -> Iterator[str]:
    """Yield a line per segment whose marks differ: `+` marked and wrong, `-` missed."""
    for index, segment in enumerate(segments):
        found = marks_of(document, index)
        tokens = document.document.target[index]
        units = gold_units(segment, tokens, whole=whole)
        right = {t for t in found if _is_right(t, found, units, segment.register)}
        wrong = [f"+{tokens.forms[t]}" for t in sorted(set(found) - right)]
        wrong += [f"-{tokens.forms[max(unit)]}" for unit in units if not unit & right]
        if wrong:
            listed = ", ".join(wrong)
            yield f"{segment.register} {listed} | {segment.translation} | {segment.english}"


def _table(title: str, counts: Counter[tuple[str, str]]) -> Figures:
    rows = []
    for register in CLASSES:
        of = {name: count for (kind, name), count in counts.items() if kind == register}
        if not of:
            continue
        precision = ratio(of["right"], of["marked"])
        recall = ratio(of["found units"], of["gold"])
        rows.append(
            (
                register,
                of["gold"],
                of["marked"],
                precision,
                recall,
                f_score(precision, recall),
                ratio(of["found telling"], of["telling"]),
                ratio(of.get("addressed right", 0), of.get("addressed", 0)),
                of.get("addressed", 0),
                ratio(of.get("neutral right", 0), of.get("neutral", 0)),
            )
        )
    columns = (
        "class",
        "gold",
        "marked",
        "P",
        "R",
        "F1",
        "R where styles differ",
        "segments",
        "of",
        "neutral alone",
    )
    return Figures(title, columns, tuple(rows))
