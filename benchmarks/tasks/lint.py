"""`discotag lint` against texts that are consistent or not by construction, and human references.

* Voita et al. 2019 (en-ru): four lines in a consistent and in inconsistent versions.
* Formality files (as the task `formality` reads them) joined to documents of ten segments: all in
  one style, or one to three of the other, drawn with a seed. A finding is right if its word stands
  in a segment of the rarer style; a run of such segments is found if a finding lies in it.
* ContraPro (en-fr): three lines and a fourth with the right and with a wrong pronoun.
* References with document ids: every finding is counted as false, per 1,000 segments, which is an
  upper bound; where a second column of the ids names domains, warnings are counted by domain, too.
  `--sheet FILE` writes the findings down for reading.

Half A is for reading errors, half B for reporting; a hash of the source text decides, or of the
document's id.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import BaseModel

from benchmarks.tasks.formality import by_style
from benchmarks.tasks.harness import (
    Figures,
    at,
    f_score,
    half,
    json_items,
    ratio,
    registry,
    side_by_side,
    spread,
    text_lines,
    without_data,
)
from discotag.core.document import ParallelText
from discotag.core.errors import InputError
from discotag.pipeline.config import RunConfig
from discotag_lint.locations import Files
from discotag_lint.planning import plan_checks
from discotag_lint.report import LintReport
from discotag_lint.run import lint

if TYPE_CHECKING:
    import argparse
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from benchmarks.tasks.harness import Pair
    from discotag_lint.locations import LocatedFinding
    from discotag_lint.report import LintResult

TEXTS = {"deixis": ("DT101",), "lex_cohesion": ("DT201", "DT202")}
"""Test sets of Voita et al. → the codes that are wanted there."""
DETACHED = re.compile(r" (?=[.,!?;:…]|'(?:s|m|re|ll|ve|d)\b)| ?(n) (?='t\b)")
SIZE, MOST_ODD, SEED = 10, 3, 12345
STYLES = ("formal", "informal")


class Versions(BaseModel):
    """An item of Voita et al.: source, versions of the translation, the place of the right one."""

    src: str
    dst: list[str]
    true_ind: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--half", choices=("A", "B"), help="only this half of the texts")
    parser.add_argument("--number", type=int, default=1000, help="of ContraPro's items, spread")
    parser.add_argument("--errors", action="store_true", help="print what is wrong and missed")
    parser.add_argument("--sheet", type=Path, help="write the findings in references here (TSV)")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Measure what the folder holds."""
    figures = [
        *_voita(given),
        *_mixed(given),
        *_contrapro(given),
        *_references(given),
    ]
    if not figures:
        what = "deixis_*.json, *.annotated.*, *.current.trg, ref.*.L with docids.txt or TICO-19"
        raise without_data(what, given.folder)
    return figures


Document = tuple[str, "Sequence[Pair]"]
Styles = tuple[str, "Mapping[str, str]"]
"""An English line, and its translation in each style."""


def linted(
    documents: Iterable[Document],
    source: str,
    target: str,
    *,
    checks: tuple[str, ...] | Literal["*"] = "*",
    options: Mapping[str, Mapping[str, Any]] | None = None,
) -> LintResult:
    """Run checks of a pair, by default every one, on documents of (source, target) segments."""
    known = registry()
    config = RunConfig(
        source_language=source,
        target_language=target,
        scorers=(),
        options={name: dict(own) for name, own in (options or {}).items()},
    )
    texts = (
        ParallelText(
            id=name,
            source=tuple(first for first, _ in pairs),
            references={"gold": tuple(second for _, second in pairs)},
            hypotheses={},
            lines=tuple(range(1, len(pairs) + 1)),
        )
        for name, pairs in documents
    )
    return lint(plan_checks(config, known, checks), known, texts, Files("source", "target"))


def of_documents(result: LintResult, codes: Iterable[str]) -> dict[str, list[LocatedFinding]]:
    """Group the findings of some codes by document."""
    found: dict[str, list[LocatedFinding]] = defaultdict(list)
    for finding in result.findings:
        if finding.code in codes:
            found[finding.document].append(finding)
    return found


