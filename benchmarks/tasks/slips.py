"""Numbers, units and copies: false alarms in references, and how many made errors are found.

References: every finding of the checks `numbers` and `copies` counts, notes apart, so shares of
1,000 segments are upper bounds. Made errors, in half of the segments of the first reference of each
pair that allow one: `digit`, one figure of a number that the source has as well is another one;
`dropped`, such a number is taken away; `copied`, the source stands in place of the translation
(sources of four words and more). Folders are those of `lint`.

Genres: the domains of the references (all of WMT21 is news, TICO-19 medical); and subtitles, which
are the right translations of Voita's and ContraPro's suites, as `choose` reads them.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

from benchmarks.tasks.choose import suites
from benchmarks.tasks.harness import Figures, Value, ratio, registry, without_data
from benchmarks.tasks.lint import Texts, corpora
from discotag.core.document import Side
from discotag.core.tags import TaggedDocument
from discotag.core.tokens import Tokens
from discotag.testing.builders import context, document
from discotag_lint.checks.copies import CopyCheck
from discotag_lint.checks.numbers import NumberCheck

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from benchmarks.tasks.lint import Document
    from discotag_lint.check import Finding

CODES = ("DT701", "DT702", "DT505", "DT506")
SEED = 21
SUBTITLES = ("deixis_", "lex_cohesion_", "OpenSubs")
"""How the names of suites of subtitles begin."""
WORD = re.compile(r"\S+")
FIGURES = re.compile(r"(?<![\w.,-])\d[\d.,]*(?<![.,])")
Place = tuple[str, int]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--show", action="store_true", help="print all warnings in references")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Measure every reference, and errors made in the first of each folder."""
    alarms: list[tuple[Value, ...]] = []
    genres: Counter[tuple[str, str]] = Counter()
    recall: dict[str, Counter[str]] = {}
    seen: set[str] = set()
    for texts in corpora(given.folder):
        if given.lang not in {None, texts.source, texts.target}:
            continue
        alarms.append(_alarms(texts, genres, show=given.show))
        folder = texts.name.rpartition(" ")[0] or texts.name
        if folder in seen:
            continue
        seen.add(folder)
        for kind, made in KINDS.items():
            found = _found(texts, made)
            for name in (f"{texts.source}-{texts.target} {kind}", f"all {kind}"):
                recall.setdefault(name, Counter()).update(found)
    for texts in _subtitles(given.folder):
        if given.lang in {None, texts.source, texts.target}:
            alarms.append(_alarms(texts, genres, show=given.show))
    if not alarms:
        raise without_data("ref.*.L with docids.txt, TICO-19 or subtitles", given.folder)
    columns = ("reference", "segments", "warnings", "per 1,000", *CODES, "notes")
    columns_of_errors = ("errors", "made", "found", "recall", "as warnings")
    rows = [
        (name, counts["errors"], counts["found"], ratio(counts["found"], counts["errors"]),
         ratio(counts["warnings"], counts["errors"]))
        for name, counts in sorted(recall.items())
    ]  # fmt: skip
    return [
        Figures(f"{given.folder.name}: numbers and copies", columns, (*alarms, _sum(alarms)), 2),
        _by_genre(genres),
        *([Figures("made errors", columns_of_errors, tuple(rows))] if rows else ()),
    ]


def _subtitles(folder: Path) -> Iterator[Texts]:
    """Yield the right translations of suites of subtitles, an item a document."""
    for name, (source, target), items in suites(folder, "en-fr"):
        if not name.startswith(SUBTITLES):
            continue
        documents: dict[tuple[str, ...], Document] = {}
        for number, item in enumerate(items):
            pairs = list(zip(item.source, item.translations[item.right], strict=True))
            documents.setdefault(tuple(item.source), (f"{name}:{number}", pairs))
        domains = {document: "subtitles" for document, _ in documents.values()}
        yield Texts(f"subtitles {name}", source, target, list(documents.values()), domains)


def _genre(texts: Texts, document: str) -> str:
    domain = texts.domains.get(document, "")
    if texts.name.startswith("tico19"):
        return "medical"
    return "news" if domain.startswith("newstest") else domain or "not told"


def _by_genre(counts: Counter[tuple[str, str]]) -> Figures:
    rows = []
    for genre in sorted({genre for genre, _ in counts}):
        segments = counts[genre, "segments"]
        codes = [counts[genre, code] for code in CODES]
        rate = ratio(1000 * sum(codes), segments)
        rows.append((genre, segments, sum(codes), rate, *codes, counts[genre, "notes"]))
    columns = ("genre", "segments", "warnings", "per 1,000", *CODES, "notes")
    return Figures("warnings by genre", columns, tuple(rows), 2)


