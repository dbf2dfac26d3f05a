"""The English pack keeps the rules of plugins."""

from discotag.testing.conformance import PluginConformance


class TestEnglish(PluginConformance):
    plugin = "lang-en"