def _voita(given: argparse.Namespace) -> Iterator[Figures]:
    if given.lang not in {None, "ru"}:
        return
    rows = []
    for name, codes in TEXTS.items():
        for path in sorted(given.folder.rglob(f"{name}_*.json")):
            documents: list[Document] = []
            gold: dict[str, bool] = {}
            for number, (line, item) in enumerate(json_items(path, Versions)):
                if given.half in {None, half(item.src)}:
                    for version, text in enumerate(item.dst):
                        key = f"{number}/{version}"
                        gold[key] = version != item.true_ind
                        with at(path, line, "as many lines (_eos) in every version"):
                            pairs = list(zip(voita_lines(item.src), voita_lines(text), strict=True))
                        documents.append((key, pairs))
            found = of_documents(linted(documents, "en", "ru"), codes)
            rows.append((f"{path.stem}, {' '.join(codes)}", *_counted(gold, found)))
            if given.errors:
                _print_errors(documents, gold, found)
    if rows:
        yield _table("Voita et al., texts", rows)


def voita_lines(text: str) -> list[str]:
    """Cut a tokenized text at `_eos`, and join words and marks."""
    return [DETACHED.sub(r"\1", line.strip()) for line in text.split("_eos")]


def _counted(
    gold: dict[str, bool], found: dict[str, list[LocatedFinding]]
) -> tuple[int, int, int, float | None, float | None, float | None]:
    """Count texts: with a fault, with a finding, with both; precision, recall, F1."""
    right = sum(is_wrong and bool(found.get(key)) for key, is_wrong in gold.items())
    return _shares(right, sum(bool(found.get(key)) for key in gold), right, sum(gold.values()))


def _shares(
    right: int, all_found: int, reached: int, wanted: int
) -> tuple[int, int, int, float | None, float | None, float | None]:
    precision, recall = ratio(right, all_found), ratio(reached, wanted)
    return wanted, all_found, right, precision, recall, f_score(precision, recall)


def _table(title: str, rows: Sequence[tuple[str | int | float | None, ...]]) -> Figures:
    return Figures(title, ("lint", "wanted", "found", "right", "P", "R", "F1"), tuple(rows))


def _print_errors(
    documents: Iterable[Document], gold: dict[str, bool], found: dict[str, list[LocatedFinding]]
) -> None:
    for key, pairs in documents:
        if gold[key] != bool(found.get(key)):
            told = "; ".join(f"{item.code} {item.message}" for item in found.get(key, ()))
            print(f"{key}: {told or 'missed'}")
            for source, target in pairs:
                print(f"    {target} | {source}")


def _mixed(given: argparse.Namespace) -> Iterator[Figures]:
    rows = []
    for language, texts in sorted(by_style(given).items()):
        documents = list(joined([item for item in texts.items() if len(item[1]) == 2]))
        rows.append((language, *_mixed_shares(documents, language, errors=given.errors)))
    if rows:
        yield _table("mixed styles, runs of the rarer one, DT101", rows)


class Joined(NamedTuple):
    """A document; the style of each segment, `""` where both are alike; the rarer style."""

    id: str
    pairs: tuple[tuple[str, str], ...]
    styles: tuple[str, ...]
    other: str
    is_pure: bool


def joined(segments: Sequence[Styles]) -> Iterator[Joined]:
    """Join segments to documents: in each style, without and with segments of the other."""
    drawn = random.Random(SEED)
    for begin in range(0, len(segments) - SIZE + 1, SIZE):
        part = segments[begin : begin + SIZE]
        for usual, other in (STYLES, STYLES[::-1]):
            odd = frozenset(drawn.sample(range(SIZE), drawn.randint(1, MOST_ODD)))
            for name, places in (("pure", frozenset[int]()), ("mixed", odd)):
                chosen = [other if place in places else usual for place in range(SIZE)]
                items = list(zip(part, chosen, strict=True))
                yield Joined(
                    f"{begin}/{usual}/{name}",
                    tuple((line, styles[style]) for (line, styles), style in items),
                    tuple(
                        style if len(set(styles.values())) == 2 else ""
                        for (_, styles), style in items
                    ),
                    other,
                    not places,
                )


