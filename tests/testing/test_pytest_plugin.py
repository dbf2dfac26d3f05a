"""The fixtures that plugins' tests may ask for."""

from __future__ import annotations

pytest_plugins = ["discotag.testing.pytest_plugin"]


def test_lines_are_tagged_as_a_run_would(marks_of):
    lines = ["Tu dors.", "Tu manges."]
    ask = {"phenomenon": "formality", "target": "fr"}
    assert marks_of(["You sleep.", "You eat."], lines, **ask) == ["0 Tu t", "1 Tu t"]
    assert marks_of(["You sleep.", "You eat."], lines, tags_only=True, **ask) == ["1 Tu t"]
