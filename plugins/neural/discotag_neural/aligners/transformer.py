"""The aligner `transformer`: links words whose hidden states in an encoder are alike.

A pair's links depend on nothing but its tokens, the model and the options. Texts are encoded in
batches; the source's states are kept for the next target text of the same documents.
"""

from __future__ import annotations

import logging
from functools import lru_cache, partial
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from pydantic import Field, model_validator

from discotag.plugin import Aligner, Alignment, ComponentError, PluginError, UsageError
from discotag_neural.aligners import models
from discotag_neural.aligners.methods import Method, link
from discotag_neural.aligners.subwords import Input, Subwords, pieces, split
from discotag_neural.hub import model_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.plugin import Context, Missing, Tokens
    from discotag_neural.aligners.loading import Encoder

    Floats = NDArray[np.float32]

LOG = logging.getLogger(__name__)
OWNER = "neural-aligners"
COMPONENT = "aligner transformer"
SUBWORDS_AT_ONCE = 32768
"""Source subwords whose hidden states are held at once: 100 MB for a model of base size."""
CHUNKS_KEPT = 2
"""Chunks of source states kept for the next target text of the same documents."""
MOST_LINKS = 2.5
"""Links per word of the longer side above which something is wrong: people draw about one."""
FEWEST_WORDS = 100
"""Words below which that is not judged."""
SHOWN = 60
"""Characters of a text that a message shows."""


class TransformerOptions(models.ModelOptions):
    """Options of the aligner, besides those that name the model.

    Args:
        method: `softmax`, `argmax`, `itermax` or `match`; none = `softmax` for multilingual BERT
            and what was trained from it, for which its threshold was found, `argmax` for all else.
        threshold: what a link must exceed, 0–1: both probabilities for `softmax` (none = 0.001, or
            0.2 with a scale), the similarity for the others (none = 0).
        scale: of `softmax`: cosines times this in place of dot products; 40 suits encoders whose
            cosines are all alike, such as multilingual-e5-small.
        distortion: how much words far off the diagonal lose, 0–1; not for `softmax`.
        input: `words` = the encoder sees the tokens as words; `text` = it sees the line as it is,
            and offsets show which token a subword is of.
        batch_tokens: padded subwords of a batch; none = 256 on a CPU, 8192 on a GPU.
        dtype: numbers of the encoder; similarities are always computed in float32.
    """

    method: Method | None = None
    threshold: float | None = Field(default=None, ge=0, lt=1)
    scale: float | None = Field(default=None, gt=0)
    distortion: float = Field(default=0.0, ge=0, le=1)
    input: Input = "words"
    batch_tokens: int | None = Field(default=None, ge=1)
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"

    @model_validator(mode="after")
    def _check_method(self) -> Self:
        if self.distortion and self.method == "softmax":
            raise ValueError("distortion is of argmax, itermax and match; softmax has none")
        if self.scale is not None and self.method != "softmax":
            raise ValueError("scale is of softmax; name it, too: method = softmax")
        return self


