"""Findings for a terminal: grouped by document, each with its line, both texts and both places."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from discotag.core.text import count_noun, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.linting.locations import LocatedFinding, SourceLocation
    from discotag.linting.report import LintReport

AROUND = 60
"""Characters of a segment that are shown on each side of a word."""


def rendered(report: LintReport) -> Iterator[str]:
    """Return the findings line by line, by document, and by file where there are several."""
    for result in report.results:
        file = f"{result.files.target}: " if len(report.results) > 1 else ""
        for document, findings in groupby(result.findings, key=lambda finding: finding.document):
            yield visible(f"# {file}{document}", is_line=True)
            for finding in findings:
                for line in lines_of(finding):
                    yield visible(line, is_line=True)
            yield ""


def summary(report: LintReport) -> str:
    """Return the last line: how many findings, of which severity and how dense."""
    counts = {
        severity: sum(finding.severity == severity for finding in report.findings)
        for severity in dict.fromkeys(finding.severity for finding in report.findings)
    }
    told = ", ".join(count_noun(count, str(severity)) for severity, count in counts.items())
    rate = report.rate()
    dense = "–" if rate is None else f"{rate:.1f}"
    found = count_noun(len(report.findings), "finding") + (f" ({told})" if told else "")
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
    """Return what stands around a word, and the word in brackets."""
    before, behind = spot.text[: spot.start], spot.text[spot.end :]
    left = before if len(before) <= AROUND else "…" + before[-AROUND:]
    right = behind if len(behind) <= AROUND else behind[:AROUND] + "…"
    return f"{left}[{spot.word}]{right}"
