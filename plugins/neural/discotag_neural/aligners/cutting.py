"""Cuts off the layers of an encoder that nobody reads, and checks that the rest is as before."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

LOG = logging.getLogger(__name__)
Forward = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
"""(ids, mask), both (rows, positions) → hidden states (rows, positions, width)."""


def cut(model: Any, layer: int, depth: int, probe: torch.Tensor, component: str) -> Forward:
    """Return the function that computes a layer's hidden states, without the layers above.

    Where they cannot be cut off (ALBERT shares its one layer, XLM has several stacks), all are
    computed, with a warning.

    Args:
        model: an encoder of Transformers; its upper layers are removed.
        layer: 1-based, as in the model's `hidden_states`.
        depth: number of its layers.
        probe: ids (1, positions) by which both ways are compared.
        component: who asks, for messages.
    """

    def whole(ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        given = model(input_ids=ids, attention_mask=mask, output_hidden_states=True)
        states: torch.Tensor = given.hidden_states[layer]
        return states

    def last(ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        states: torch.Tensor = model(input_ids=ids, attention_mask=mask).last_hidden_state
        return states

    if layer == depth:
        return last
    stacks = [
        (parent, name, stack)
        for parent in model.modules()
        for name, stack in parent.named_children()
        if isinstance(stack, nn.ModuleList) and len(stack) == depth
    ]
    mask = torch.ones_like(probe)
    with torch.inference_mode():
        wanted = whole(probe, mask)
        if len(stacks) == 1:
            parent, name, stack = stacks[0]
            setattr(parent, name, stack[:layer])
            forward = _tapped(last, stack[layer - 1])
            if _is_same(forward, probe, mask, wanted):
                return forward
            setattr(parent, name, stack)
    LOG.warning(
        "%s: the layers above %d of %s cannot be cut off; all %d are computed",
        component,
        layer,
        type(model).__name__,
        depth,
    )
    return whole


def _is_same(
    forward: Forward, probe: torch.Tensor, mask: torch.Tensor, wanted: torch.Tensor
) -> bool:
    try:
        got = forward(probe, mask)
    except (IndexError, KeyError, TypeError, ValueError):  # it counts on all its layers
        return False
    return got.shape == wanted.shape and torch.allclose(got, wanted, rtol=1e-4, atol=1e-4)


def _tapped(run: Forward, module: nn.Module) -> Forward:
    """Return what a module puts out while `run` computes, whatever is done to it afterwards."""

    def tapped(ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        caught: list[torch.Tensor] = []
        hook = module.register_forward_hook(
            lambda _module, _given, out: caught.append(out if torch.is_tensor(out) else out[0])
        )
        try:
            run(ids, mask)
        finally:
            hook.remove()
        return caught[0]

    return tapped