class TransformerAligner(Aligner):
    """Aligns words by a multilingual encoder.

    Args:
        encoder: tokenizer and model.
        options: how.
        digest: of the model's files and the options that decide links, for the signature.
    """

    packages: ClassVar[tuple[str, ...]] = ("torch", "transformers")

    def __init__(self, encoder: Encoder, options: TransformerOptions, digest: str = "") -> None:
        self._encoder = encoder
        self._options = options
        self._method = chosen_method(encoder, options)
        self._says_too_many = True
        self._encode_sources = lru_cache(maxsize=CHUNKS_KEPT)(self._encode)
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Load the model named by the argument (`transformer:NAME`) or by the option `model`.

        Raises:
            UsageError: options that make no sense for the model or the machine.
            PluginError: the model is missing or broken, or a package is; with the cure.
        """
        options = context.read_options(TransformerOptions)
        component = f"aligner {context.name}"
        try:
            from discotag_neural.aligners.loading import load_encoder

            if options.method == "match":
                import_module("scipy.optimize")
        except ImportError as error:
            raise PluginError(
                f"{component}: {error}; try: pip install 'discotag-neural[match]'"
            ) from error
        folder = models.find(context, options)
        encoder = load_encoder(
            folder,
            layer=options.layer,
            device=options.device,
            dtype=options.dtype,
            component=component,
        )
        if options.input == "text" and not encoder.tokenizer.is_fast:
            raise UsageError(
                f"{component}: the tokenizer of {folder} knows no offsets; use input = 'words'"
            )
        decisive = options.model_dump(exclude={*models.PLACES, "batch_tokens"})
        decisive |= {"layer": encoder.layer, "method": chosen_method(encoder, options)}
        return cls(encoder, options, model_digest(folder, decisive))

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Say whether the model is not on this machine."""
        return models.missing(context, context.read_options(TransformerOptions))

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Fetch the model from the hub."""
        models.fetch(context, context.read_options(TransformerOptions), tell)

    def align(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
        """Return one Alignment per pair, in order; what the scores mean depends on the method.

        Raises:
            ComponentError: a pair does not fit into memory, or its states are not numbers.
        """
        divide = partial(split, tokenizer=self._encoder.tokenizer, input=self._options.input)
        found: list[Alignment] = []
        sources = divide([source for source, _ in pairs])
        targets = divide([target for _, target in pairs])
        for start, end in _chunks([len(source.ids) for source in sources]):
            found += self._align_chunk(sources[start:end], targets[start:end], pairs[start:end])
        self._tell_if_too_many(found, pairs)
        return tuple(found)

    def _tell_if_too_many(
        self, found: Sequence[Alignment], pairs: Sequence[tuple[Tokens, Tokens]]
    ) -> None:
        """Warn once of an encoder and a method that do not go together."""
        words = sum(max(len(source), len(target)) for source, target in pairs)
        links = sum(len(one.links) for one in found)
        if self._says_too_many and words >= FEWEST_WORDS and links > MOST_LINKS * words:
            self._says_too_many = False
            LOG.warning(
                "%s: %.1f links per word: %s does not suit this encoder at layer %d; try "
                "--set transformer.method=argmax, or another layer",
                COMPONENT,
                links / words,
                self._method,
                self._encoder.layer,
            )

    def _align_chunk(
        self,
        sources: Sequence[Subwords],
        targets: Sequence[Subwords],
        pairs: Sequence[tuple[Tokens, Tokens]],
    ) -> Iterator[Alignment]:
        from discotag_neural.aligners.encoding import NotFiniteError, TooLargeError

        try:
            of_sources = self._encode_sources(tuple(source.ids for source in sources))
            of_targets = self._encode(tuple(target.ids for target in targets))
        except TooLargeError as error:
            texts = (*zip(sources, pairs, strict=True), *zip(targets, pairs, strict=True))
            pair = next(pair for text, pair in texts if text.ids == error.ids)
            raise self._fault(pair, f"{error}; use another device or a smaller model") from error
        except NotFiniteError as error:
            raise ComponentError(
                OWNER, COMPONENT, f"{error}; try --set transformer.dtype=float32"
            ) from error
        for source, target, source_states, target_states, pair in zip(
            sources, targets, of_sources, of_targets, pairs, strict=True
        ):
            try:
                yield self._link(source, target, source_states, target_states)
            except MemoryError as error:
                size = f"{len(source.ids)} × {len(target.ids)} subwords"
                raise self._fault(pair, f"{size} do not fit into memory") from error

    def _encode(self, texts: tuple[tuple[int, ...], ...]) -> list[Floats]:
        from discotag_neural.aligners.encoding import encode

        return encode(texts, self._encoder, batch_tokens=self._options.batch_tokens)

    def _link(
        self, source: Subwords, target: Subwords, source_states: Floats, target_states: Floats
    ) -> Alignment:
        rows = [row for row, tokens in enumerate(source.tokens) if tokens]
        columns = [column for column, tokens in enumerate(target.tokens) if tokens]
        if not rows or not columns:
            return Alignment()
        found: dict[tuple[int, int], float] = {}
        for piece in pieces(len(rows), len(columns)):
            of_source, of_target = rows[slice(*piece.source)], columns[slice(*piece.target)]
            linked, scores = link(
                source_states[of_source],
                target_states[of_target],
                method=self._method,
                threshold=self._options.threshold,
                distortion=self._options.distortion,
                scale=self._options.scale,
            )
            for i, j in zip(*linked.nonzero(), strict=True):
                if not piece.kept[0] <= piece.target[0] + j < piece.kept[1]:
                    continue
                score = float(scores[i, j])
                for pair in product(source.tokens[of_source[i]], target.tokens[of_target[j]]):
                    found[pair] = max(found.get(pair, 0.0), score)
        return Alignment.of(found.keys(), found.values())

    def _fault(self, pair: tuple[Tokens, Tokens], reason: str) -> ComponentError:
        source, target = (f"{tokens.text[:SHOWN]!r}" for tokens in pair)
        return ComponentError(OWNER, COMPONENT, f"the pair {source} – {target}: {reason}")


def chosen_method(encoder: Encoder, options: TransformerOptions) -> Method:
    """Return the method that is named, or the encoder's usual one; `softmax` has no distortion."""
    if options.method is not None:
        return options.method
    return "softmax" if encoder.is_bert and not options.distortion else "argmax"


def _chunks(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield ranges of pairs whose states are held at once; they depend on the source alone."""
    start = total = 0
    for place, size in enumerate(sizes):
        total += size
        if total >= SUBWORDS_AT_ONCE or place + 1 == len(sizes):
            yield start, place + 1
            start, total = place + 1, 0
