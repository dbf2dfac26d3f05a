"""The package keeps the rules of plugins, and its examples come out."""

from discotag.plugin import Severity
from discotag_dev.conformance import PluginConformance


class TestGender(PluginConformance):
    plugin = "phen-gender"
    fails_on = Severity.WARNING
