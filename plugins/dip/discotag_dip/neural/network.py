"""Neural rankers: views of a text, each a number by an encoder and a head, from which ρ follows."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import torch
import transformers
from pydantic import BaseModel, ConfigDict, ValidationError
from safetensors.torch import load_file, save_file
from torch import nn
from transformers import AutoModel, AutoTokenizer

from discotag.plugin import InputError, PluginError, UsageError
from discotag.plugin.files import output_errors
from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.slots import FORMS, swapped, swaps
from discotag_dip.coherence.ranker import LEAST_SEGMENTS, orders
from discotag_dip.items import CONTEXT
from discotag_torch import quiet, usable_device

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.plugin import Side, Tokens
    from discotag_dip.corpus import Bundle


SEED = 12345


def swapped_pronouns(sides: Iterable[Side], *, seed: int = SEED) -> Iterator[Ranked]:
    """Pair each segment with the same with one third-person pronoun swapped, each in turn.

    Args:
        sides: analysed documents.
        seed: of the wrong pronouns.
    """
    draw = random.Random(seed)
    for side in sides:
        for place, tokens in enumerate(side):
            context = side.segments[max(0, place - CONTEXT) : place]
            for swap in swaps(tokens, draw):
                yield Ranked(pronoun_views(context, tokens.text), pronoun_views(context, swap.text))


def other_pronouns(bundles: Iterable[Bundle]) -> Iterator[Ranked]:
    """Pair a reference's segments with outputs that have other pronouns, in its context.

    Outputs count that have not the reference's classes of pronouns, each as often, if either has
    one of the third person.
    """
    for bundle in bundles:
        segments = bundle.reference.target.segments
        for place, segment in enumerate(segments):
            own = _classes(segment)
            context = segments[max(0, place - CONTEXT) : place]
            for text in bundle.systems.values():
                output = text.target.segments[place]
                found = _classes(output)
                if found != own and FORMS.keys() & {*own, *found}:
                    yield Ranked(pronoun_views(context, segment), pronoun_views(context, output))


def shuffled_documents(
    documents: Iterable[Sequence[str]], *, times: int = 2, longest: int | None = None
) -> Iterator[Ranked]:
    """Pair documents of at least four segments with their segments in other orders.

    Args:
        documents: segments of each.
        times: other orders of each.
        longest: documents are cut into pieces of so many segments; None = left whole.
    """
    pieces = (part for segments in documents for part in _pieces(segments, segments, longest))
    for number, (segments, _) in enumerate(pieces):
        better = document_views(segments)
        for order in orders(len(segments), number, times=times):
            yield Ranked(better, document_views([segments[place] for place in order]))


def output_documents(bundles: Iterable[Bundle], *, longest: int | None = None) -> Iterator[Ranked]:
    """Pair references of at least four segments with the systems' documents, or pieces of both."""
    for bundle in bundles:
        reference = bundle.reference.target.segments
        for text in bundle.systems.values():
            for better, worse in _pieces(reference, text.target.segments, longest):
                yield Ranked(document_views(better), document_views(worse))


def _pieces(
    first: Sequence[str], second: Sequence[str], longest: int | None
) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    size = longest or len(first)
    for begin in range(0, len(first), size or 1):
        end = begin + size
        if len(first[begin:end]) >= LEAST_SEGMENTS:
            yield first[begin:end], second[begin:end]


def _classes(segment: str) -> Counter[str]:
    names = (pronouns().class_of(match.group()) for match in WORD.finditer(segment))
    return Counter(name for name in names if name is not None)


WORD = re.compile(r"\w+")


class View(NamedTuple):
    """A piece of text.

    Args:
        before: what goes before it; cut from its left if all is too long.
        text: the piece itself.
        spans: characters of `text` (begin, end) that are judged, each alone; none = the whole of
            `before` and `text`, at once.
    """

    before: str
    text: str
    spans: tuple[tuple[int, int], ...] = ()


class Views(NamedTuple):
    """What ρ of one text is computed from: the sum or the mean over its views."""

    views: tuple[View, ...]
    is_mean: bool


def pronoun_views(context: Sequence[str], segment: str) -> Views:
    """Score each pronoun of a segment; ρ of one without pronouns is 0.

    Args:
        context: the segments before it (dip: two, of the reference).
        segment: the segment.
    """
    spans = tuple(
        match.span()
        for match in WORD.finditer(segment)
        if pronouns().class_of(match.group()) is not None
    )
    views = (View(" ".join(context), segment, spans),) if spans else ()
    return Views(views, is_mean=False)


