"""The README shows what `discotag explain` prints."""

from pathlib import Path

from discotag.testing.conformance import ExplanationConformance


class TestReadme(ExplanationConformance):
    readme = Path(__file__).parents[1] / "README.md"
