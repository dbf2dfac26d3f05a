"""`discotag lint --expect` on texts in the wrong style, the right one, and both: DT103.

Formality files (as the task `formality` reads them) are joined to documents of ten segments: all in
one style, or one to three of the other, drawn with a seed, as the task `lint` joins them. Each
document is checked with `--expect formal` and with `--expect informal`.

* Segments: wanted are those whose style is not the expected one. Segments that are the same in both
  styles address nobody, so they are not wanted, and a finding there is wrong.
* Texts: documents in one style. Wanted are those in the style that is not expected; found is a
  document with a finding.

Half A is for reading errors, half B for reporting; a hash of the source text decides.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.tasks.formality import by_style
from benchmarks.tasks.harness import Figures, Value, has_pack, scores, without_data
from benchmarks.tasks.lint import STYLES, Joined, joined, linted, of_documents
from discotag.files.cache import used_cache

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence

    from benchmarks.tasks.lint import Document
    from discotag_lint.locations import LocatedFinding

CODE = "DT103"
COLUMNS = ("lint --expect", "wanted", "found", "right", "P", "R", "F1")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--half", choices=("A", "B"), help="only this half of the segments")
    parser.add_argument("--errors", action="store_true", help="print what is wrong and missed")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Check the documents of every language below the folder, with each expectation."""
    texts = by_style(given)
    if not texts:
        raise without_data("*.annotated files of formal and informal translations", given.folder)
    rows: dict[str, list[tuple[Value, ...]]] = {"segments": [], "texts": []}
    totals: dict[str, Counter[str]] = {"segments": Counter(), "texts": Counter()}
    for language in sorted(filter(has_pack, texts)):
        both = [
            (_plain(line), {style: _plain(text) for style, text in styles.items()})
            for line, styles in texts[language].items()
            if len(styles) == 2
        ]
        for unit, counts in _counted(list(joined(both)), language, errors=given.errors).items():
            rows[unit].append(_row(language, counts))
            totals[unit] += counts
    return [
        Figures(f"lint --expect, {unit}", COLUMNS, (*rows[unit], _row("all", totals[unit])))
        for unit in rows
    ]


def _plain(line: str) -> str:
    """Return a line without the quoting of a CSV field, which some lines of the files have."""
    is_field = len(line) > 1 and line[0] == line[-1] == '"' and '""' in line
    return line[1:-1].replace('""', '"') if is_field else line


def _counted(
    documents: Sequence[Joined], language: str, *, errors: bool
) -> dict[str, Counter[str]]:
    """Return by unit (segments, texts) how many are wanted, found, and both."""
    counts: dict[str, Counter[str]] = {"segments": Counter(), "texts": Counter()}
    with TemporaryDirectory() as folder, used_cache(Path(folder, "layers")):
        for expected in STYLES:
            told = _found(((each.id, each.pairs) for each in documents), language, expected)
            for each in documents:
                found = {finding.spot.segment for finding in told.get(each.id, ())}
                wanted = {n for n, style in enumerate(each.styles) if style not in {"", expected}}
                counts["segments"] += Counter(
                    wanted=len(wanted), found=len(found), right=len(wanted & found)
                )
                if each.is_pure:
                    counts["texts"] += Counter(
                        wanted=bool(wanted), found=bool(found), right=bool(wanted and found)
                    )
                for place in sorted(wanted ^ found) if errors else ():
                    what = "missed" if place in wanted else "wrong"
                    source, target = each.pairs[place]
                    print(f"{language} {each.id} {expected} expected, {what}: {target} | {source}")
    return counts


def _found(
    documents: Iterable[Document], language: str, expected: str
) -> dict[str, list[LocatedFinding]]:
    result = linted(
        documents,
        "en",
        language,
        checks=("address",),
        options={"address": {"expect": expected}},
    )
    return of_documents(result, (CODE,))


def _row(name: str, counts: Counter[str]) -> tuple[Value, ...]:
    wanted, found, right = counts["wanted"], counts["found"], counts["right"]
    return (name, wanted, found, right, *scores(right, found, wanted))
