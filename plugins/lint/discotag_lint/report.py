"""What came out: the result of one file, and the report of all of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from discotag_lint.check import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.plugin.runs import Plan
    from discotag_lint.check import CodeInfo
    from discotag_lint.fixes import FileFix
    from discotag_lint.locations import Files, LocatedFinding
    from discotag_lint.suppressions import Suppression


SCHEMA = "discotag-lint/1"
FAIL_ON, NEVER = "warning", "never"
"""The severity that makes the command fail where nothing is said, and the name for no severity."""


RANKS = {severity: rank for rank, severity in enumerate(Severity)}
"""Severity → 0 for the worst."""


@dataclass(frozen=True)
class LintResult:
    """What came out.

    Args:
        plan: what was run.
        files: the files that were checked.
        codes: code → what it means, of all codes that were checked.
        findings: in the order of the text, without those that are suppressed.
        suppressed: accepted findings, each with the suppression that covers it.
        unused: suppressions that covered nothing.
        documents: how many documents were checked.
        segments: how many segments.
        failures: what taggers and checks failed at (`--on-error skip`).
        notes: what the user should know.
        signature: what makes the findings reproducible.
        fail_on: the severity from which on its findings make the command fail, as configured; None
            = nothing is said, `never` = none does.
    """

    plan: Plan
    files: Files
    codes: Mapping[str, CodeInfo]
    findings: tuple[LocatedFinding, ...]
    suppressed: tuple[tuple[LocatedFinding, Suppression], ...]
    unused: tuple[Suppression, ...]
    documents: int
    segments: int
    failures: tuple[str, ...]
    notes: tuple[str, ...]
    signature: str
    fail_on: str | None = None

    def reaches(self, level: Severity) -> bool:
        """Return whether a finding is at least as bad as a level."""
        return any(RANKS[finding.severity] <= RANKS[level] for finding in self.findings)


class Fault(NamedTuple):
    """A file that could not be checked.

    Args:
        file: the file, as the user named it.
        message: what is wrong with it.
        exit_code: of the error.
    """

    file: str
    message: str
    exit_code: int


@dataclass(frozen=True)
class LintReport:
    """What came out of all files, in their order.

    Args:
        results: of the files that were checked.
        faults: of the others.
        remarks: further notes, of no single file.
        accepted: the suppressions of all files.
        fixes: what would be written into files, and what cannot.
    """

    results: tuple[LintResult, ...]
    faults: tuple[Fault, ...] = ()
    remarks: tuple[str, ...] = ()
    accepted: tuple[Suppression, ...] = ()
    fixes: tuple[FileFix, ...] = ()

    @property
    def findings(self) -> tuple[LocatedFinding, ...]:
        """The findings, without those that are suppressed."""
        return tuple(chain.from_iterable(result.findings for result in self.results))

    @property
    def suppressed(self) -> tuple[tuple[LocatedFinding, Suppression], ...]:
        """Accepted findings, each with the suppression that covers it."""
        return tuple(chain.from_iterable(result.suppressed for result in self.results))

    @property
    def unused(self) -> tuple[Suppression, ...]:
        """Suppressions that covered nothing in any file."""
        used = {entry for _, entry in self.suppressed}
        unused = chain.from_iterable(result.unused for result in self.results)
        return tuple(dict.fromkeys(entry for entry in unused if entry not in used))

    @property
    def codes(self) -> Mapping[str, CodeInfo]:
        """Code → what it means, of all codes that were checked."""
        known = {code: info for result in self.results for code, info in result.codes.items()}
        return dict(sorted(known.items()))

    @property
    def documents(self) -> int:
        """How many documents were checked."""
        return sum(result.documents for result in self.results)

    @property
    def segments(self) -> int:
        """How many segments."""
        return sum(result.segments for result in self.results)

    @property
    def failures(self) -> tuple[str, ...]:
        """What taggers and checks failed at (`--on-error skip`)."""
        return tuple(chain.from_iterable(result.failures for result in self.results))

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know; what holds for several files is there once."""
        notes = chain.from_iterable(result.notes for result in self.results)
        return tuple(dict.fromkeys((*notes, *self.remarks)))

    @property
    def signatures(self) -> Mapping[str, str]:
        """Language pair → what makes its findings reproducible."""
        return {result.plan.pair: result.signature for result in self.results}

    @property
    def pair(self) -> str | None:
        """The language pair, or None where there are several or none."""
        return next(iter(self.signatures)) if len(self.signatures) == 1 else None

    def rate(self, code: str | None = None) -> float | None:
        """Return findings (of one code, or all) per 1,000 segments; None without a segment."""
        count = sum(code in {None, finding.code} for finding in self.findings)
        return 1000 * count / self.segments if self.segments else None

    def fails(self, asked: str | None = None) -> bool:
        """Return whether a finding is at least as bad as makes the command fail.

        Args:
            asked: a severity, or `never`; None = as each file is configured, else `warning`.
        """
        levels = ((result, asked or result.fail_on or FAIL_ON) for result in self.results)
        return any(level != NEVER and result.reaches(Severity(level)) for result, level in levels)

    def data(self) -> dict[str, Any]:
        """Return it as plain data, as `--format json` prints it; no NaN."""
        counts = Counter(finding.code for finding in self.findings)
        return {
            "schema": SCHEMA,
            "pair": self.pair,
            "signature": None if self.pair is None else self.signatures[self.pair],
            "signatures": dict(self.signatures),
            "documents": self.documents,
            "segments": self.segments,
            "files": [_file(result) for result in self.results],
            "faults": [{"file": fault.file, "message": fault.message} for fault in self.faults],
            "codes": {
                code: {
                    "name": info.name,
                    "severity": str(info.severity),
                    "findings": counts[code],
                    "per_1000_segments": self.rate(code),
                }
                for code, info in self.codes.items()
            },
            "findings": [finding.data() for finding in self.findings],
            "suppressed": [
                {**finding.data(), "reason": entry.reason} for finding, entry in self.suppressed
            ],
            "unused_suppressions": [entry.model_dump() for entry in self.unused],
            "failures": list(self.failures),
            "notes": list(self.notes),
        }

    def written(self) -> LintReport:
        """Write what is to be written into the files, and return the report of what is left.

        Raises:
            OutputError: a file cannot be written.
            DiscotagError: a file was changed meanwhile.
        """
        for fix in self.fixes:
            if fix.fixed:
                fix.write()
        fixed = {id(finding) for fix in self.fixes for finding in fix.fixed}
        results = (
            replace(
                result,
                findings=tuple(each for each in result.findings if id(each) not in fixed),
            )
            for result in self.results
        )
        return replace(self, results=tuple(results))


def _file(result: LintResult) -> dict[str, Any]:
    return {
        "source": result.files.source,
        "target": result.files.target,
        "pair": result.plan.pair,
        "documents": result.documents,
        "segments": result.segments,
        "findings": len(result.findings),
    }
