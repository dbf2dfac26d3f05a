"""How many lost connectives DT401 finds: references from which the first word is taken away.

A segment is chosen where source and reference both begin with a listed adverb or coordinator of a
sense that the check looks for (*However* … *Trotzdem* …; of coordinators only those of contrast and
concession). Listed words decide alone, no analysis: the check's own confidence, links and parse are
on trial. The segment and the one before it make a document; once as they are, once without that
word and the comma behind it. Word order is left as it is, so a German clause may then begin with
its verb. WMT layout or TICO-19, as the task `lint` reads references.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from benchmarks.tasks.harness import Figures, Value, half, ratio, spread, without_data
from benchmarks.tasks.lint import corpora, linted, of_documents

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from benchmarks.tasks.harness import Pair

CODE = "DT401"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--half", choices=("A", "B"), help="only this half of the documents")
    parser.add_argument(
        "--number", type=int, default=200, help="segments of each reference, spread"
    )
    parser.add_argument("--errors", action="store_true", help="print what is not found")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Measure every reference below the folder whose languages have lists."""
    rows: list[tuple[Value, ...]] = []
    for name, source, target, documents, _ in corpora(given.folder):
        if given.lang in {None, target}:
            chosen = [item for item in documents if given.half in {None, half(item[0])}]
            whole = spread(_chosen(chosen, source, target), given.number)
            if whole:
                rows.append((name, *_judged(whole, source, target, errors=given.errors)))
    if not rows:
        raise without_data("ref.*.L beside src.L with docids.txt, or TICO-19", given.folder)
    columns = ("reference", "dropped", "found", "recall", "found in the whole ones")
    return [
        Figures("lost connectives: found where the first word was taken away", columns, tuple(rows))
    ]


def _judged(
    whole: Sequence[tuple[str, Sequence[Pair]]], source: str, target: str, *, errors: bool
) -> tuple[Value, ...]:
    less = [
        (name, [*pairs[:-1], (pairs[-1][0], without_first(pairs[-1][1], target))])
        for name, pairs in whole
    ]
    counts = []
    for documents in (less, whole):
        findings = of_documents(linted(documents, source, target), (CODE,))
        hit = {
            name
            for name, pairs in documents
            if any(item.spot.segment == len(pairs) - 1 for item in findings.get(name, ()))
        }
        counts.append(len(hit))
        if errors and documents is less:
            for name, pairs in documents:
                if name not in hit:
                    print(f"{name}: {pairs[-1][0]} | {pairs[-1][1]}")
    return len(less), counts[0], ratio(counts[0], len(less)), counts[1]


def _chosen(
    documents: Sequence[tuple[str, Sequence[Pair]]], source: str, target: str
) -> Iterator[tuple[str, Sequence[Pair]]]:
    first = [_opening(language) for language in (source, target)]
    if None in first:
        return
    for name, pairs in documents:
        for number in range(1, len(pairs)):
            if all(
                opening and opening.match(text)
                for opening, text in zip(first, pairs[number], strict=True)
            ):
                yield f"{name} {number}", pairs[number - 1 : number + 1]


def without_first(text: str, language: str) -> str:
    """Take the listed word at the beginning away, and the comma behind it."""
    opening = _opening(language)
    hit = opening.match(text) if opening else None
    rest = text[hit.end() :].lstrip(" ,，、،") if hit else text
    return rest[:1].upper() + rest[1:]


@lru_cache(maxsize=4)
def _opening(language: str) -> re.Pattern[str] | None:
    """Match a telling listed word at the beginning; None where there is no list."""
    from discotag_phen_connectives.check import OPPOSITE, TELLING
    from discotag_phen_connectives.words import languages, read_words

    if language.partition("-")[0] not in languages():
        return None
    words = [
        word
        for word, groups in read_words(language).groups.items()
        if any(
            group.sense in (OPPOSITE if group.kind == "coordinator" else TELLING)
            and group.kind in {"adverb", "coordinator"}
            for group in groups
        )
    ]
    listed = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    end = "" if language.partition("-")[0] in {"zh", "ja"} else r"(?!\w)"
    return re.compile(rf"(?:{listed}){end}", re.IGNORECASE)
