"""Trains a neural ranker: of two texts, the better one shall have the higher ρ.

Pairwise logistic loss, −log σ(ρ(better) − ρ(worse)), as in Jwalapuram et al. 2019 (margin there);
the warm-up's pairs come first and once.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch.nn.functional import softplus

from discotag.plugin import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from discotag_dip.neural.network import Network
    from discotag_dip.neural.views import Views

HEAD_RATE = 10.0
"""How much faster than the encoder the new head learns."""
WARM = 0.1
"""Share of the steps over which the rates rise; then they fall to nothing."""
TOLD = 50
"""Steps between two reports."""


class Ranked(NamedTuple):
    """Two texts."""

    better: Views
    worse: Views


class Recipe(NamedTuple):
    """How it is trained.

    Args:
        epochs: rounds over the pairs; the warm-up has one.
        batch: pairs of a step.
        rate: of the encoder, at its highest.
        limit: pairs at most of each kind, drawn by the seed; 0 = all.
        seed: of order, draw and dropout.
    """

    epochs: int = 1
    batch: int = 16
    rate: float = 5e-5
    limit: int = 0
    seed: int = 12345


def train(
    network: Network,
    pairs: Sequence[Ranked],
    *,
    recipe: Recipe,
    warm_up: Sequence[Ranked] = (),
    tell: Callable[[str], None] = lambda _: None,
) -> None:
    """Train in place.

    Args:
        network: encoder and head.
        pairs: what is learned from.
        recipe: how.
        warm_up: pairs that come first (documents: their segments shuffled).
        tell: takes a line of progress now and then.

    Raises:
        InputError: there is no pair.
    """
    if not pairs:
        raise InputError("there are no pairs of texts to learn from")
    draw = random.Random(recipe.seed)
    torch.manual_seed(recipe.seed)
    order = [*_drawn(warm_up, recipe.limit, draw)]
    chosen = _drawn(pairs, recipe.limit, draw)
    for _ in range(recipe.epochs):
        order += draw.sample(chosen, len(chosen))
    steps = -(-len(order) // recipe.batch)
    optimizer = torch.optim.AdamW(
        [
            {
                "params": [one for one in network.encoder.parameters() if one.requires_grad],
                "lr": recipe.rate,
            },
            {"params": network.head.parameters(), "lr": HEAD_RATE * recipe.rate},
        ]
    )
    rise = max(1, round(WARM * steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / rise, (steps - step) / max(1, steps - rise))
    )
    network.train()
    losses: list[float] = []
    for step, batch in enumerate(_batches(order, recipe.batch), 1):
        found = network.rho([text for pair in batch for text in pair])
        loss = softplus(found[1::2] - found[::2]).mean()
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(float(loss.detach()))
        if step % TOLD == 0 or step == steps:
            last = losses[-TOLD:]
            tell(f"step {step} of {steps}: loss {sum(last) / len(last):.3f}")
    network.eval()


def accuracy(network: Network, pairs: Sequence[Ranked]) -> float | None:
    """Return the share of pairs (0-1) whose better text has the higher ρ; ties count half."""
    if not pairs:
        return None
    known: dict[Views, float] = {}
    total = 0.0
    for pair in pairs:
        if pair.better not in known:
            (known[pair.better],) = network.judged([pair.better])
        (worse,) = network.judged([pair.worse])
        gap = known[pair.better] - worse
        total += 1.0 if gap > 0 else 0.5 if gap == 0 else 0.0
    return total / len(pairs)


def _drawn(pairs: Sequence[Ranked], limit: int, draw: random.Random) -> list[Ranked]:
    size = len(pairs) if not limit else min(limit, len(pairs))
    return draw.sample(list(pairs), size)


def _batches(order: Sequence[Ranked], size: int) -> Iterator[list[Ranked]]:
    waiting = iter(order)
    while batch := list(islice(waiting, size)):
        yield batch