def document_views(segments: Sequence[str]) -> Views:
    """Score each pair of neighbours of a document; empty segments are passed over."""
    told = [segment for segment in segments if segment.strip()]
    return Views(tuple(View(before, text) for before, text in pairwise(told)), is_mean=True)


class Ranked(NamedTuple):
    """Two texts."""

    better: Views
    worse: Views


Kind = Literal["pronouns", "coherence"]
CARD, ENCODER, HEAD = "ranker.json", "encoder", "head.safetensors"
POSITIONS = 128
"""Tokens of a view at most, with what goes before it."""
BATCH = 32


class Card(BaseModel):
    """What `ranker.json` says.

    Args:
        task: what it ranks.
        positions: tokens of a view at most.
        name: part of the setup of every score.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["discotag-dip-ranker/1"] = "discotag-dip-ranker/1"
    task: Kind
    name: str
    positions: int = POSITIONS


class Network(nn.Module):
    """Encoder and head.

    Args:
        encoder: of Transformers; its last hidden states are read.
        tokenizer: its fast tokenizer.
        card: what it is.
    """

    def __init__(self, encoder: Any, tokenizer: Any, card: Card) -> None:
        super().__init__()
        self.encoder = encoder
        self.tokenizer = tokenizer
        self.card = card
        width = int(encoder.config.hidden_size)
        self.head = nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, views: Sequence[View]) -> torch.Tensor:
        """Return each view its number: (views,); spans of one view add up."""
        device = next(self.parameters()).device
        coded = self.tokenizer(
            [view.before for view in views],
            [view.text for view in views],
            truncation="longest_first",
            max_length=self.card.positions,
            padding=True,
            return_offsets_mapping=True,
            return_tensors="pt",
        )
        offsets = coded.pop("offset_mapping")
        states = self.encoder(**coded.to(device)).last_hidden_state
        owners, masks = [], []
        for row, view in enumerate(views):
            parts = coded.sequence_ids(row)
            for mask in _masks(view, parts, offsets[row]):
                owners.append(row)
                masks.append(mask)
        found = torch.zeros(len(views), device=device)
        if not masks:
            return found
        rows = torch.tensor(owners, device=device)
        weights = torch.stack(masks).to(device)
        pooled = (weights.unsqueeze(1) @ states[rows]).squeeze(1)
        return found.index_add(0, rows, self.head(pooled).squeeze(1))

    def rho(self, texts: Sequence[Views]) -> torch.Tensor:
        """Return ρ of texts: (texts,), with gradients; 0 for one without views."""
        device = next(self.parameters()).device
        views = [view for text in texts for view in text.views]
        owners = [place for place, text in enumerate(texts) for _ in text.views]
        shares = [
            1 / len(text.views) if text.is_mean else 1.0 for text in texts for _ in text.views
        ]
        found = torch.zeros(len(texts), device=device)
        for begin in range(0, len(views), BATCH):
            end = begin + BATCH
            scores = self(views[begin:end]) * torch.tensor(shares[begin:end], device=device)
            found = found.index_add(0, torch.tensor(owners[begin:end], device=device), scores)
        return found

    @torch.inference_mode()
    def judged(self, texts: Sequence[Views]) -> list[float]:
        """Return ρ of texts, without gradients or dropout."""
        was_training = self.training
        self.eval()
        found = [float(value) for text in texts for value in self.rho([text])]
        self.train(was_training)
        return found


def _masks(view: View, parts: Sequence[int | None], offsets: torch.Tensor) -> list[torch.Tensor]:
    """Return for each span what share each position has in it: (positions,), sums to 1."""
    begins, ends = offsets[:, 0], offsets[:, 1]
    inside = torch.tensor([part == 1 for part in parts]) & (ends > begins)
    if not view.spans:
        chosen = [torch.tensor([part is not None for part in parts])]
    else:
        chosen = [inside & (begins < end) & (ends > begin) for begin, end in view.spans]
    return [mask.float() / mask.sum() for mask in chosen if mask.any()]


def load_encoder(name: str, card: Card, *, device: str = "auto", seed: int = 12345) -> Network:
    """Make an untrained ranker of an encoder.

    Args:
        name: a folder, or a name that Transformers finds (its own cache and rules apply).
        card: what it is to be.
        device: `auto`, `cpu`, `cuda` …
        seed: of the head's first weights.

    Raises:
        PluginError: Transformers cannot load it; with the reason.
        UsageError: its tokenizer is not a fast one, or there is no such device.
    """
    torch.manual_seed(seed)
    try:
        with quiet():
            tokenizer = AutoTokenizer.from_pretrained(name, trust_remote_code=False)
            encoder = AutoModel.from_pretrained(name, dtype=torch.float32, trust_remote_code=False)
    except Exception as error:
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise PluginError(
            f"the encoder {name} cannot be loaded by Transformers {transformers.__version__}: "
            f"{lines[0]}"
        ) from error
    if not tokenizer.is_fast:
        raise UsageError(
            f"the tokenizer of {name} does not tell where its tokens stand; take another encoder"
        )
    tokenizer.truncation_side = "left"
    if getattr(encoder.config, "is_encoder_decoder", False):
        encoder = encoder.get_encoder()
    encoder.get_input_embeddings().requires_grad_(requires_grad=False)  # few pairs: words stay
    return Network(encoder, tokenizer, card).to(usable_device(device, f"encoder {name}"))


def save(network: Network, folder: Path) -> None:
    """Write a ranker: the encoder with its tokenizer, the head, the card."""
    with output_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with quiet():
        network.encoder.save_pretrained(folder / ENCODER)
        network.tokenizer.save_pretrained(folder / ENCODER)
    save_file(
        {name: value.contiguous() for name, value in network.head.state_dict().items()},
        folder / HEAD,
    )
    (folder / CARD).write_text(network.card.model_dump_json(indent=2) + "\n", encoding="utf-8")


def load(folder: Path, *, task: Kind, device: str = "auto") -> tuple[Network, str]:
    """Read a ranker and the digest of its weights (eight digits).

    Raises:
        InputError: the folder holds none, or one of another task.
        PluginError: its encoder cannot be loaded.
    """
    path = folder / CARD
    try:
        card = Card.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as error:
        raise InputError(
            "holds no ranker of discotag dip train-ranker --encoder", path=path
        ) from error
    if card.task != task:
        raise InputError(f"ranks {card.task}, not {task}", path=path)
    network = load_encoder(str(folder / ENCODER), card, device=device)
    try:
        network.head.load_state_dict(load_file(folder / HEAD))
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError("does not hold the head of its encoder", path=folder / HEAD) from error
    network.eval()
    return network, _digest(folder)


def _digest(folder: Path) -> str:
    made = hashlib.sha256()
    for path in (folder / ENCODER / "model.safetensors", folder / HEAD):
        if path.exists():
            made.update(path.read_bytes())
    return made.hexdigest()[:8]


class NeuralPronouns:
    """ρ of segments by an encoder.

    Args:
        folder: what `train-ranker pronouns --encoder` wrote.
    """

    def __init__(self, folder: Path) -> None:
        self._network, digits = load(folder, task="pronouns")
        self.digest = f"{self._network.card.name}@{digits}"

    def rho(self, context: Sequence[Tokens], tokens: Tokens) -> float:
        """Return ρ of a segment: higher is better; 0 without pronouns."""
        views = pronoun_views([before.text for before in context], tokens.text)
        (found,) = self._network.judged([views])
        return found

    def preference(self, context: Sequence[Tokens], tokens: Tokens, index: int, name: str) -> float:
        """Return ρ of a segment less ρ of the same with a pronoun of another class in a place."""
        before = [segment.text for segment in context]
        texts = (tokens.text, swapped(tokens, index, name))
        own, other = self._network.judged([pronoun_views(before, text) for text in texts])
        return own - other


class NeuralCoherence:
    """ρ of documents by an encoder.

    Args:
        folder: what `train-ranker coherence --encoder` wrote.
    """

    def __init__(self, folder: Path) -> None:
        self._network, digits = load(folder, task="coherence")
        self.digest = f"{self._network.card.name}@{digits}"

    def rho(self, segments: Sequence[Tokens]) -> float:
        """Return ρ of a text: higher is more coherent; 0 for one of fewer than two segments."""
        (found,) = self._network.judged([document_views([tokens.text for tokens in segments])])
        return found
