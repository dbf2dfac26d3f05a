"""The aligner `simalign`: the package SimAlign, kept from what it crashes on.

As it comes, it fails on an empty side, silently drops what is after the encoder's last position,
and in `word` mode fails on a word of which its tokenizer leaves nothing. Here an empty side has no
links, such a word has none, and a long side is encoded in overlapping windows of words. All else is
the package's own.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from pydantic import Field

from discotag.plugin import Aligner, Alignment, PluginError
from discotag_neural.aligners import models
from discotag_neural.aligners.subwords import SurfaceWords, surface_words
from discotag_neural.hub import model_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from discotag.plugin import Context, Missing, Tokens

METHODS = {"argmax": "a", "itermax": "i", "match": "m"}
NAMES = {"argmax": "inter", "itermax": "itermax", "match": "mwmf"}


class SimAlignOptions(models.ModelOptions):
    """Options of the aligner, besides those that name the model; they are the package's.

    Args:
        method: `argmax` (its inter), `itermax` or `match` (its mwmf).
        tokens: whether subwords are linked, or words by their subwords' mean.
        distortion: how much words far off the diagonal lose, 0–1.
    """

    method: Literal["argmax", "itermax", "match"] = "argmax"
    tokens: Literal["subwords", "words"] = "subwords"
    distortion: float = Field(default=0.0, ge=0, le=1)


class SimAligner(Aligner):
    """Aligns words with the package SimAlign, pair by pair; its links have no scores.

    Args:
        aligner: the package's `SentenceAligner`, asked for one method.
        method: the package's name of the method.
        digest: of the model's files and the options that decide links, for the signature.
    """

    packages: ClassVar[tuple[str, ...]] = ("simalign", "torch", "transformers")

    def __init__(self, aligner: Any, method: str, digest: str = "") -> None:
        self._aligner = aligner
        self._method = method
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Load the model named by the argument (`simalign:NAME`) or by the option `model`.

        Raises:
            UsageError: options that make no sense for the model or the machine.
            PluginError: the model is missing or broken, or the package is; with the cure.
        """
        options = context.read_options(SimAlignOptions)
        component = f"aligner {context.name}"
        try:
            from discotag_neural.aligners.simalign_package import load_package
        except ImportError as error:
            raise PluginError(
                f"{component}: {error}; try: pip install 'discotag-neural[simalign]'"
            ) from error
        folder = models.find(context, options)
        aligner, layer = load_package(
            folder,
            layer=options.layer,
            token_type="bpe" if options.tokens == "subwords" else "word",
            distortion=options.distortion,
            letter=METHODS[options.method],
            device=options.device,
            component=component,
        )
        decisive = options.model_dump(exclude=set(models.PLACES))
        return cls(
            aligner,
            NAMES[options.method],
            model_digest(folder, {**decisive, "layer": layer}),
        )

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Say whether the model is not on this machine."""
        return models.missing(context, context.read_options(SimAlignOptions))

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Fetch the model from the hub."""
        models.fetch(context, context.read_options(SimAlignOptions), tell)

    def align(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
        """Return one Alignment per pair, in order."""
        return tuple(self._align(source, target) for source, target in pairs)

    def _align(self, source: Tokens, target: Tokens) -> Alignment:
        sides = [self._readable(surface_words(tokens)) for tokens in (source, target)]
        if not all(side.forms for side in sides):
            return Alignment()
        found = self._aligner.get_word_aligns(*(list(side.forms) for side in sides))
        return Alignment.of(
            pair
            for i, j in found[self._method]
            for pair in product(sides[0].tokens[i], sides[1].tokens[j])
        )

    def _readable(self, words: SurfaceWords) -> SurfaceWords:
        """Leave out words of which the tokenizer leaves nothing."""
        tokenize = self._aligner.embed_loader.tokenizer.tokenize
        kept = [place for place, form in enumerate(words.forms) if tokenize(form)]
        return SurfaceWords(
            tuple(words.forms[place] for place in kept),
            tuple(words.tokens[place] for place in kept),
        )
