"""Linear layers on a CPU with their weights in oneDNN's order, which multiplies faster than MKL's.

On an AMD EPYC with one thread a model of base size took an eighth less time
(`benchmarks/aligners.py`, with and without `--unpacked`). The operation is the one that
torch.compile writes into what it compiles; it has no public name. So it is used only where it is
there and a probe gives the same numbers, and nothing depends on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

if TYPE_CHECKING:
    from discotag_neural.aligners.cutting import Forward


class PackedLinear(nn.Module):
    """Stands in for a linear layer in float32 on a CPU.

    Args:
        linear: the layer.
    """

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.weight = torch.ops.mkldnn._reorder_linear_weight(linear.weight.data, None)
        self.bias = linear.bias

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        """Compute what the layer computes."""
        out: torch.Tensor = torch.ops.mkldnn._linear_pointwise(
            given, self.weight, self.bias, "none", [], ""
        )
        return out


def pack(model: nn.Module, forward: Forward, probe: torch.Tensor) -> bool:
    """Load packed layers into a model; return whether they work here.

    Args:
        model: in float32 on a CPU; changed.
        forward: runs it.
        probe: ids (1, positions) by which both ways are compared.
    """
    mask = torch.ones_like(probe)
    linears = [
        (parent, name, layer)
        for parent in model.modules()
        for name, layer in parent.named_children()
        if type(layer) is nn.Linear
    ]
    with torch.inference_mode():
        wanted = forward(probe, mask)
        try:
            for parent, name, layer in linears:
                setattr(parent, name, PackedLinear(layer))
            got = forward(probe, mask)
        except (AttributeError, RuntimeError, TypeError):  # another build of torch
            got = wanted.new_empty(0)
    if got.shape == wanted.shape and torch.allclose(got, wanted, rtol=1e-4, atol=1e-4):
        return True
    for parent, name, layer in linears:
        setattr(parent, name, layer)
    return False