def _sum(rows: Sequence[tuple[Value, ...]]) -> tuple[Value, ...]:
    columns = [[value for value in column if isinstance(value, int)]
               for column in zip(*rows, strict=True)]  # fmt: skip
    sums = [sum(column) for column in columns]
    return ("all", sums[1], sums[2], ratio(1000 * sums[2], sums[1]), *sums[4:])


def _alarms(texts: Texts, genres: Counter[tuple[str, str]], *, show: bool) -> tuple[Value, ...]:
    """Count the findings of one reference, and add them to those of its genres."""
    found = list(_findings(texts, texts.documents))
    warnings = [(name, each) for name, each in found if each.severity is None]
    by_name = dict(texts.documents)
    for name, each in warnings if show else ():
        pair = by_name[name][each.place.segment]
        print(texts.name, texts.domains.get(name), each.code, each.message, *pair, sep=" | ")
    for name, pairs in texts.documents:
        genres[_genre(texts, name), "segments"] += len(pairs)
    for name, each in found:
        genres[_genre(texts, name), "notes" if each.severity else each.code] += 1
    segments = sum(len(pairs) for _, pairs in texts.documents)
    counts = Counter(each.code for _, each in warnings)
    rate = ratio(1000 * len(warnings), segments)
    own = [counts[code] for code in CODES]
    return texts.name, segments, len(warnings), rate, *own, len(found) - len(warnings)


def _findings(texts: Texts, documents: Iterable[Document]) -> Iterator[tuple[str, Finding]]:
    """Yield document ids with findings. The checks read texts: words are what spaces part here."""
    known = registry()
    packs = [known.language(code).info for code in (texts.source, texts.target)]
    given = context(packs[1], source=packs[0])
    checks = NumberCheck.create(given), CopyCheck.create(given)
    for name, pairs in documents:
        sources, targets = zip(*pairs, strict=True)
        sides = _side(packs[0].code, sources), _side(packs[1].code, targets)
        tagged = TaggedDocument(document(*sides, id=name), ())
        yield from ((name, finding) for check in checks for finding in check.check(tagged))


def _side(code: str, lines: Iterable[str]) -> Side:
    texts = tuple(lines)
    return Side(code, texts, tuple(map(_tokens, texts)))


def _tokens(text: str) -> Tokens:
    words = [(each[0], *each.span()) for each in WORD.finditer(text)] or [("", 0, 0)]
    forms, starts, ends = zip(*words, strict=True)
    return Tokens(text, forms, starts, ends)


def _found(texts: Texts, made: Callable[[str, str, random.Random], str | None]) -> Counter[str]:
    """Make errors, and count them and those that are found."""
    rng = random.Random(SEED)
    documents: list[Document] = []
    errors: set[Place] = set()
    for name, pairs in texts.documents:
        changed = []
        for segment, (source, target) in enumerate(pairs):
            other = made(source, target, rng) if target.strip() and rng.random() < 0.5 else None
            if other is not None:
                errors.add((name, segment))
            changed.append((source, target if other is None else other))
        documents.append((name, changed))
    found = list(_findings(texts, documents))
    warnings = {_place(*each) for each in found if each[1].severity is None}
    return Counter(
        errors=len(errors),
        found=len(errors & {_place(*each) for each in found}),
        warnings=len(errors & warnings),
    )


def _place(name: str, finding: Finding) -> Place:
    return name, finding.place.segment


def _numbers(source: str, target: str) -> Iterator[re.Match[str]]:
    """Yield numbers of a translation whose first figures stand in the source."""
    known = set(re.findall(r"\d+", source))
    yield from (
        each for each in FIGURES.finditer(target) if re.findall(r"\d+", each[0])[0] in known
    )


def _digit(source: str, target: str, rng: random.Random) -> str | None:
    numbers = list(_numbers(source, target))
    if not numbers:
        return None
    number = rng.choice(numbers)
    places = [at for at in range(*number.span()) if target[at].isdigit()]
    place = rng.choice(places)
    others = [sign for sign in "0123456789" if sign != target[place]]
    if place == number.start():
        others = [sign for sign in others if sign != "0"]
    return target[:place] + rng.choice(others) + target[place + 1 :]


def _dropped(source: str, target: str, rng: random.Random) -> str | None:
    numbers = list(_numbers(source, target))
    if not numbers:
        return None
    number = rng.choice(numbers)
    return target[: number.start()] + target[number.end() :]


def _copied(source: str, target: str, rng: random.Random) -> str | None:
    del target, rng
    return source if len(source.split()) >= 4 else None


KINDS = {"digit": _digit, "dropped": _dropped, "copied": _copied}
