"""The encoder of discotag-e5 in torch, with small changes to its matrices that can be learned.

Every matrix of the upper layers gets the product of two narrow ones added (LoRA, Hu et al. 2021);
what is stored of the encoder stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from discotag_e5.weights import Weights

PARTS = ("q", "k", "v", "ao", "fi", "fo")
TOGETHER = 8192
"""Pieces, padding counted, that are computed at once."""
FAR = -1e4


class Changed(nn.Module):
    """A linear layer that stays, and what is added to it.

    Args:
        weights: holds its matrix and bias.
        name: of both, as in `l3.q`.
        rank: of what is added, 0 = nothing.
    """

    def __init__(self, weights: Weights, name: str, rank: int) -> None:
        super().__init__()
        self.kept: Tensor
        self.bias: Tensor
        self.register_buffer("kept", torch.from_numpy(weights.matrix(name)))
        self.register_buffer("bias", torch.from_numpy(weights.floats(f"{name}.b").copy()))
        out, within = self.kept.shape
        self.down = nn.Parameter(torch.randn(rank, within) / within**0.5) if rank else None
        self.up = nn.Parameter(torch.zeros(out, rank)) if rank else None

    def forward(self, states: Tensor) -> Tensor:
        """Return what the layer makes of states."""
        found = functional.linear(states, self.kept, self.bias)
        if self.up is None or self.down is None:
            return found
        return found + functional.linear(functional.linear(states, self.down), self.up)


class Layer(nn.Module):
    """One layer of BERT (Devlin et al. 2019), as `discotag_e5.forward` computes it."""

    def __init__(self, weights: Weights, number: int, rank: int) -> None:
        super().__init__()
        self.parts = nn.ModuleDict(
            {part: Changed(weights, f"l{number}.{part}", rank) for part in PARTS}
        )
        self.norms = [
            tuple(
                torch.from_numpy(weights.floats(f"l{number}.{name}.{one}").copy()) for one in "wb"
            )
            for name in ("aln", "oln")
        ]
        self.heads, self.epsilon = weights.shape.heads, weights.shape.epsilon

    def forward(self, states: Tensor, far: Tensor) -> Tensor:
        """Return the layer's states.

        Args:
            states: (texts, pieces, width).
            far: what is added to the likeness of each piece, much below 0 for padding.
        """
        texts, pieces, width = states.shape

        def of_heads(part: str) -> Tensor:
            found: Tensor = self.parts[part](states)
            return found.view(texts, pieces, self.heads, -1).transpose(1, 2).contiguous()

        scale = (width / self.heads) ** -0.5
        likeness = of_heads("q") * scale @ of_heads("k").transpose(2, 3)
        shares = (likeness + far).softmax(-1)
        mixed = (shares @ of_heads("v")).transpose(1, 2).reshape(texts, pieces, width)
        middle = self._normal(self.parts["ao"](mixed) + states, 0)
        inner = functional.gelu(self.parts["fi"](middle))
        return self._normal(self.parts["fo"](inner) + middle, 1)

    def _normal(self, states: Tensor, place: int) -> Tensor:
        weight, bias = self.norms[place]
        return functional.layer_norm(states, states.shape[-1:], weight, bias, self.epsilon)


class TunedEncoder(nn.Module):
    """Texts as pieces → states of the last layer computed.

    Args:
        weights: the encoder that stays.
        texts: all that it will see, as ids of pieces: only their vectors are held.
        depth: how many layers are computed.
        low: how many of the lowest are not changed.
        rank: the narrow side of what is added to the others.
    """

    def __init__(
        self,
        weights: Weights,
        texts: Iterable[Sequence[int]],
        *,
        depth: int,
        low: int,
        rank: int,
    ) -> None:
        super().__init__()
        self._low = low
        self.layers = nn.ModuleList(
            [Layer(weights, number, rank if number >= low else 0) for number in range(depth)]
        )
        width = weights.shape.width
        places = weights.floats("emb.pos").reshape(-1, width) + weights.floats("emb.type")[:width]
        self._places = torch.from_numpy(places)
        self._norm = _norm(weights, "emb.ln")
        self._epsilon = weights.shape.epsilon
        self._ends = weights.vocabulary.first, weights.vocabulary.last
        seen = np.unique(np.array([*self._ends, *(one for text in texts for one in text)]))
        self._rows = np.full(seen.max() + 1, -1)
        self._rows[seen] = np.arange(len(seen))
        self._vectors = torch.from_numpy(weights.embeddings(seen))

    def forward(self, texts: Sequence[Sequence[int]]) -> list[Tensor]:
        """Return the states of texts, in order, each (pieces, width), special pieces left out."""
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        found: dict[int, Tensor] = {}
        while order:
            some = [order.pop()]  # the longest first, so its length is that of the batch
            length = len(texts[some[0]]) + 2
            while order and length * (len(some) + 1) <= TOGETHER:
                some.append(order.pop())
            states = self._computed([texts[place] for place in some], length)
            for row, place in enumerate(some):
                found[place] = states[row, 1 : len(texts[place]) + 1]
        return [found[place] for place in range(len(texts))]

    def _computed(self, texts: Sequence[Sequence[int]], length: int) -> Tensor:
        ids = np.full((len(texts), length), -1)
        for row, text in enumerate(texts):
            ids[row, : len(text) + 2] = [self._ends[0], *text, self._ends[1]]
        far = torch.from_numpy(np.where(ids < 0, FAR, 0.0).astype(np.float32))[:, None, None]
        states = self._vectors[torch.from_numpy(self._rows[np.maximum(ids, 0)])]
        states = states + self._places[:length]
        states = functional.layer_norm(states, states.shape[-1:], *self._norm, self._epsilon)
        for number, layer in enumerate(self.layers):
            with torch.set_grad_enabled(torch.is_grad_enabled() and number >= self._low):
                states = layer(states, far)
        return states

    def changes(self) -> dict[str, NDArray[np.float16]]:
        """Return what is added to the matrices, by the names that `Weights.changed` knows."""
        found: dict[str, NDArray[np.float16]] = {}
        for name, value in self.named_parameters():
            _, number, _, part, side = name.split(".")  # as in layers.3.parts.q.up
            found[f"l{number}.{part}.{side}"] = value.detach().numpy().astype(np.float16)
        return found


def _norm(weights: Weights, name: str) -> tuple[Tensor, Tensor]:
    """Return factor and summand of a normalisation."""
    factor, summand = (torch.from_numpy(weights.floats(f"{name}.{one}").copy()) for one in "wb")
    return factor, summand
