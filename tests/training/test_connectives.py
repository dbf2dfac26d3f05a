"""The regression behind the model of connectives."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("scipy", reason="the recipe needs scipy")

from training.logistic import Matrix


def test_rare_features_are_not_learned():
    assert Matrix([("a",), ("a",), ("a", "b")]).names == ["", "a"]


def test_a_telling_feature_gets_the_weight_and_an_idle_one_none():
    examples = [("yes", "idle")] * 20 + [("no", "idle")] * 20
    weights = Matrix(examples).fit([True] * 20 + [False] * 20, 1.0)
    assert weights["yes"] > 1
    assert weights["no"] < -1
    assert "idle" not in weights


def test_the_bias_is_the_share_of_true_examples():
    weights = Matrix([()] * 40).fit([True] * 30 + [False] * 10, 1.0)
    assert math.isclose(weights[""], math.log(3), abs_tol=0.01)


def test_the_words_own_weight_is_penalised_less():
    weights = Matrix([("so|", "so")] * 10 + [("", "")] * 10).fit([True] * 10 + [False] * 10, 5.0)
    assert weights["so|"] > 10 * weights["so"]


def test_rare_features_are_learned_where_that_is_asked_for():
    assert Matrix([("a",)], least=1).names == ["", "a"]


def test_what_is_likely_is_learned_as_likely():
    weights = Matrix([("a|",)] * 8 + [("b|",)] * 8).fit([0.25] * 8 + [0.75] * 8, 0.01)
    odds = [weights[""] + weights.get(name, 0.0) for name in ("a|", "b|")]
    assert odds == pytest.approx([-1.099, 1.099], abs=0.02)  # the log-odds of .25 and .75
