"""Findings as a Code Quality report of GitLab.

Source: "Code Quality report format", https://docs.gitlab.com/ci/testing/code_quality/: a list of
objects with `description`, `check_name`, `fingerprint` (unique), `severity` (info, minor, major,
critical, blocker) and `location` with a relative `path` and `lines.begin` or `positions`.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from discotag.core.findings import Severity
from discotag.linting.locations import relative_name

if TYPE_CHECKING:
    from discotag.linting.report import LintReport

SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


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
