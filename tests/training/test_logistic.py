"""The logistic regression of links finds what rows were made with."""

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the recipe needs scipy")

from training.logistic import fitted


def test_the_regression_finds_what_the_rows_were_made_with():
    draw = np.random.default_rng(1)
    rows = draw.normal(size=(20_000, 2))
    right = draw.random(20_000) < 1 / (1 + np.exp(-(2 * rows[:, 0] - rows[:, 1] + 0.5)))
    factors, bias = fitted(rows, right.astype(float), np.ones(20_000))
    assert factors == pytest.approx([2, -1], abs=0.1)
    assert bias == pytest.approx(0.5, abs=0.1)
