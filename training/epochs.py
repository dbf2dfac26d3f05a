"""How small networks of torch learn: AdamW over some epochs, with one cycle of the rate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray


def epochs(
    network: torch.nn.Module,
    loss_of: Callable[[NDArray[np.int64]], torch.Tensor],
    count: int,
    *,
    draw: np.random.Generator,
    times: int,
    size: int,
    rate: float,
    decay: float,
) -> Iterator[float]:
    """Teach a network and leave it ready to use; yield the mean loss after each epoch.

    The learning rate rises and falls once (Smith and Topin 2019, arXiv 1708.07120).

    Args:
        network: is changed.
        loss_of: some examples, by index → their mean loss.
        count: the number of examples.
        draw: gives the order of each epoch; `loss_of` may draw from it, too.
        times: epochs.
        size: examples of a step.
        rate: the highest learning rate.
        decay: of weights.
    """
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=decay)
    steps = times * -(-count // size)
    course = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps)
    network.train()
    for _ in range(times):
        order, total = draw.permutation(count), 0.0
        for begin in range(0, count, size):
            some = order[begin : begin + size]
            loss = loss_of(some)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            course.step()
            total += loss.item() * len(some)
        yield total / count
    network.eval()
