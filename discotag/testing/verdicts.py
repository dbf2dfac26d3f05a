"""What came of a check: each rule on each thing, as data for other programs."""

from __future__ import annotations

import platform
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from discotag.core.discovery import HOST
from discotag.core.findings import Severity
from discotag.testing.checking import cases_of, problems_of
from discotag.testing.problems import title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.discovery import PluginRecord
    from discotag.core.registry import Registry
    from discotag.testing.problems import Problem

SCHEMA = "discotag-check/1"


class Verdict(StrEnum):
    """What came of one rule on one thing."""

    PASSED = "passed"
    WARNED = "warned"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Tried:
    """One rule that was tried on one thing.

    Args:
        subject: role and name, such as `tagger questions`.
        rule: the rule in words.
        problems: what it found.
    """

    subject: str
    rule: str
    problems: tuple[Problem, ...]

    @property
    def verdict(self) -> Verdict:
        """What came of it: the worst problem decides; one that was only noted was not tried."""
        found = {problem.severity for problem in self.problems}
        if Severity.ERROR in found:
            return Verdict.FAILED
        if Severity.WARNING in found:
            return Verdict.WARNED
        return Verdict.SKIPPED if found else Verdict.PASSED

    def describe(self) -> dict[str, Any]:
        """Return it as plain data, with the reasons of what is not passed."""
        return {
            "subject": self.subject,
            "rule": self.rule,
            "verdict": str(self.verdict),
            "reasons": [problem.fault.message for problem in self.problems],
        }


@dataclass(frozen=True)
class Conformance:
    """All rules that were tried on some plugins.

    Args:
        plugins: the plugins.
        tried: each rule on each thing, in the order of the plugins.
        strict: whether warnings fail, too.
    """

    plugins: tuple[PluginRecord, ...]
    tried: tuple[Tried, ...]
    strict: bool = False

    @property
    def problems(self) -> list[Problem]:
        """All that was found."""
        return [problem for one in self.tried for problem in one.problems]

    @property
    def counts(self) -> dict[str, int]:
        """How many problems there are of each severity, worst first."""
        found = Counter(str(problem.severity) for problem in self.problems)
        return {name: found[name] for name in ("error", "warning", "note")}

    @property
    def verdicts(self) -> dict[str, int]:
        """How many rules came to each verdict."""
        found = Counter(one.verdict for one in self.tried)
        return {str(verdict): found[verdict] for verdict in Verdict}

    @property
    def rules(self) -> dict[str, int]:
        """How many rules were tried on each thing."""
        return dict(Counter(one.subject for one in self.tried))

    @property
    def is_sound(self) -> bool:
        """Whether nothing failed."""
        counts = self.counts
        return not counts["error"] and not (self.strict and counts["warning"])

    def describe(self) -> dict[str, Any]:
        """Return all of it as plain data, of the schema `discotag-check/1`."""
        return {
            "schema": SCHEMA,
            "discotag": version(HOST),
            "python": platform.python_version(),
            "plugins": [
                {
                    "name": record.name,
                    "distribution": record.distribution,
                    "version": record.version,
                    "api": record.api,
                }
                for record in self.plugins
            ],
            "strict": self.strict,
            "sound": self.is_sound,
            "verdicts": self.verdicts,
            "rules": self.rules,
            "tried": [one.describe() for one in self.tried],
            "counts": self.counts,
            "problems": [problem.describe() for problem in self.problems],
        }


def conformance_of(
    names: Sequence[str], registry: Registry, *, strict: bool = False
) -> Conformance:
    """Return what came of every rule on everything of some plugins.

    Raises:
        UnknownNameError: a plugin is not installed.
    """
    tried = tuple(
        Tried(subject.title, title_of(rule), problems_of(subject, rule))
        for name in names
        for subject, rule in cases_of(name, registry)
    )
    records = tuple(record for record in registry.plugins.records if record.name in names)
    return Conformance(records, tried, strict)
