"""The package keeps the rules of plugins, and its examples come out."""

from discotag_dev.conformance import PluginConformance
from discotag_dev.problems import Severity


class TestConnectives(PluginConformance):
    plugin = "phen-connectives"
    fails_on = Severity.WARNING
