"""Learns the network that tells a hidden pronoun from its mask and the words around it.

Every pronoun of running text is right, every other form is wrong. Three tenths of the texts are
bare (no commas, quotes and dashes), half of these in lower case, for some test sets are so. Texts
of every tenth number are left out and tell what a pronoun usually costs.
"""

from __future__ import annotations

import hashlib
import random
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import nn

from benchmarks.tasks.coref_formats import read_litbank
from discotag_dip.anaphora.encoder import SMALL, TINY, hidden, marks_size
from discotag_dip.anaphora.pronouns import TESTED, pronouns
from discotag_dip.anaphora.ranker import log_share, scores, shipped
from discotag_dip.anaphora.slots import is_pronoun, slots
from discotag_dip.items import CONTEXT
from discotag_dip.training import bare
from training.epochs import epochs
from training.rankers import PART, Document, addresses, documents, news

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from discotag.plugin import Tokens
    from discotag_dip.anaphora.encoder import Hidden
    from discotag_dip.corpus import TextAnalyzer
    from discotag_e5.encoder import Encoder

    Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


ADDRESSES = 6
"""Every such part of the addresses shows an order."""


class Text(NamedTuple):
    """A text and the share of its pronouns that are learned from."""

    name: str
    segments: tuple[str, ...]
    share: float


def texts(data: Path) -> list[Text]:
    """Read what `training.rankers` reads in its context, and LitBank; addresses count less.

    Raises:
        InputError: a corpus is absent.
    """
    parts: list[tuple[float, list[Document]]] = [
        (1.0, documents(data)),
        (1.0, news(data)),
        (0.1, addresses(data)),
        (0.25, list(novels(data / "coref" / "en_litbank"))),
    ]
    return [Text(name, tuple(lines), share) for share, part in parts for name, lines in part]


def ordered_texts(data: Path) -> list[Document]:
    """Read texts whose order is learned from: some of the addresses, no novels; as `texts`."""
    return [*documents(data, has_order=True), *news(data), *addresses(data)[::ADDRESSES]]


def novels(folder: Path) -> Iterator[Document]:
    """Yield the training part of LitBank in parts of forty sentences."""
    for novel in read_litbank(folder, "train"):
        lines = novel.side.segments
        for begin in range(0, len(lines), PART):
            yield f"{novel.id}:{begin}", tuple(lines[begin : begin + PART])


THIRD = re.compile(r"\b(he|him|his|she|her|hers|it|its|they|them|their)\b", re.IGNORECASE)
BARE, LOWER = 0.3, 0.5
"""The share of bare texts, and of these in lower case."""
NEUTRAL, OTHERS = 0.45, 0.25
"""Segments whose pronouns are only *it* and *they*, and first and second persons, that are kept."""
FIRST_TWO = frozenset({"i", "we", "you"})
HEADS, UNITS = 48, 96
EPOCHS, SIZE, RATE, DECAY = 9, 64, 1e-3, 0.05
DROPPED, DROPPED_LAST, SMOOTHING = 0.4, 0.3, 0.02
HELD, SEED = 10, 0
LINEAR = ("ask", "key", "mark", "value", "hidden", "out")
FORMS = tuple(pronouns().forms)


class Place(NamedTuple):
    """A pronoun to learn from.

    Args:
        text: the number of its text.
        form: what stands there.
        seen: what the encoder sees.
        small: the small ranker's log probability of every form.
    """

    text: int
    form: str
    seen: Hidden
    small: NDArray[np.float32]


