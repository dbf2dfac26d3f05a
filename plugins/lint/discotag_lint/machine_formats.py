"""Findings for other programs: JSON, SARIF, GitLab's Code Quality, JUnit.

Sources: SARIF 2.1.0 (OASIS); "Code Quality report format",
https://docs.gitlab.com/ci/testing/code_quality/ (a list of objects with `description`,
`check_name`, a unique `fingerprint`, `severity`, and `location` with a relative path and line).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from discotag_lint.check import Severity
from discotag_lint.locations import relative_name
from discotag_lint.suppressions import InlineSuppression
from discotag_lint.text_formats import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag_lint.check import CodeInfo
    from discotag_lint.locations import LocatedFinding, SourceLocation
    from discotag_lint.report import LintReport, LintResult
    from discotag_lint.suppressions import Suppression


SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def as_json(report: LintReport) -> Iterator[str]:
    """Yield JSON of discotag's own schema."""
    yield from _json(report.data())


def gitlab(report: LintReport) -> Iterator[str]:
    """Yield a Code Quality report: findings, and files that could not be read."""
    yield from _json(code_quality(report))


def sarif(report: LintReport) -> Iterator[str]:
    """Yield a SARIF log."""
    yield from _json(sarif_log(report))


def _json(data: object) -> Iterator[str]:
    yield json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)
    yield "\n"


def code_quality(report: LintReport) -> list[dict[str, Any]]:
    """Return an object for each finding, and for each file that could not be read."""
    seen: Counter[str] = Counter()
    found = []
    for finding in report.findings:
        path = relative_name(finding.spot.file)
        found.append(
            {
                "description": f"{finding.message} ({finding.code} {finding.info.name})",
                "check_name": finding.code,
                "fingerprint": _fingerprint(f"{path}\0{finding.fingerprint}", seen),
                "severity": SEVERITIES[finding.severity],
                "location": {"path": path, "lines": {"begin": finding.spot.line or 1}},
            }
        )
    for fault in report.faults:
        path = relative_name(fault.file)
        found.append(
            {
                "description": fault.message,
                "check_name": "unreadable",
                "fingerprint": _fingerprint(f"{path}\0{fault.message}", seen),
                "severity": "critical",
                "location": {"path": path, "lines": {"begin": 1}},
            }
        )
    return found


def _fingerprint(text: str, seen: Counter[str]) -> str:
    """Return a hash that no other finding has, and that the same finding has again."""
    seen[text] += 1
    return sha256(f"{text}\0{seen[text]}".encode()).hexdigest()


FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold."""


def junit(report: LintReport) -> Iterator[str]:
    """Yield JUnit's XML: a suite for each file."""
    found = len(report.findings)
    errors = len(report.faults) + len(report.failures)
    cases = sum(max(len(result.findings), 1) for result in report.results) + errors
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    counts = f'tests="{cases}" failures="{found}" errors="{errors}"'
    yield f'<testsuites name="discotag lint" {counts}>\n'
    for result in report.results:
        yield from _suite(result)
    for fault in report.faults:
        yield from _error(relative_name(fault.file), fault.message)
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


SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def sarif_log(report: LintReport) -> dict[str, Any]:
    """Return a log of one run; suppressed findings are among the results, with their reasons."""
    order = {code: index for index, code in enumerate(report.codes)}
    results = [
        *(_result(finding, order) for finding in report.findings),
        *(
            {
                **_result(finding, order),
                "suppressions": [{"kind": _kind(entry), "justification": entry.reason}],
            }
            for finding, entry in report.suppressed
        ),
    ]
    notifications = [("note", note) for note in report.notes]
    notifications += [("error", failure) for failure in report.failures]
    notifications += [("error", fault.message) for fault in report.faults]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "discotag lint",
                        "version": version("discotag"),
                        "rules": [_rule(code, info) for code, info in report.codes.items()],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": not report.failures and not report.faults,
                        "toolExecutionNotifications": [
                            {"level": level, "message": {"text": text}}
                            for level, text in notifications
                        ],
                    }
                ],
                "results": results,
                "properties": {
                    "pair": report.pair,
                    "signatures": dict(report.signatures),
                    "segments": report.segments,
                    "documents": report.documents,
                },
            }
        ],
    }


def _kind(entry: Suppression) -> str:
    """Return whether a finding is accepted in the file itself, or in another."""
    return "inSource" if isinstance(entry, InlineSuppression) else "external"


def _rule(code: str, info: CodeInfo) -> dict[str, Any]:
    return {
        "id": code,
        "name": info.name,
        "shortDescription": {"text": info.summary},
        "fullDescription": {"text": f"{info.summary} {info.advice}"},
        "help": {"text": info.advice, "markdown": f"**{info.summary}**\n\n{info.advice}"},
        "defaultConfiguration": {"level": str(info.severity)},
    }


def _result(finding: LocatedFinding, order: Mapping[str, int]) -> dict[str, Any]:
    fix = _fix(finding)
    return {
        **({} if fix is None else {"fixes": [fix]}),
        "ruleId": finding.code,
        "ruleIndex": order[finding.code],
        "level": str(finding.severity),
        "message": {"text": finding.message},
        "locations": [_location(finding.spot, finding.document)],
        "relatedLocations": [
            {
                "id": number,
                "message": {"text": f"“{other.word}”"},
                **_location(other, finding.document),
            }
            for number, other in enumerate(finding.others, 1)
        ],
        "partialFingerprints": {"discotag/v1": finding.fingerprint},
        "properties": {"counterpart": finding.counterpart},
    }


def _fix(finding: LocatedFinding) -> dict[str, Any] | None:
    """Return what is certain, in the characters of the file; None = a person must decide."""
    own = finding.replacement
    if own is None:
        return None
    region = {
        "startLine": own.first[0],
        "startColumn": own.first[1],
        "endLine": own.last[0],
        "endColumn": own.last[1],
    }
    return {
        "description": {"text": own.description},
        "artifactChanges": [
            {
                "artifactLocation": {"uri": uri(finding.spot.file)},
                "replacements": [{"deletedRegion": region, "insertedContent": {"text": own.text}}],
            }
        ],
    }


def _location(spot: SourceLocation, document: str) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(spot.file)}}
    if spot.line is not None:
        region: dict[str, Any] = {"startLine": spot.line}
        if spot.column is not None:
            region["startColumn"] = spot.column
            region["endColumn"] = spot.column + spot.end - spot.start
        physical["region"] = {**region, "snippet": {"text": spot.text}}
    logical: list[dict[str, Any]] = [{"fullyQualifiedName": document, "kind": "module"}]
    if spot.unit is not None:
        name = f"{document}/{spot.unit}"
        logical.append({"name": spot.unit, "fullyQualifiedName": name, "kind": "member"})
    return {"physicalLocation": physical, "logicalLocations": logical}


def uri(file: str) -> str:
    """Return a file's URI: relative as it was named, `stdin` for standard input."""
    if file == "-":
        return "stdin"
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
