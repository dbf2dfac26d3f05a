"""What every plugin must keep; `discotag check phen-tag-questions` tries the same."""

from discotag_dev.conformance import PluginConformance


class TestConformance(PluginConformance):
    plugin = "phen-tag-questions"
