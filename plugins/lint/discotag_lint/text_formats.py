"""Findings as text for people: in a terminal, as annotations of GitHub, as a page of Markdown."""

from __future__ import annotations

from collections import Counter
from itertools import chain, groupby
from typing import TYPE_CHECKING

from discotag.plugin import count_noun, visible
from discotag_lint.check import Severity
from discotag_lint.locations import relative_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_lint.locations import LocatedFinding, SourceLocation
    from discotag_lint.report import LintReport


AROUND = 60
"""Characters of a segment that are shown on each side of a word."""


def terminal(report: LintReport) -> Iterator[str]:
    """Yield the findings by document, and by file where there are several."""
    for result in report.results:
        file = f"{result.files.target}: " if len(report.results) > 1 else ""
        for document, findings in groupby(result.findings, key=lambda finding: finding.document):
            lines = [f"# {file}{document}", *chain.from_iterable(map(lines_of, findings)), ""]
            yield from (f"{visible(line, is_line=True)}\n" for line in lines)


def summary(report: LintReport) -> str:
    """Return the last line: how many findings, of which severity and how dense."""
    counts = {
        severity: sum(finding.severity == severity for finding in report.findings)
        for severity in dict.fromkeys(finding.severity for finding in report.findings)
    }
    severities = ", ".join(count_noun(count, str(severity)) for severity, count in counts.items())
    rate = report.rate()
    dense = "–" if rate is None else f"{rate:.1f}"
    found = count_noun(len(report.findings), "finding") + (f" ({severities})" if severities else "")
    size = f"{count_noun(report.segments, 'segment')} of {count_noun(report.documents, 'document')}"
    if len(report.results) + len(report.faults) > 1:
        size += f" in {count_noun(len(report.results), 'file')}"
    parts = [f"{found} in {size}", f"{dense} per 1,000 segments"]
    if report.suppressed:
        parts.append(f"{len(report.suppressed)} suppressed")
    if report.faults:
        parts.append(f"{count_noun(len(report.faults), 'file')} could not be read")
    return "; ".join(parts)


def lines_of(finding: LocatedFinding) -> Iterator[str]:
    """Return a finding line by line: what is wrong, both texts, the other places."""
    head = f"{finding.code} {finding.info.name} ({finding.severity})"
    yield f"{finding.spot.where}: {head}: {finding.message}"
    yield f"    {excerpt(finding.spot)}"
    yield f"    {_other_side(finding)}: {finding.counterpart.strip()}"
    if finding.fix is not None:
        fix = finding.fix
        old = finding.spot.text[fix.start : fix.end]
        yield f"    --fix: “{old}” → “{fix.replacement}”"
    for other in finding.others:
        yield f"  {other.where}: {excerpt(other)}"


def _other_side(finding: LocatedFinding) -> str:
    return "source" if finding.spot.side == "target" else "target"


def excerpt(spot: SourceLocation) -> str:
    """Return a word in brackets, with the text around it."""
    before, behind = spot.text[: spot.start], spot.text[spot.end :]
    left = before if len(before) <= AROUND else "…" + before[-AROUND:]
    right = behind if len(behind) <= AROUND else behind[:AROUND] + "…"
    return f"{left}[{spot.word}]{right}"


COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
MOST = 50
"""Findings that a summary shows; a job's summary holds 1 MiB at most."""


def github(report: LintReport) -> Iterator[str]:
    """Yield commands of GitHub Actions: for each finding, and each file that cannot be read."""
    for finding in report.findings:
        yield f"{_annotation(finding)}\n"
    for fault in report.faults:
        properties = {"file": relative_name(fault.file), "title": "discotag lint"}
        yield f"::error {_properties(properties)}::{_escaped(fault.message)}\n"
    for failure in report.failures:
        yield f"::error title=discotag lint::{_escaped(failure)}\n"


def markdown(report: LintReport) -> Iterator[str]:
    """Yield a page of Markdown: how much was found, and the first findings."""
    yield f"## discotag lint\n\n{_cell(summary(report))}\n"
    counts = Counter(finding.code for finding in report.findings)
    if counts:
        yield "\n| code | what | findings |\n| --- | --- | ---: |\n"
        for code, count in sorted(counts.items()):
            yield f"| {code} | {_cell(report.codes[code].summary)} | {count} |\n"
        yield "\n| place | code | message | text |\n| --- | --- | --- | --- |\n"
    for finding in report.findings[:MOST]:
        cells = (finding.spot.where, finding.code, finding.message, excerpt(finding.spot))
        yield f"| {' | '.join(map(_cell, cells))} |\n"
    if len(report.findings) > MOST:
        yield f"\n{len(report.findings) - MOST} more are not shown here.\n"
    for fault in report.faults:
        yield f"\n**Could not be read:** {_cell(fault.message)}\n"


def _annotation(finding: LocatedFinding) -> str:
    spot = finding.spot
    properties = {"file": relative_name(spot.file)}
    if spot.line is not None:
        properties["line"] = str(spot.line)
        if spot.column is not None:
            properties["col"] = str(spot.column)
            properties["endColumn"] = str(spot.column + spot.end - spot.start)
    properties["title"] = f"{finding.code} {finding.info.name}"
    lines = [finding.message, excerpt(spot)]
    lines += [f"{other.where}: {excerpt(other)}" for other in finding.others]
    text = _escaped("\n".join(lines))
    return f"::{COMMANDS[finding.severity]} {_properties(properties)}::{text}"


def _properties(values: dict[str, str]) -> str:
    return ",".join(
        f"{name}={_escaped(value).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in values.items()
    )


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _cell(text: str) -> str:
    """Return a text as the cell of a table shows it unchanged: no markup, no HTML, one line."""
    for sign in "\\`*_{}[]<>|#~&@":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())
