"""Do readers agree with `choice`? Draws blind sheets of its verdicts, and compares filled ones.

`python benchmarks/readers.py draw RUN --phenomenon pronouns --out SHEET.tsv --key KEY.tsv` draws
places where the first reference has a tag: as many that the scorer calls correct in a system's
text, as it calls wrong, and as it finds no class for. The sheet shows the system's text with the
words in question in brackets, what stands before, and neither verdict, system nor reference. A
reader writes `right`, `wrong` or `unsure` into the column `judgement`: is the word right there?
`python benchmarks/readers.py compare KEY.tsv SHEET.tsv...` tells how often readers call a word
right, by verdict; `unsure` counts as not right. Wilson 95 % intervals: words at one place of the
source count as one.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))  # also run as a file, from anywhere

from benchmarks.tasks.review import FIELDS, JUDGEMENTS, wilson
from discotag.core.errors import InputError
from discotag.core.registry import open_registry
from discotag.core.results import Verdict
from discotag.runs.folder import open_run
from discotag.runs.reporting import documents_of
from discotag.runs.results import read_results
from discotag.scoring.resampling import ResamplingOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.results import DocumentView, Judgement
    from discotag.core.tokens import Tokens
    from discotag.runs.folder import RunFolder

SCORER = "choice"
SEED = 12345
BEFORE = 5
"""Segments shown before the one in question."""
KEYS = ("id", "pair", "phenomenon", "system", "verdict")
QUESTION = {
    "pronouns": "Is the marked pronoun of the translation right here, given what stands before?",
    "formality": "Does the marked word address people as this text should, given what stands"
    " before?",
}


def main() -> None:
    """Read the command line; draw or compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("draw", "compare"))
    parser.add_argument("paths", nargs="+", type=Path, help="run, or key and filled sheets")
    parser.add_argument("--phenomenon", choices=tuple(QUESTION), default="pronouns")
    parser.add_argument("--number", type=int, default=15, help="places of each verdict")
    parser.add_argument("--out", type=Path, help="sheet")
    parser.add_argument("--key", type=Path, help="verdicts of the sheet's rows")
    given = parser.parse_args()
    if given.what == "compare":
        print(compared(given.paths[0], given.paths[1:]))
        return
    if not (given.out and given.key):
        parser.error("draw needs --out and --key")
    counts = drawn(given.paths[0], given.phenomenon, given.number, given.out, given.key)
    print(", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items())))


def drawn(folder: Path, phenomenon: str, number: int, out: Path, key: Path) -> Counter[str]:
    """Write a sheet and its key; return how many places of each verdict were drawn.

    Args:
        folder: a run with the scorer `choice`.
        phenomenon: of which tags.
        number: places of each verdict, or fewer where there are not so many.
        out: the sheet.
        key: the file of verdicts.
    """
    run = open_run(folder)
    places = list(_places(run, phenomenon))
    draw = random.Random(SEED)
    draw.shuffle(places)
    left: Counter[Verdict] = Counter(dict.fromkeys(Verdict, number))
    chosen, asked = [], set()
    for verdict, row, told in places:
        if left[verdict] and row["id"] not in asked:  # of several systems one is asked about
            left[verdict] -= 1
            asked.add(row["id"])
            chosen.append((row, told))
    for place, (row, told) in enumerate(chosen, 1):
        row["id"] = told["id"] = f"{run.record.plan.pair}-{phenomenon}-{place}"
    _write(out, FIELDS, [row for row, _ in chosen])
    _write(key, KEYS, [told for _, told in chosen])
    return Counter(told["verdict"] for _, told in chosen)


def _places(
    run: RunFolder, phenomenon: str
) -> Iterator[tuple[Verdict, dict[str, str], dict[str, str]]]:
    """Yield each judged place: verdict, row of the sheet, row of the key."""
    results, scorers = read_results([run], open_registry(), ResamplingOptions(100, 100))
    for view in documents_of([run], results, scorers):
        for system in results.systems:
            for item in view.judgements[SCORER, system]:
                is_asked = item.phenomenon == phenomenon and item.verdict is not Verdict.UNJUDGED
                if is_asked and (row := _row(view, system, item)):
                    told = {"pair": run.record.plan.pair, "phenomenon": phenomenon}
                    yield item.verdict, row, told | {"system": system, "verdict": item.verdict}


def _row(view: DocumentView, system: str, item: Judgement) -> dict[str, str] | None:
    """Return the row of a place; None where no word of the system is linked to the tag's."""
    if not item.tokens:
        return None
    document = view.texts[system].document
    reference = next(iter(view.texts.values()))
    sources = next(
        mark.source_tokens
        for mark in reference.tags
        if (mark.phenomenon, mark.segment, mark.token)
        == (item.phenomenon, item.segment, item.token)
    )
    source, target = view.source.segments, document.target.segments
    first = max(0, item.segment - BEFORE)
    before = [f"{source[index]} = {target[index]}" for index in range(first, item.segment)]
    return {
        "id": f"{view.id}:{item.segment}:{item.token}",
        "phenomenon": item.phenomenon,
        "label": QUESTION[item.phenomenon],
        "source": _marked(view.source[item.segment], sources),
        "target": _marked(document.target[item.segment], item.tokens),
        "evidence": "",
        "before": " // ".join(before),
    }


def _marked(tokens: Tokens, places: Sequence[int]) -> str:
    """Return a text with some of its words in brackets."""
    text = tokens.text
    for place in sorted(set(places), reverse=True):
        start, end = tokens.starts[place], tokens.ends[place]
        text = f"{text[:start]}[[{text[start:end]}]]{text[end:]}"
    return text


def _write(path: Path, fields: Sequence[str], rows: Sequence[dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fields, delimiter="\t", lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(rows)


def compared(key: Path, sheets: Sequence[Path]) -> str:
    """Return a table: how often readers call right what the scorer calls so, or not.

    Raises:
        InputError: a row has no judgement, or is not in the key.
    """
    verdicts = {row["id"]: row for row in _rows(key)}
    counts: dict[tuple[str, str, str], list[tuple[str, bool]]] = defaultdict(list)
    for path in sheets:
        for line, row in enumerate(_rows(path), start=2):
            if row["judgement"] not in JUDGEMENTS or row["id"] not in verdicts:
                told = f"{row['id']!r}: judgement {row['judgement']!r}, or no row of the key"
                raise InputError(told, path=path, line=line)
            known = verdicts[row["id"]]
            group = counts[known["pair"], known["phenomenon"], known["verdict"]]
            group.append((row["source"], row["judgement"] == "right"))
    lines = [
        "| pair | phenomenon | verdict | words | places | readers call right |",
        "|---|---|---|---:|---:|---:|",
    ]
    for (pair, phenomenon, verdict), answers in sorted(counts.items()):
        share = sum(is_right for _, is_right in answers) / len(answers)
        places = len({source for source, _ in answers})
        low, high = wilson(share * places, places)
        lines.append(
            f"| {pair} | {phenomenon} | {verdict} | {len(answers)} | {places}"
            f" | {share:.2f} [{low:.2f}, {high:.2f}] |"
        )
    return "\n".join(lines)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


if __name__ == "__main__":
    main()
