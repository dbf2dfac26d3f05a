"""Plumbing, random weights: packed linear layers give the same numbers, or are not used."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.engine

PROBE = torch.tensor([[1, 2, 3]])


@pytest.fixture
def model():
    torch.manual_seed(1)
    layers = torch.nn.Sequential(torch.nn.Embedding(9, 8), torch.nn.Linear(8, 6))
    return layers.requires_grad_(requires_grad=False)


def kinds(model) -> list[str]:
    return [type(layer).__name__ for layer in model]


def test_packed_layers_give_the_same(model):
    from discotag_neural.aligners.loading import pack

    wanted = model(PROBE)
    if not pack(model, lambda ids, _mask: model(ids), PROBE):
        pytest.skip("this build of torch has no packed layers")
    assert kinds(model) == ["Embedding", "PackedLinear"]
    assert torch.allclose(model(PROBE), wanted, atol=1e-6)


@pytest.mark.parametrize("fault", ["it raises", "its numbers are others"])
def test_where_they_do_not_work_the_model_stays_as_it_was(fault, model, monkeypatch):
    from discotag_neural.aligners import loading

    def forward(self, given):
        if fault == "it raises":
            raise RuntimeError("no such operation")
        return torch.zeros(*given.shape[:-1], 6)

    monkeypatch.setattr(loading.PackedLinear, "forward", forward)
    wanted = model(PROBE)
    assert not loading.pack(model, lambda ids, _mask: model(ids), PROBE)
    assert kinds(model) == ["Embedding", "Linear"]
    assert torch.equal(model(PROBE), wanted)
