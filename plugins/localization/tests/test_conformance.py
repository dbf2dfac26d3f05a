"""The rules that every plugin keeps, on what this one declares."""

from __future__ import annotations

from discotag_dev.conformance import PluginConformance


class TestConformance(PluginConformance):
    """All readers."""

    plugin = "localization"
