"""The page of details shows what `discotag explain` prints."""

from pathlib import Path

from discotag_dev.conformance import ExplanationConformance


class TestReadme(ExplanationConformance):
    readme = Path(__file__).parents[1] / "DETAILS.md"
