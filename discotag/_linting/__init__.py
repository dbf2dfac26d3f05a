"""Lint: faults of a translation that can be seen without a reference."""

from discotag._linting.locations import Files, LocatedFinding, SourceLocation
from discotag._linting.report import LintReport
from discotag._linting.run import LintResult, lint

__all__ = ["Files", "LintReport", "LintResult", "LocatedFinding", "SourceLocation", "lint"]
