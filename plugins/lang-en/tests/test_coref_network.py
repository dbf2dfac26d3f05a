"""The file of the networks that choose antecedents."""

from __future__ import annotations

from discotag_lang_en.coref.network import Layer, Network, networks, read, written


def layer(temperature=1.5):
    mixing = (1.0, 0.0), (0.5, 0.25)
    return Layer({"a": (1, 4), "none:é": (0, -8)}, mixing, (0.5,), (-1.0,), temperature)


def test_networks_are_read_as_they_were_written():
    names = ("person", "it", "they")
    found = read(written({name: layer(number + 0.5) for number, name in enumerate(names)}))
    assert sorted(found) == sorted(names)
    rows = [("a",), ("a", "none:é"), ("unknown",)]
    for number, name in enumerate(names):
        assert Network(found[name]).totals(rows) == Network(layer(number + 0.5)).totals(rows)


def test_the_same_networks_are_the_same_bytes():
    layers = {name: layer() for name in ("person", "it", "they")}
    assert written(layers) == written(layers)


def test_the_shipped_networks_have_features_of_every_kind():
    for name, network in networks().items():
        ahead, empty = network.totals([("back0", "ahead"), ("none:first1",)])
        assert ahead != 0 != empty, name


def test_numbers_of_features_are_added_up_then_mixed():
    (total,) = Network(layer(1.0)).totals([("a", "a", "none:é", "unknown")])
    # numbers (2, 0): 2 directly, and a hidden unit that is its bias, counted against it
    assert total == 2.0 - 0.5
