"""The scorer `comet`: COMET of whole texts, from segment scores that add up over documents.

COMET (Rei et al. 2020) gives each segment a score near 0–1, by source and reference. Their mean
over segments is printed times 100, next to BLEU and chrF. With several references a segment's score
is the mean over them.
"""

from __future__ import annotations

import math
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

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
from discotag_neural.comet.cache import Cache, checkpoint_digest, find_checkpoint, key_of
from discotag_neural.comet.process import CometProcess, ProcessError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.plugin import Comparison, Context


VARIABLE = "DISCOTAG_COMET_PYTHON"
DEFAULT_MODEL = "Unbabel/wmt22-comet-da"
PACKAGE = "unbabel-comet"
PINNED = f'"{PACKAGE}==2.2.7" "setuptools<81"'
MAKE = (
    f"python3.11 -m venv comet-env && comet-env/bin/pip install torch {PINNED} &&"
    f" export {VARIABLE}=$PWD/comet-env/bin/python"
)
"""COMET wants older versions of Transformers, NumPy and setuptools than everything else here."""
ASK_VERSION = f"import importlib.metadata as m; print(m.version({PACKAGE!r}))"
PATIENCE = 60
"""Seconds that Python may take to report a version."""


class CometOptions(BaseModel):
    """Settings of the scorer.

    Args:
        python: the Python of COMET's environment; None = `DISCOTAG_COMET_PYTHON`.
        model: a name on the hub that was fetched before, a checkpoint, or its folder.
        context: how many previous segments are read too (DocCOMET, Vernikos et al. 2022): of the
            source for the source, of the reference for reference and hypothesis; 0 = none.
        batch: segments at once.
        gpus: 0 or 1; None = 1 if COMET's torch sees one. Several cannot be used through a process.
        cache: file that keeps the scores of segments; None = in the user's cache folder, `none` =
            keep none.
        timeout: seconds that COMET may take to load, and then for each document.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    python: str | None = None
    model: str = DEFAULT_MODEL
    context: int = Field(default=0, ge=0)
    batch: int = Field(default=16, ge=1)
    gpus: Literal[0, 1] | None = None
    cache: str | None = None
    timeout: float = Field(default=3600, gt=0)


def python_of(options: CometOptions, environ: Mapping[str, str] | None = None) -> str:
    """Find the Python of COMET's environment; UsageError says how to make one."""
    environ = os.environ if environ is None else environ
    named = options.python or environ.get(VARIABLE)
    if not named:
        raise UsageError(
            "comet: COMET runs in an environment of its own, and none is named. Make it with:"
            f" {MAKE} (or name its Python with --set comet.python=PATH)"
        )
    found = shutil.which(str(Path(named).expanduser()))
    if found is None:
        raise UsageError(
            f"comet: {named} is no program that can be run; name the Python of COMET's environment"
            f" with --set comet.python=PATH or {VARIABLE}, or make one with: {MAKE}"
        )
    return found


def install_line(python: str) -> str:
    """Return the command that brings COMET into an environment."""
    return f"{python} -m pip install torch {PINNED}"


def version_of(python: str) -> str:
    """Return the version of COMET in an environment; UsageError if it has none."""
    try:
        told = subprocess.run(
            [python, "-c", ASK_VERSION],
            capture_output=True,
            check=False,
            timeout=PATIENCE,
            encoding="utf-8",
            errors="replace",
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"comet: {python} cannot be asked for COMET ({error})") from error
    if told.returncode != 0:
        lines = told.stderr.strip().splitlines() or [f"exit code {told.returncode}"]
        raise UsageError(f"comet: {python} has no COMET ({lines[-1]}); try: {install_line(python)}")
    return told.stdout.strip()


Texts = tuple[str, ...]
"""Previous segments, then the segment itself."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One segment.

    Args:
        source: of the source text.
        hypothesis: the translation, after previous segments of the *reference*: what a system
            wrote before should not decide what its next sentence is worth.
        reference: of the reference.
    """

    source: Texts
    hypothesis: Texts
    reference: Texts

    def describe(self) -> dict[str, list[str]]:
        """Return it as COMET's process reads it."""
        return {
            "src": list(self.source),
            "mt": list(self.hypothesis),
            "ref": list(self.reference),
        }


def samples(
    source: Sequence[str], hypothesis: Sequence[str], reference: Sequence[str], context: int
) -> list[Sample]:
    """Return the samples of one document, in order.

    Args:
        source: its segments.
        hypothesis: as many translations.
        reference: as many reference translations.
        context: how many previous segments of the document are read too.
    """
    found = []
    for index in range(len(source)):
        first = max(0, index - context)
        before = tuple(reference[first:index])
        found.append(
            Sample(
                (*source[first:index], source[index]),
                (*before, hypothesis[index]),
                (*before, reference[index]),
            )
        )
    return found


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
    """Read the options; a model after a colon has precedence over the one in them."""
    options = context.read_options(CometOptions)
    if context.argument is None:
        return options
    return options.model_copy(update={"model": context.argument})


def _cure(context: Context, options: CometOptions) -> str:
    return f"discotag download {context.target.code} --engine scorer=comet:{options.model}"
