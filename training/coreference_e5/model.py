"""The ranker as a network of torch, how it is fitted, and its parameters as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from discotag_e5.coref.ranker import COSINES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from training.coreference_e5.examples import Choice, Example

UNITS, HIDDEN = 48, 96
"""Units of each projection; hidden units (half as many for "nothing before")."""
DROPPED, DROPPED_STATES = 0.3, 0.2
"""Shares of hidden units and of vectors' numbers that are left out at random."""
RATE, DECAY, LARGEST_STEP = 1e-3, 1e-2, 1.0
TOGETHER = 150
"""Choices that are fitted at once."""
TEXTS = 60
"""Texts of which they are at most."""


class Batch(NamedTuple):
    """Choices of one text, the pairs of all of them one after another.

    Args:
        own: for each pair the number of its mention.
        latest: of its chain's latest mention.
        noun: of its chain's last noun, -1 without one.
        shown: (pairs, features).
        choice: for each pair the number of its choice.
        places: the mentions of the choices.
        right: whether each pair is right.
        nothing: for each choice whether no pair is.
    """

    own: Tensor
    latest: Tensor
    noun: Tensor
    shown: Tensor
    choice: Tensor
    places: Tensor
    right: Tensor
    nothing: Tensor


def batch_of(choices: Sequence[Choice]) -> Batch:
    """Return choices as tensors."""
    sizes = [len(choice.latest) for choice in choices]
    places = torch.tensor([choice.place for choice in choices])
    return Batch(
        torch.repeat_interleave(places, torch.tensor(sizes)),
        torch.tensor([one for choice in choices for one in choice.latest]),
        torch.tensor([one for choice in choices for one in choice.nouns]),
        torch.from_numpy(np.concatenate([choice.shown for choice in choices])),
        torch.repeat_interleave(torch.arange(len(choices)), torch.tensor(sizes)),
        places,
        torch.tensor([one for choice in choices for one in choice.right]),
        torch.tensor([not any(choice.right) for choice in choices]),
    )