class Masks(nn.Module):
    """`discotag_dip.anaphora.encoder.PronounNetwork` as it is learned."""

    def __init__(self, state: int, width: int, marks: int, forms: int) -> None:
        super().__init__()
        self.state = nn.LayerNorm(state, eps=TINY, elementwise_affine=False)
        self.word = nn.LayerNorm(width, eps=TINY, elementwise_affine=False)
        self.drop, self.drop_last = nn.Dropout(DROPPED), nn.Dropout(DROPPED_LAST)
        self.ask, self.key = nn.Linear(state, HEADS), nn.Linear(width, HEADS)
        self.mark, self.bias = nn.Linear(marks, HEADS), nn.Linear(marks, 1, bias=False)
        self.value, self.hidden = nn.Linear(width, HEADS), nn.Linear(state, UNITS)
        self.out = nn.Linear(UNITS + 2 * HEADS, forms)
        self.nobody = nn.Parameter(torch.zeros(1))

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return the weight of every form for a batch of states, words, marks and which are."""
        states, words, marks, there = batch
        state, word = self.drop(self.state(states)), self.drop(self.word(words))
        ask = self.ask(state)
        keys = self.key(word) + self.mark(marks)
        fits = (keys @ ask[:, :, None])[:, :, 0] / HEADS**0.5 + self.bias(marks)[:, :, 0]
        fits = fits.masked_fill(~there, -1e4)
        fits = torch.cat([fits, self.nobody.expand(len(fits), 1)], dim=1)
        shares = fits.softmax(dim=1)[:, :-1]
        taken = (shares[:, :, None] * torch.tanh(self.value(word))).sum(dim=1)
        units = torch.relu(self.hidden(state))
        both = torch.cat([units, taken, taken * torch.tanh(ask)], dim=1)
        found: torch.Tensor = self.out(self.drop_last(both))
        return found

    @torch.inference_mode()
    def log_probabilities(self, found: Sequence[Place]) -> NDArray[np.float32]:
        """Return what it says of places, (places, forms)."""
        parts = [found[begin : begin + SIZE] for begin in range(0, len(found), SIZE)]
        told = [self(_batch([place.seen for place in part])).log_softmax(dim=1) for part in parts]
        return torch.cat(told).numpy()


def places(texts: Sequence[Text], analyzer: TextAnalyzer, encoder: Encoder) -> Iterator[Place]:
    """Yield the pronouns of texts in an order of chance."""
    draw = random.Random(5)
    ordered = sorted(texts, key=lambda text: hashlib.sha256(text.name.encode()).digest())
    for number, text in enumerate(ordered):
        lines = text.segments
        if not THIRD.search(" ".join(lines)):
            continue
        if draw.random() < BARE:
            lines = tuple(map(bare, lines))
            if draw.random() < LOWER:
                lines = tuple(line.lower() for line in lines)
        (side,) = analyzer.sides([(text.name, lines)])
        segments = tuple(side)
        for at, tokens in enumerate(segments):
            found = {index for index in range(len(tokens)) if is_pronoun(tokens, index)}
            classes = {pronouns().class_of(tokens.forms[index]) for index in found}
            if classes.isdisjoint(TESTED):
                continue
            if draw.random() > text.share * (1.0 if classes & {"he", "she"} else NEUTRAL):
                continue
            context = segments[max(0, at - CONTEXT) : at]
            yield from _of_segment(number, context, tokens, encoder, draw)


def _of_segment(
    number: int,
    context: Sequence[Tokens],
    tokens: Tokens,
    encoder: Encoder,
    draw: random.Random,
) -> Iterator[Place]:
    found = tuple(slots(context, tokens))
    seen = hidden(context, tokens, {slot.token for slot in found}, encoder)
    for slot in found:
        rare = pronouns().class_of(slot.form) not in FIRST_TWO or draw.random() < OTHERS
        if rare and slot.token in seen:
            totals = scores(slot, shipped())
            small = np.array([log_share(totals, (form,)) for form in FORMS], np.float32)
            yield Place(number, slot.form, _half(seen[slot.token]), small)


def _half(seen: Hidden) -> Hidden:
    return seen._replace(
        state=seen.state.astype(np.float16), vectors=seen.vectors.astype(np.float16)
    )


def learned(found: Sequence[Place]) -> dict[str, Any]:
    """Learn from nine tenths of the texts; return the arrays of the file."""
    kept = [place for place in found if place.text % HELD]
    held = [place for place in found if not place.text % HELD]
    network = _fitted(kept)
    told = network.log_probabilities(held)
    right = np.array([FORMS.index(place.form) for place in held])
    both = SMALL * np.stack([place.small for place in held]) + told
    costs = np.log(np.exp(both).sum(axis=1)) - both[np.arange(len(held)), right]
    share = (told.argmax(axis=1) == right).mean()
    print(f"{len(kept)} pronouns; of {len(held)} others {share:.3f} first, {costs.mean():.3f} nats")
    arrays = {name: _with_bias(network, name) for name in LINEAR}
    rest = {"bias": network.bias.weight[0], "nobody": network.nobody}
    arrays |= {name: value.detach().numpy().astype(np.float16) for name, value in rest.items()}
    return arrays | {"forms": np.array(FORMS), "usual": np.float32(costs.mean())}


def _fitted(found: Sequence[Place]) -> Masks:
    torch.manual_seed(SEED)
    draw = np.random.default_rng(SEED)
    first = found[0].seen
    network = Masks(len(first.state), first.vectors.shape[1], marks_size(), len(FORMS))
    right = torch.tensor([FORMS.index(place.form) for place in found])

    def loss_of(some: NDArray[np.int64]) -> torch.Tensor:
        told = network(_batch([found[place].seen for place in some]))
        aim = right[torch.from_numpy(some)]
        return nn.functional.cross_entropy(told, aim, label_smoothing=SMOOTHING)

    course = epochs(
        network, loss_of, len(found), draw=draw, times=EPOCHS, size=SIZE, rate=RATE, decay=DECAY
    )
    for epoch, loss in enumerate(course, 1):
        print(f"epoch {epoch} of {EPOCHS}: loss {loss:.3f}", flush=True)
    return network


def _batch(seen: Sequence[Hidden]) -> Batch:
    size = max(1, *(len(one.vectors) for one in seen))
    words = np.zeros((len(seen), size, seen[0].vectors.shape[1]), np.float32)
    marks = np.zeros((len(seen), size, marks_size()), np.float32)
    there = np.zeros((len(seen), size), bool)
    for row, one in enumerate(seen):
        count = len(one.vectors)
        words[row, :count], marks[row, :count], there[row, :count] = one.vectors, one.marks, True
    states = np.stack([one.state for one in seen]).astype(np.float32)
    return (
        torch.from_numpy(states),
        torch.from_numpy(words),
        torch.from_numpy(marks),
        torch.from_numpy(there),
    )


def _with_bias(network: Masks, name: str) -> NDArray[np.float16]:
    layer = getattr(network, name)
    weights, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
    return np.column_stack([weights, bias]).astype(np.float16)
