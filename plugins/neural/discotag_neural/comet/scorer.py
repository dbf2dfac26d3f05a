"""The scorer `comet`: COMET of whole texts, from segment scores that add up over documents.

COMET (Rei et al. 2020) gives each segment a score near 0–1, by source and reference. Their mean
over segments is printed times 100, beside BLEU and chrF. With several references a segment's score
is the mean over them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from discotag.plugin import (
    ComponentError,
    DiscotagError,
    Missing,
    PluginError,
    Row,
    Scorer,
    Statistics,
    UsageError,
    count_noun,
)
from discotag_neural.comet.cache import Cache, key_of
from discotag_neural.comet.checkpoint import checkpoint_digest, find_checkpoint
from discotag_neural.comet.options import (
    MAKE,
    CometOptions,
    install_line,
    python_of,
    version_of,
)
from discotag_neural.comet.process import CometProcess, ProcessError
from discotag_neural.comet.samples import samples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from discotag.plugin import Comparison, Context
    from discotag_neural.comet.samples import Sample

OWNER = "neural-comet"
SHARE = 100
"""What a score is multiplied by for print."""
VOCABULARY = (
    "the vocabulary of its encoder (pretrained_model in its hparams.yaml) must have been fetched"
    " too, as `discotag download LANG --engine scorer=comet:NAME` does"
)
"""What to do where a file of the encoder is missing: Transformers raises OSError, or stumbles."""
FETCHING = 6 * 3600
"""Seconds that fetching a model may take."""


class CometScorer(Scorer):
    """Scores whole texts, times 100; `Row()` is its only row, its support the number of segments.

    Args:
        options: the settings.
        python: of COMET's environment.
        version: of COMET.
        checkpoint: the model.
        cache: of segment scores.
    """

    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self, options: CometOptions, python: str, version: str, checkpoint: Path, cache: Cache
    ) -> None:
        self._options, self._python, self._version = options, python, version
        self._checkpoint, self._cache = checkpoint, cache
        digest = cache.digest(checkpoint)
        if digest is None:
            digest = checkpoint_digest(checkpoint)
            cache.keep_digest(checkpoint, digest)
        self._digest = digest
        self._process: CometProcess | None = None

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer; COMET itself starts with the first segment that the cache lacks.

        Raises:
            UsageError: no environment, or a cache that cannot be used; says what to do.
            PluginError: the model is not here; says how to get it.
        """
        options = _options(context)
        python = python_of(options)
        version = version_of(python)
        checkpoint = find_checkpoint(options.model, cure=_cure(context, options))
        return cls(options, python, version, checkpoint, Cache.open(options.cache))

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Yield what is missing of environment and model."""
        options = _options(context)
        try:
            python = python_of(options)
        except UsageError:
            yield Missing("an environment with COMET; none is named, or it is not there", MAKE)
            return
        try:
            version_of(python)
        except UsageError:
            yield Missing(f"COMET in the environment of {python}", install_line(python))
            return
        cure = _cure(context, options)
        try:
            find_checkpoint(options.model, cure=cure)
        except PluginError:
            yield Missing(f"COMET's model {options.model}", cure)

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Fetch the model, in COMET's environment."""
        options = _options(context)
        name, python = options.model, python_of(options)
        version_of(python)
        tell(f"fetching {name} and the vocabulary of its encoder; the licence is on its page")
        tell("Unbabel/wmt22-comet-da: 2.3 GB, Apache-2.0")
        try:
            with CometProcess(python, is_offline=False) as process:
                tell(f"it is in {process.ask({'fetch': name}, FETCHING)['checkpoint']}")
        except ProcessError as error:
            raise DiscotagError(f"comet: {name} cannot be fetched: {error}") from error

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Yield the sum of segment scores and the number of segments of each document."""
        for comparison in comparisons:
            document = comparison.hypothesis.document
            try:
                total = self._sum(comparison)
            except ProcessError as error:
                self.finish()
                raise ComponentError(
                    OWNER, "scorer comet", str(error), document=document.id
                ) from error
            yield Statistics(document.id, {Row(): (total, float(len(document)))})

    def finish(self) -> None:
        """End COMET's process."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute the mean segment score, times 100; NaN without segments."""
        totals, segments = counts[..., 0], counts[..., 1]
        means = np.full(np.shape(totals), np.nan)
        np.divide(SHARE * totals, segments, out=means, where=segments > 0)
        return {"comet": means}

    def signature(self) -> str:
        """Return COMET's version, the model and the context."""
        name = self._options.model.rstrip("/").rsplit("/", maxsplit=1)[-1]
        context = f"|context:{self._options.context}" if self._options.context else ""
        return f"comet:{self._version}|model:{name}@{self._digest}{context}"

    def _sum(self, comparison: Comparison) -> float:
        document = comparison.hypothesis.document
        by_reference = [
            self._scores(
                samples(
                    document.source.segments,
                    document.target.segments,
                    reference.document.target.segments,
                    self._options.context,
                )
            )
            for reference in comparison.references
        ]
        return math.fsum(
            math.fsum(scores) / len(scores) for scores in zip(*by_reference, strict=True)
        )

    def _scores(self, asked: Sequence[Sample]) -> list[float]:
        """Return the scores of samples, in order; only those not known are computed, each once."""
        keys = [key_of(f"{self._digest} {self._version}", sample) for sample in asked]
        known = self._cache.scores(keys)
        new = {key: sample for key, sample in zip(keys, asked, strict=True) if key not in known}
        if new:
            computed = dict(zip(new, self._compute(list(new.values())), strict=True))
            self._cache.keep(computed)
            known |= computed
        return [known[key] for key in keys]

    def _compute(self, asked: Sequence[Sample]) -> list[float]:
        if self._process is None:
            self._process = self._started()
        question = {"score": [item.describe() for item in asked], "batch": self._options.batch}
        scores = self._process.ask(question, self._options.timeout).get("scores")
        if not isinstance(scores, list) or len(scores) != len(asked):
            count = len(scores) if isinstance(scores, list) else "no"
            told = f"{count_noun(count, 'score')} for {count_noun(len(asked), 'segment')}"
            raise ProcessError(f"COMET gave {told}")
        for item, score in zip(asked, scores, strict=True):
            if not isinstance(score, float | int) or not math.isfinite(score):
                raise ProcessError(
                    f"COMET gave {score} for {item.hypothesis[-1][:60]!r}: the model is broken, or"
                    " its numbers overflow on this device; try --set comet.gpus=0"
                )
        return [float(score) for score in scores]

    def _started(self) -> CometProcess:
        process = CometProcess(self._python)
        settings = {
            "checkpoint": str(self._checkpoint),
            "gpus": self._options.gpus,
            "context": self._options.context > 0,
        }
        try:
            process.ask({"load": settings}, self._options.timeout)
        except ProcessError as error:
            process.close()
            is_lost = any(name in str(error) for name in ("OSError", "AttributeError"))
            hint = f"; {VOCABULARY}" if is_lost else ""
            raise ProcessError(f"the model cannot be loaded: {error}{hint}") from error
        return process


def _options(context: Context) -> CometOptions:
    """Read the options; a model behind a colon goes before the one among them."""
    options = context.read_options(CometOptions)
    if context.argument is None:
        return options
    return options.model_copy(update={"model": context.argument})


def _cure(context: Context, options: CometOptions) -> str:
    return f"discotag download {context.target.code} --engine scorer=comet:{options.model}"
