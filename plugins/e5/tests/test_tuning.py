"""What torch makes of the encoder with changes is what the shipped program makes of it."""

from __future__ import annotations

import numpy as np
import pytest

from discotag_e5.encoder import Encoder

torch = pytest.importorskip("torch", reason="the recipe needs torch")
encoders = pytest.importorskip("training.encoder")

TEXTS = [(5,), (7, 30, 7), tuple(range(4, 26))]


@pytest.fixture
def tuned(weights):
    torch.manual_seed(0)
    encoder = encoders.TunedEncoder(weights, TEXTS, depth=3, low=1, rank=4)
    for name, value in encoder.named_parameters():
        if name.endswith("up"):
            value.data = torch.randn_like(value) / 3
    return encoder


def test_changes_are_what_the_shipped_program_adds(tuned, weights):
    with torch.no_grad():
        found = tuned(TEXTS)
    wanted = Encoder(weights.changed(tuned.changes()), 3).states(TEXTS)
    for one, other, before in zip(found, wanted, Encoder(weights, 3).states(TEXTS), strict=True):
        assert np.abs(one.numpy() - other).max() < 2e-3  # changes are stored in two bytes
        assert np.abs(before - other).mean() > 0.05


def test_the_lowest_layers_stay(tuned):
    layers = {name.partition(".")[0] for name in tuned.changes()}
    assert layers == {"l1", "l2"}


def test_only_changes_are_learned(tuned):
    sum(states.square().sum() for states in tuned(TEXTS)).backward()
    learned = {name.rpartition(".")[2] for name, _ in tuned.named_parameters()}
    assert learned == {"up", "down"}
    assert all(value.grad is not None for value in tuned.parameters())