def _mixed_shares(
    documents: Sequence[Joined], language: str, *, errors: bool
) -> tuple[int, int, int, float | None, float | None, float | None]:
    """Count findings in segments of the rarer style, and runs of such segments that are found."""
    found = of_documents(
        linted(((each.id, each.pairs) for each in documents), "en", language), ("DT101",)
    )
    right = all_found = reached = wanted = 0
    for document in documents:
        key, pairs = document.id, document.pairs
        odd = {place for place, style in enumerate(document.styles) if style == document.other}
        alike = {place for place, style in enumerate(document.styles) if not style}
        held = {finding.spot.segment for finding in found.get(key, ())}
        units = runs(odd, alike)
        all_found += len(held)
        right += len(held & odd)
        wanted += len(units)
        reached += sum(bool(held & set(unit)) for unit in units)
        for finding in found.get(key, ()) if errors else ():
            if finding.spot.segment not in odd:
                print(f"{language} {key}: {finding.message}")
                for spot in (finding.spot, *finding.others):
                    print(f"    {spot.text} | {pairs[spot.segment][0]}")
        for unit in units if errors else ():
            if not held & set(unit):
                print(f"{language} {key}: missed")
                for index in unit:
                    print(f"    {pairs[index][1]} | {pairs[index][0]}")
    return _shares(right, all_found, reached, wanted)


def runs(places: Iterable[int], between: Collection[int] = ()) -> list[list[int]]:
    """Return runs of neighbouring numbers; those `between` do not part neighbours."""
    found: list[list[int]] = []
    for place in sorted(places):
        if found and all(at in between for at in range(found[-1][-1] + 1, place)):
            found[-1].append(place)
        else:
            found.append([place])
    return found


def _contrapro(given: argparse.Namespace) -> Iterator[Figures]:
    if given.lang not in {None, "fr"}:
        return
    for path in sorted(given.folder.rglob("*.current.trg")):
        prefix = path.name.removesuffix(".current.trg")
        names = ("current.src", "current.trg", "c3.context.src", "c3.context.trg")
        files = [path.with_name(f"{prefix}.{name}") for name in names]
        if not all(file.is_file() for file in files):
            continue
        segments, before = (
            [(one, other) for _, (one, other) in side_by_side(*pair)]
            for pair in (files[:2], files[2:])
        )
        if len(segments) % 2 or len(before) != 3 * len(segments):
            told = f"{len(before)} lines for {len(segments)} in {files[0].name}"
            raise InputError(f"{told}; expected pairs of segments, three lines each", path=files[2])
        firsts = range(0, len(segments), 2)
        items = (number for number in firsts if given.half in {None, half(segments[number][0])})
        documents: list[Document] = []
        gold: dict[str, bool] = {}
        for first in spread(items, given.number):
            for version in (0, 1):  # the right one stands first
                line = first + version
                key = f"{first}/{version}"
                gold[key] = bool(version)
                documents.append((key, [*before[3 * line : 3 * line + 3], segments[line]]))
        found = {
            key: [finding for finding in findings if finding.spot.segment == 3]
            for key, findings in of_documents(linted(documents, "en", "fr"), ("DT301",)).items()
        }
        if given.errors:
            _print_errors(documents, gold, {**{key: [] for key in gold}, **found})
        yield _table("ContraPro, texts", [(f"{prefix}, DT301", *_counted(gold, found))])