class Model(nn.Module):
    """The same sums as `discotag_e5.coref.ranker.Ranker`.

    Args:
        width: of vectors.
        shown: features of a mention.
        pair: features of a pair.
    """

    def __init__(self, width: int, shown: int, pair: int) -> None:
        super().__init__()
        self.referring, self.latest, self.nominal = (nn.Linear(width, UNITS) for _ in range(3))
        self.pair = nn.Linear(pair, HIDDEN)
        self.shown, self.shown_latest = (nn.Linear(shown, HIDDEN, bias=False) for _ in range(2))
        self.by_latest, self.by_noun, self.own, self.last, self.noun = (
            nn.Linear(UNITS, HIDDEN, bias=False) for _ in range(5)
        )
        self.cosines = nn.Linear(2, HIDDEN, bias=False)
        self.total = nn.Linear(HIDDEN, 1)
        self.nothing = nn.Linear(shown + 1, HIDDEN // 2)
        self.nothing_own = nn.Linear(UNITS, HIDDEN // 2, bias=False)
        self.nothing_total = nn.Linear(HIDDEN // 2, 1)
        self.drop, self.drop_states = nn.Dropout(DROPPED), nn.Dropout(DROPPED_STATES)

    def forward(self, vectors: Tensor, shown: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return the sums of pairs and those of "nothing before", as log-odds."""
        states = self.drop_states(vectors)
        unit = vectors / (vectors.norm(dim=1, keepdim=True) + 1e-6)
        referring, latest, nominal = (
            layer(states) for layer in (self.referring, self.latest, self.nominal)
        )
        own, last = referring[batch.own], latest[batch.latest]
        has_noun = (batch.noun >= 0).float()[:, None]
        places = batch.noun.clamp(min=0)
        noun = nominal[places] * has_noun
        cosines = torch.stack(
            [
                (unit[batch.own] * unit[batch.latest]).sum(1),
                (unit[batch.own] * unit[places]).sum(1) * has_noun[:, 0],
            ],
            dim=1,
        )
        as_own = self.own(referring) + self.shown(shown)
        as_latest = self.last(latest) + self.shown_latest(shown)
        hidden = self.pair(batch.shown) + as_own[batch.own] + as_latest[batch.latest]
        hidden = hidden + self.noun(nominal)[places] * has_noun
        hidden = hidden + self.by_latest(own * last) + self.by_noun(own * noun)
        hidden = hidden + self.cosines(cosines * COSINES[0] + COSINES[1])
        totals = self.total(self.drop(torch.relu(hidden)))[:, 0]
        counts = torch.bincount(batch.choice, minlength=len(batch.places)).float().log1p()
        alone = self.nothing(torch.cat([shown[batch.places], counts[:, None]], dim=1))
        alone = alone + self.nothing_own(referring[batch.places])
        return totals, self.nothing_total(self.drop(torch.relu(alone)))[:, 0]


def loss(totals: Tensor, nothing: Tensor, batch: Batch) -> Tensor:
    """Return for each choice minus the logarithm of the probability of what is right, in nats."""
    everything = _log_sum(totals, nothing, batch.choice)
    far = torch.full_like(totals, -1e4)
    right = _log_sum(
        torch.where(batch.right, totals, far),
        torch.where(batch.nothing, nothing, torch.full_like(nothing, -1e4)),
        batch.choice,
    )
    return everything - right


def _log_sum(totals: Tensor, nothing: Tensor, choice: Tensor) -> Tensor:
    most = nothing.detach().clone().scatter_reduce(0, choice, totals.detach(), "amax")
    powers = (totals - most[choice]).exp()
    return (
        torch.zeros_like(nothing).index_add(0, choice, powers) + (nothing - most).exp()
    ).log() + most


class Part(NamedTuple):
    """Some choices of one text.

    Args:
        vectors: of all mentions of the text.
        shown: what each shows by itself.
        batch: the choices.
        weight: how much each counts.
    """

    vectors: Tensor
    shown: Tensor
    batch: Batch
    weight: float


def joined(parts: Sequence[Part]) -> tuple[Tensor, Tensor, Batch, Tensor]:
    """Return parts as one: vectors, what mentions show, choices, how much each counts."""
    columns: list[list[Tensor]] = [[] for _ in Batch._fields]
    mentions = choices = 0
    for part in parts:
        batch = part.batch
        numbers = {
            "own": batch.own + mentions,
            "latest": batch.latest + mentions,
            "noun": torch.where(batch.noun < 0, batch.noun, batch.noun + mentions),
            "places": batch.places + mentions,
            "choice": batch.choice + choices,
        }
        for column, value in zip(columns, batch._replace(**numbers), strict=True):
            column.append(value)
        mentions, choices = mentions + len(part.vectors), choices + len(batch.places)
    return (
        torch.cat([part.vectors for part in parts]),
        torch.cat([part.shown for part in parts]),
        Batch(*map(torch.cat, columns)),
        torch.cat([torch.full((len(part.batch.places),), part.weight) for part in parts]),
    )


def _parts(examples: Sequence[Example]) -> list[Part]:
    return [
        Part(
            torch.from_numpy(example.vectors),
            torch.from_numpy(example.shown),
            batch_of(example.choices[start : start + TOGETHER]),
            example.weight,
        )
        for example in examples
        for start in range(0, len(example.choices), TOGETHER)
    ]


def _batches(parts: Sequence[Part], random: np.random.Generator) -> Iterator[list[Part]]:
    """Yield parts in random order, of short texts some together."""
    some, size = list[Part](), 0
    for place in random.permutation(len(parts)):
        count = len(parts[place].batch.places)
        if some and (size + count > TOGETHER or len(some) >= TEXTS):
            yield some
            some, size = [], 0
        some.append(parts[place])
        size += count
    if some:
        yield some


def fit(model: Model, examples: Sequence[Example], epochs: int, seed: int = 0) -> None:
    """Fit the model to the choices of examples, in place; prints the loss of each epoch."""
    parts, step = _parts(examples), 0
    steps = epochs * sum(1 for _ in _batches(parts, np.random.default_rng(seed)))
    random = np.random.default_rng(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    model.train()
    for epoch in range(epochs):
        lost = 0.0
        for some in _batches(parts, random):
            vectors, shown, batch, weights = joined(some)
            totals, nothing = model(vectors, shown, batch)
            found = (loss(totals, nothing, batch) * weights).sum() / TOGETHER
            optimizer.zero_grad()
            found.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(model.parameters(), LARGEST_STEP)
            for group in optimizer.param_groups:
                group["lr"] = RATE * max(0.0, 1 - step / steps) * min(1.0, step / 50 + 0.02)
            optimizer.step()
            step += 1
            lost += found.item()
        print(f"epoch {epoch + 1}: {lost * epochs / steps:.4f}", flush=True)
    model.eval()


def arrays_of(models: Sequence[Model], temperature: float = 1.0) -> dict[str, NDArray[np.float16]]:
    """Return the parameters by the names that the ranker knows, in two bytes each."""
    states = [model.state_dict() for model in models]
    named = {
        name.removesuffix(".weight").replace(".bias", "_bias"): np.stack(
            [state[name].detach().numpy() for state in states]
        )
        for name in states[0]
    }
    named["temperature"] = np.array([temperature])
    return {name: np.asarray(value, dtype=np.float16) for name, value in sorted(named.items())}
