"""Wording: rates that the order of segments leaves as they are, read where weights ask for them."""

from __future__ import annotations

from discotag.testing.builders import tokens
from discotag_dip.coherence.features import wording
from discotag_dip.coherence.ranker import ORDER_RIDGE, CoherenceWeights, Pair, learned

LAMP = tokens("A/a/DET//1/det lamp/lamp/NOUN//2/nsubj fell/fall/VERB")
SAW = tokens("We/we/PRON//1/nsubj saw/see/VERB the/the/DET//3/det lamp/lamp/NOUN//1/obj")


def test_grammatical_words_neighbours_and_relations_are_rates_of_all_words() -> None:
    found = wording([LAMP, SAW])
    assert found["wording word the"] == 1 / 7
    assert found["wording tags DET NOUN"] == 2 / 7
    assert found["wording tags - DET"] == 1 / 7
    assert found["wording relation nsubj"] == 2 / 7
    assert "wording word lamp" not in found
    assert found["wording words of a segment"] == 3.5
    assert found["wording different words"] == 6 / 7


def test_the_order_of_segments_and_empty_ones_change_nothing() -> None:
    assert wording([LAMP, SAW]) == wording([SAW, tokens(""), LAMP])
    assert wording([tokens("")]) == {}


def test_weights_of_wording_count_in_rho() -> None:
    weights = CoherenceWeights(name="test", weights={"wording word the": 7.0})
    assert weights.rho([LAMP, SAW]) == 1.0
    assert weights.rho([SAW]) == 0.0  # one segment is no text


def test_features_of_order_are_held_more_strongly() -> None:
    pair = Pair({"next a": 1.0, "a": 1.0}, {"next a": 0.0, "a": 0.0})
    found = learned([pair] * 3000, name="test").weights
    assert 0 < found["next a"] < found["a"]
    alike = learned([pair] * 3000, name="test", ridge=ORDER_RIDGE).weights
    assert alike["next a"] == alike["a"]
