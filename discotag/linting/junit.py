"""Findings as a JUnit report: a suite for each file, a failed case for each finding.

There is no standard; this keeps to what Jenkins' xunit plugin checks (`junit-10.xsd`: `testsuites`,
`testsuite` with `name`, `tests`, `failures`, `errors`, `testcase` with `name`, `classname` and at
most one `failure` or `error`). A file without findings has one case that passed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from discotag.linting.locations import relative_name
from discotag.linting.text import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.linting.locations import LocatedFinding
    from discotag.linting.report import Fault, LintReport
    from discotag.linting.run import LintResult

FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold."""


def junit(report: LintReport) -> Iterator[str]:
    """Return the report, piece by piece."""
    found = len(report.findings)
    errors = len(report.faults) + len(report.failures)
    cases = sum(max(len(result.findings), 1) for result in report.results) + errors
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    counts = f'tests="{cases}" failures="{found}" errors="{errors}"'
    yield f'<testsuites name="discotag lint" {counts}>\n'
    for result in report.results:
        yield from _suite(result)
    for fault in report.faults:
        yield from _fault(fault)
    for failure in report.failures:
        yield from _error("discotag lint", failure)
    yield "</testsuites>\n"


def _suite(result: LintResult) -> Iterator[str]:
    name = relative_name(result.files.target)
    count = len(result.findings)
    yield (
        f'  <testsuite name={_attribute(name)} tests="{max(count, 1)}" failures="{count}"'
        ' errors="0">\n'
    )
    for finding in result.findings:
        yield _case(name, finding)
    if not count:
        yield f'    <testcase name="no findings" classname={_attribute(name)}/>\n'
    yield "  </testsuite>\n"


def _case(file: str, finding: LocatedFinding) -> str:
    title = f"{finding.code} {finding.info.name} at {finding.spot.where}"
    kind = f"{finding.severity}.{finding.code}"
    text = escape(_clean("\n".join(lines_of(finding))))
    return (
        f"    <testcase name={_attribute(title)} classname={_attribute(file)}>\n"
        f"      <failure type={_attribute(kind)} message={_attribute(finding.message)}>{text}"
        "</failure>\n    </testcase>\n"
    )


def _fault(fault: Fault) -> Iterator[str]:
    yield from _error(relative_name(fault.file), fault.message)


def _error(name: str, message: str) -> Iterator[str]:
    yield (
        f'  <testsuite name={_attribute(name)} tests="1" failures="0" errors="1">\n'
        f'    <testcase name="can be looked at" classname={_attribute(name)}>\n'
        f'      <error type="error" message={_attribute(message)}/>\n'
        "    </testcase>\n  </testsuite>\n"
    )


def _attribute(text: str) -> str:
    return quoteattr(_clean(text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _clean(text: str) -> str:
    return FORBIDDEN.sub("\ufffd", text)
