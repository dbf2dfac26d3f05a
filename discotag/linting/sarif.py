"""Findings as SARIF 2.1.0, which code hosts and editors show beside the lines.

The format: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, 2020.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from discotag.linting.suppressions import InlineSuppression

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.components import CodeInfo
    from discotag.linting.locations import LocatedFinding, SourceLocation
    from discotag.linting.report import LintReport
    from discotag.linting.suppressions import Suppression

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def sarif(report: LintReport) -> dict[str, Any]:
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
    told = [("note", note) for note in report.notes]
    told += [("error", failure) for failure in report.failures]
    told += [("error", fault.message) for fault in report.faults]
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
                            {"level": level, "message": {"text": text}} for level, text in told
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
    """Return whether a finding is accepted in the file itself, or beside it."""
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
        "description": {"text": own.told},
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
