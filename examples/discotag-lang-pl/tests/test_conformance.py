"""What every plugin must keep; `discotag check lang-pl` tries the same."""

from discotag.testing.conformance import PluginConformance


class TestConformance(PluginConformance):
    plugin = "lang-pl"
