"""The package keeps the rules of plugins, and its examples come out."""

from discotag.plugin import Severity
from discotag.testing.conformance import PluginConformance


class TestGender(PluginConformance):
    plugin = "phen-gender"
    fails_on = Severity.WARNING
