"""Lint: faults of a translation that can be seen without a reference."""

from discotag.lint.placed import Files, PlacedFinding, Spot
from discotag.lint.run import LintResult, lint

__all__ = ["Files", "LintResult", "PlacedFinding", "Spot", "lint"]
