"""The English pack keeps the rules of plugins."""

from discotag_dev.conformance import PluginConformance


class TestEnglish(PluginConformance):
    plugin = "lang-en"
