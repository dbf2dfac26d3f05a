"""Findings for GitHub: annotations of a workflow, and a summary of its job in Markdown.

Sources: "Workflow commands for GitHub Actions" (`error`, `warning`, `notice` and their properties;
what stands in a command is escaped as the toolkit's `command.ts` does it), and "Adding a job
summary", https://docs.github.com/en/actions.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from discotag.core.findings import Severity
from discotag.linting.locations import relative_name
from discotag.linting.text import excerpt, summary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.linting.locations import LocatedFinding
    from discotag.linting.report import LintReport

COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
MOST = 50
"""Findings that a summary shows; a job's summary holds 1 MiB at most."""


def workflow_commands(report: LintReport) -> Iterator[str]:
    """Return a workflow command for each finding, and for each file that could not be read."""
    for finding in report.findings:
        yield _annotation(finding)
    for fault in report.faults:
        told = {"file": relative_name(fault.file), "title": "discotag lint"}
        yield f"::error {_properties(told)}::{_escaped(fault.message)}"
    for failure in report.failures:
        yield f"::error title=discotag lint::{_escaped(failure)}"


def job_summary(report: LintReport) -> Iterator[str]:
    """Return a page of Markdown: how much was found, and the first findings."""
    yield "## discotag lint"
    yield ""
    yield _markdown(summary(report))
    counts = Counter(finding.code for finding in report.findings)
    if counts:
        yield ""
        yield "| code | what | findings |"
        yield "| --- | --- | ---: |"
        for code, count in sorted(counts.items()):
            yield f"| {code} | {_markdown(report.codes[code].summary)} | {count} |"
        yield ""
        yield "| place | code | message | text |"
        yield "| --- | --- | --- | --- |"
    for finding in report.findings[:MOST]:
        cells = (finding.spot.where, finding.code, finding.message, excerpt(finding.spot))
        yield f"| {' | '.join(map(_markdown, cells))} |"
    if len(report.findings) > MOST:
        yield ""
        yield f"{len(report.findings) - MOST} more are not shown here."
    for fault in report.faults:
        yield ""
        yield f"**Could not be read:** {_markdown(fault.message)}"


def _annotation(finding: LocatedFinding) -> str:
    spot = finding.spot
    told = {"file": relative_name(spot.file)}
    if spot.line is not None:
        told["line"] = str(spot.line)
        if spot.column is not None:
            told["col"] = str(spot.column)
            told["endColumn"] = str(spot.column + spot.end - spot.start)
    told["title"] = f"{finding.code} {finding.info.name}"
    lines = [finding.message, excerpt(spot)]
    lines += [f"{other.where}: {excerpt(other)}" for other in finding.others]
    text = _escaped("\n".join(lines))
    return f"::{COMMANDS[finding.severity]} {_properties(told)}::{text}"


def _properties(values: dict[str, str]) -> str:
    return ",".join(
        f"{name}={_escaped(value).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in values.items()
    )


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _markdown(text: str) -> str:
    """Return a text that stands in a cell as it is: no markup, no HTML, on one line."""
    for sign in "\\`*_{}[]<>|#~&@":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())
