"""Lint: faults of a translation that can be seen without a reference."""

from discotag.linting.placed import Files, PlacedFinding, Spot
from discotag.linting.report import LintReport
from discotag.linting.run import LintResult, lint

__all__ = ["Files", "LintReport", "LintResult", "PlacedFinding", "Spot", "lint"]
