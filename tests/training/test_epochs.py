"""How small networks learn over epochs."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import pytest

pytest.importorskip("torch", reason="the recipe needs torch")

import torch

from training.epochs import epochs

if TYPE_CHECKING:
    from numpy.typing import NDArray


def test_every_epoch_shows_each_example_once() -> None:
    network = torch.nn.Linear(1, 1)
    seen: list[list[int]] = []

    def loss_of(some: NDArray[np.int64]) -> torch.Tensor:
        seen.append(some.tolist())
        found: torch.Tensor = network(torch.ones(len(some), 1)).square().mean()
        return found

    draw = np.random.default_rng(0)
    losses = list(epochs(network, loss_of, 5, draw=draw, times=2, size=2, rate=0.1, decay=0.0))
    assert [sorted(chain.from_iterable(seen[at : at + 3])) for at in (0, 3)] == [
        [0, 1, 2, 3, 4]
    ] * 2
    assert losses[1] < losses[0]
    assert not network.training
