"""The annotator `ellipsis-model`: sites as a trained classifier in a checked folder finds them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import Annotator, Missing, PluginError, UsageError
from discotag_neural.ellipsis.examples import ANY, NONE, Level

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.plugin import Context, Side, Tokens
    from discotag_neural.ellipsis.classifier import Classifier


TokenContext = tuple[int, str, float]
"""The token next to which something is missing, kind (vp, np, gapping, sluice), confidence 0–1."""
USUAL = "vp"
"""The kind used for "something", the commonest in the treebank."""


class EllipsisModelOptions(BaseModel):
    """Settings of the annotator.

    Args:
        model: folder of a classifier, as `discotag train ellipsis` writes it.
        threshold: the smallest confidence of a site, 0–1: one less the probability of `none`.
        length: the most subwords of a window; longer segments are read in windows that overlap.
        batch_tokens: the most subwords of a batch.
        device: `auto` (a GPU if there is one), `cpu`, `cuda`, `cuda:1` …
        dtype: in what the model computes.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str | None = None
    threshold: float = Field(default=0.5, gt=0, le=1)
    length: int = Field(default=256, ge=8)
    batch_tokens: int = Field(default=8192, ge=1)
    device: str = "auto"
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"


class EllipsisModel(Annotator):
    """Finds elliptical sites by a classifier.

    One that classifies segments knows no place: its one site is on the segment's last word, and
    says with which confidence something is missing somewhere. The tagger's plain rule
    (`ellipsis.match=segment`) reads no more than that.

    Args:
        classifier: the model.
        threshold: the smallest confidence of a site.
        digest_of: digest of the model.
    """

    packages: ClassVar[tuple[str, ...]] = ("torch", "transformers")

    def __init__(self, classifier: Classifier, threshold: float, digest_of: str) -> None:
        self._classifier, self._threshold, self.digest = classifier, threshold, digest_of

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the annotator; UsageError without a model, PluginError if it cannot be loaded."""
        options = context.read_options(EllipsisModelOptions)
        folder = _folder(context)
        from discotag_neural.ellipsis.classifier import Classifier

        classifier = Classifier.load(
            folder,
            device=options.device,
            dtype=options.dtype,
            length=options.length,
            batch_tokens=options.batch_tokens,
            component=context.name,
        )
        return cls(classifier, options.threshold, digest(folder))

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Yield the model if it is missing."""
        try:
            _folder(context)
        except UsageError:
            yield Missing("a trained classifier, named as ellipsis-model:DIR", CURE)
        except PluginError:
            yield Missing(f"a trained classifier in {_named(context)}", CURE)

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Refuse: such a model is trained, not fetched."""
        del tell
        raise UsageError(f"{context.name}: its models are trained, not fetched; try: {CURE}")

    def annotate(self, documents: Sequence[Side]) -> Sequence[Sequence[tuple[TokenContext, ...]]]:
        """Return the sites of each segment, in order, at most one per token."""
        segments = [tokens for document in documents for tokens in document]
        asked = [index for index, tokens in enumerate(segments) if len(tokens)]
        is_token = self._classifier.level is Level.TOKEN
        rows = self._classifier.probabilities(
            [segments[i].forms if is_token else (segments[i].text,) for i in asked]
        )
        found: list[tuple[TokenContext, ...]] = [() for _ in segments]
        for index, values in zip(asked, rows, strict=True):
            found[index] = self._sites(segments[index], values)
        waiting = iter(found)
        return [[next(waiting) for _ in document.segments] for document in documents]

    def _sites(self, tokens: Tokens, rows: NDArray[np.float32]) -> tuple[TokenContext, ...]:
        labels = self._classifier.labels
        none = labels.index(NONE)
        kinds = rows.copy()
        kinds[:, none] = -1
        places = range(len(rows)) if self._classifier.level is Level.TOKEN else [_last(tokens)]
        return tuple(
            (place, USUAL if labels[kind] == ANY else labels[kind], round(1 - float(row[none]), 6))
            for place, row, kind in zip(places, rows, kinds.argmax(axis=1), strict=True)
            if 1 - row[none] >= self._threshold
        )


def _named(context: Context) -> str | None:
    return context.argument or context.read_options(EllipsisModelOptions).model


def _folder(context: Context) -> Path:
    name = _named(context)
    if not name:
        raise UsageError(
            f"{context.name} needs a model: --annotator {context.name}:DIR, or"
            f" --set {context.name}.model=DIR; make one with: {CURE}"
        )
    return checked_folder(Path(name).expanduser(), context.name)


def _last(tokens: Tokens) -> int:
    words = [token.index for token in tokens if any(map(str.isalnum, token.form))]
    return words[-1] if words else len(tokens) - 1


CURE = "discotag train ellipsis TREES --encoder DIR --out DIR"
NEEDED = ("config.json", "tokenizer.json")
WEIGHTS = ("*.safetensors", "pytorch_model*.bin")
DIGEST_LENGTH = 12


def checked_folder(folder: Path, component: str) -> Path:
    """Return the folder itself, if it holds a model.

    Raises:
        PluginError: it does not exist, or lacks a file; says which.
    """
    if not folder.is_dir():
        found = "is a file" if folder.exists() else "does not exist"
        told = f"{component}: {folder} {found}; name a classifier's folder, or make one: {CURE}"
        raise PluginError(told)
    absent = [name for name in NEEDED if not (folder / name).is_file()]
    if not _weights(folder):
        absent.append("model.safetensors")
    if absent:
        raise PluginError(f"{component}: {folder} lacks {', '.join(absent)}; make one with: {CURE}")
    return folder


def digest(folder: Path) -> str:
    """Return the digest of what decides the model's answers: settings, vocabulary and weights."""
    whole = hashlib.sha256()
    for path in (*sorted(folder / name for name in NEEDED), *_weights(folder)):
        whole.update(path.name.encode())
        with path.open("rb") as stream:
            whole.update(hashlib.file_digest(stream, "sha256").digest())
    return whole.hexdigest()[:DIGEST_LENGTH]


def _weights(folder: Path) -> list[Path]:
    found = [sorted(folder.glob(pattern)) for pattern in WEIGHTS]
    return next((paths for paths in found if paths), [])
