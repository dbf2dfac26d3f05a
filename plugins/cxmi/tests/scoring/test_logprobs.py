from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytestmark = pytest.mark.engine

PLACES, LABELS = np.array([1, 2, 5]), np.array([3, 0, 2])


class Model:
    """Logits are hidden states by a matrix; the output layer may stand aside."""

    def __init__(self, *, uses_head: bool) -> None:
        import torch

        torch.manual_seed(0)
        self.device = torch.device("cpu")
        self.head = torch.nn.Linear(4, 6, bias=False)
        self.uses_head = uses_head
        self.states = torch.randn(2, 3, 4)

    def get_output_embeddings(self) -> Any:
        return self.head

    def __call__(self, **inputs: Any) -> Any:
        import torch

        plain = torch.nn.functional.linear(self.states, self.head.weight)
        return SimpleNamespace(logits=self.head(self.states) if self.uses_head else plain)


@pytest.mark.parametrize("uses_head", [True, False])
def test_values_are_those_of_the_whole_softmax(uses_head: bool) -> None:
    import torch

    from discotag_cxmi.scoring.local import logprobs_at

    model = Model(uses_head=uses_head)
    with torch.no_grad():
        found = logprobs_at(model, {}, PLACES, LABELS)
        whole = model().logits.flatten(0, 1).log_softmax(-1)[PLACES, LABELS]
    assert found == pytest.approx(whole.numpy(), abs=1e-6)


def test_the_model_is_as_before_afterwards_even_if_it_fails() -> None:
    from discotag_cxmi.scoring.local import logprobs_at

    model = Model(uses_head=True)
    with pytest.raises(IndexError):
        logprobs_at(model, {}, np.array([99]), np.array([0]))
    assert not model.head._forward_pre_hooks


def test_many_rows_are_taken_in_parts() -> None:
    import torch

    from discotag_cxmi.scoring.local import CHUNK, logprobs_at

    model = Model(uses_head=True)
    count = 3 * (CHUNK // 6) + 5
    model.states = torch.randn(1, count, 4)
    places = np.arange(count)
    with torch.no_grad():
        found = logprobs_at(model, {}, places, places % 6)
        whole = model().logits[0].log_softmax(-1)[places, places % 6]
    assert found == pytest.approx(whole.numpy(), abs=1e-6)
