"""Findings for a terminal: grouped by document, each with its line, both texts and both places."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from discotag.core.wording import amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.linting.placed import PlacedFinding, Spot
    from discotag.linting.run import LintResult

AROUND = 60
"""Characters of a segment that are shown on each side of a word."""


def rendered(result: LintResult) -> Iterator[str]:
    """Give the findings line by line."""
    for document, findings in groupby(result.findings, key=lambda finding: finding.document):
        yield f"# {document}"
        for finding in findings:
            yield from _finding(finding)
        yield ""


def summary(result: LintResult) -> str:
    """Give the last line: how many findings, of which severity and how dense."""
    counts = {
        severity: sum(finding.severity == severity for finding in result.findings)
        for severity in dict.fromkeys(finding.severity for finding in result.findings)
    }
    told = ", ".join(amount(count, str(severity)) for severity, count in counts.items())
    rate = result.rate()
    dense = "–" if rate is None else f"{rate:.1f}"
    found = amount(len(result.findings), "finding") + (f" ({told})" if told else "")
    size = f"{amount(result.segments, 'segment')} of {amount(result.documents, 'document')}"
    parts = [f"{found} in {size}", f"{dense} per 1,000 segments"]
    if result.suppressed:
        parts.append(f"{len(result.suppressed)} suppressed")
    return "; ".join(parts)


def _finding(finding: PlacedFinding) -> Iterator[str]:
    head = f"{finding.code} {finding.info.name} ({finding.severity})"
    yield f"{finding.spot.where}: {head}: {finding.message}"
    yield f"    {excerpt(finding.spot)}"
    yield f"    {_other_side(finding)}: {finding.counterpart.strip()}"
    for other in finding.others:
        yield f"  {other.where}: {excerpt(other)}"


def _other_side(finding: PlacedFinding) -> str:
    return "source" if finding.spot.side == "target" else "target"


def excerpt(spot: Spot) -> str:
    """Give what stands around a word, and the word in brackets."""
    before, behind = spot.text[: spot.start], spot.text[spot.end :]
    left = before if len(before) <= AROUND else "…" + before[-AROUND:]
    right = behind if len(behind) <= AROUND else behind[:AROUND] + "…"
    return f"{left}[{spot.word}]{right}"
