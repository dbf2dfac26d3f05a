"""Curves from scores to the share of links that are right."""

from __future__ import annotations

import numpy as np
import pytest

from discotag_e5 import joined, methods
from discotag_e5.methods import Curve

CURVES = {"e5": methods.RIGHT, "joined": joined.RIGHT}


def test_a_curve_is_logistic_in_the_log_odds():
    curve = Curve(np.log(3), 2.0)
    assert curve.of(0.5) == pytest.approx(0.75)
    assert curve.of(0.75) == pytest.approx(27 / 28)


@pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES)
def test_the_fitted_curves_turn_no_order_and_are_never_quite_sure(curve):
    found = curve(np.linspace(0, 1, 101, dtype=np.float32))
    assert (np.diff(found) >= 0).all()
    assert (np.diff(found)[5:95] > 0).all()
    assert 0 < found[0] < 0.05
    assert 0.9 < found[-1] < 0.99
