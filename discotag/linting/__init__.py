"""Lint: faults of a translation that can be seen without a reference."""

from discotag.linting.placed import Files, PlacedFinding, Spot
from discotag.linting.run import LintResult, lint

__all__ = ["Files", "LintResult", "PlacedFinding", "Spot", "lint"]