def _references(given: argparse.Namespace) -> Iterator[Figures]:
    rows = []
    by_domain: Counter[tuple[str, str, str]] = Counter()
    sheet = ["code\tseverity\tmessage\tplace\tother place\tsource\tdocument"]
    for name, source, target, documents, domains in corpora(given.folder):
        if given.lang not in {None, target}:
            continue
        chosen = [item for item in documents if given.half in {None, half(item[0])}]
        result = linted(chosen, source, target)
        counts = Counter(finding.code for finding in result.findings)
        codes = [f"DT{number}" for number in (101, 201, 202, 301)]
        shares = [
            1000 * counts[code] / result.segments if code in result.codes else None
            for code in codes
        ]
        notes = sum(finding.severity == "note" for finding in result.findings)
        total = LintReport((result,)).rate()
        rows.append((name, result.segments, len(result.findings), notes, total, *shares))
        sheet += [_sheet_row(name, finding) for finding in result.findings]
        for document, pairs in chosen:
            by_domain[domains.get(document, ""), target, "segments"] += len(pairs)
        for finding in result.findings:
            kind = "notes" if finding.severity == "note" else finding.code
            by_domain[domains.get(finding.document, ""), target, kind] += 1
    if given.sheet:
        given.sheet.write_text("\n".join(sheet) + "\n", "utf-8")
    if rows:
        listed = ("DT101", "DT201", "DT202", "DT301")
        columns = ("reference", "segments", "findings", "notes", "per 1,000", *listed)
        title = f"{given.folder.name}: findings per 1,000 segments"
        yield Figures(title, columns, tuple(rows), 2)
    if any(domain for domain, *_ in by_domain):
        yield _domains(given.folder.name, by_domain)


def _domains(name: str, counts: Counter[tuple[str, str, str]]) -> Figures:
    """Format the warnings in references by domain and target language, each code with its count."""
    for (domain, target, kind), count in tuple(counts.items()):
        counts[domain, "all", kind] += count
        counts["all", target, kind] += count
        counts["all", "all", kind] += count
    codes = sorted({kind for *_, kind in counts} - {"segments", "notes"})
    rows = []
    for domain, target in sorted({(domain, target) for domain, target, _ in counts}):
        segments = counts[domain, target, "segments"]
        found = [counts[domain, target, code] for code in codes]
        rate = 1000 * sum(found) / segments if segments else None
        notes = counts[domain, target, "notes"]
        rows.append((f"{domain or 'not told'} {target}", segments, sum(found), rate, *found, notes))
    columns = ("domain, language", "segments", "warnings", "per 1,000", *codes, "notes")
    return Figures(f"{name}: warnings in references by domain", columns, tuple(rows), 1)


class Texts(NamedTuple):
    """A reference with document ids: its languages, documents, and document → domain."""

    name: str
    source: str
    target: str
    documents: list[Document]
    domains: dict[str, str]


def corpora(folder: Path) -> Iterator[Texts]:
    """Read references with document ids, and their domains where the ids have a second column."""
    for path in sorted(folder.rglob("docids.txt")):
        source = next(iter(sorted(path.parent.glob("src.*"))), None)
        if source is None:
            continue
        for reference in sorted(path.parent.glob("ref.*.*")):
            rows = [
                (cells.split("\t")[0], *texts)
                for _, (cells, *texts) in side_by_side(path, source, reference)
            ]
            name = f"{path.parent.parent.name} {path.parent.name} {reference.name}"
            told = (line.partition("\t") for line in text_lines(path))
            yield Texts(
                name,
                source.suffix.removeprefix("."),
                reference.suffix.removeprefix("."),
                _grouped(rows),
                {document: domain for document, _, domain in told},
            )
    for path in sorted(folder.rglob("all.en-*.tsv")):
        rows = []
        for number, line in enumerate(text_lines(path), 1):
            with at(path, number, 'tuid="DOCUMENT:SEGMENT TAB English TAB translation'):
                place, english, translation = line.split("\t")[:3]
            rows.append((place.rpartition(":")[0].partition('"')[2], english, translation))
        target = path.stem.removeprefix("all.en-").split("-")[0]
        yield Texts(f"{path.parent.name} {path.stem}", "en", target, _grouped(rows), {})


def _grouped(rows: Iterable[Sequence[str]]) -> list[Document]:
    found: dict[str, list[Pair]] = {}
    for name, source, target in rows:
        found.setdefault(name, []).append((source, target))
    return list(found.items())


def _sheet_row(name: str, finding: LocatedFinding) -> str:
    cells = [
        finding.code,
        str(finding.severity),
        finding.message,
        f"{finding.spot.segment}: {finding.spot.text}",
        " ‖ ".join(f"{spot.segment}: {spot.text}" for spot in finding.others[:2]),
        finding.counterpart,
        f"{name} {finding.document}",
    ]
    return "\t".join(cell.replace("\t", " ") for cell in cells)
