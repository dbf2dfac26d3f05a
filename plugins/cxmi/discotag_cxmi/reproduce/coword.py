"""The experiment of the CXMI paper: CoWord dropout, context formats and seeds, all measured.

Fernandes et al. 2021, sections 3 and 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.plugin import UsageError
from discotag_cxmi.reproduce.making import Maker
from discotag_cxmi.reproduce.settings import context_of
from discotag_experiments.steps import Given, folder_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag_cxmi.reproduce.making import Words
    from discotag_cxmi.reproduce.settings import CxmiConfig, Settings, Suite
    from discotag_experiments.steps import Step

CONTRAST, FIGURES, SAMPLES = "contrast.json", "cxmi.json", "samples.json"
MEASURED = "scores"
SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Variant:
    """A training: everything that tells its model from others.

    Args:
        pair: language pair.
        start: name of where it starts.
        form: name of its context format.
        dropout: CoWord dropout.
        seed: of the training.
    """

    pair: str
    start: str
    form: str
    dropout: float
    seed: int

    @property
    def name(self) -> str:
        """Name of the steps' folders, below the pair's."""
        return f"{self.start}_{self.form}_p{self.dropout:g}_seed{self.seed}"


def variants(experiment: CxmiConfig) -> Iterator[Variant]:
    """Yield all trainings, in order."""
    for pair in experiment.pairs:
        for start in experiment.starts:
            for form, given in experiment.formats.items():
                for dropout in given.dropout or experiment.dropout:
                    for seed in experiment.seeds:
                        yield Variant(pair, start, form, dropout, seed)


def suites(experiment: CxmiConfig, pair: str) -> dict[str, Suite]:
    """Return the contrastive sets of a pair."""
    return {n: s for n, s in experiment.suites.items() if s.pairs is None or pair in s.pairs}


def compared(experiment: CxmiConfig) -> Iterator[tuple[Variant, Variant]]:
    """Yield the pairs of models whose samples are shown: least and most dropout, first seed."""
    for pair in experiment.pairs:
        for start in experiment.starts:
            for form, given in experiment.formats.items():
                dropouts = given.dropout or experiment.dropout
                if "cxmi" in given.measures and len(dropouts) > 1:
                    first, last = (
                        Variant(pair, start, form, dropout, experiment.seeds[0])
                        for dropout in (min(dropouts), max(dropouts))
                    )
                    yield first, last


def folder(out: Path, kind: str, variant: Variant, suite: str | None = None) -> Path:
    """Return a step's folder."""
    return folder_of(out, _step(kind, variant, suite))


def _step(kind: str, variant: Variant, suite: str | None = None) -> str:
    return "/".join(filter(None, (kind, variant.pair, suite, variant.name)))


def steps(experiment: CxmiConfig, out: Path, base: Path) -> list[Step]:
    """Return the steps: texts, and of each model its training and what is measured of it.

    Raises:
        UsageError: the configuration makes no sense; names the key.
    """
    maker = Maker(experiment, out, base)
    maker.texts()
    for variant in variants(experiment):
        form, start = experiment.formats[variant.form], experiment.starts[variant.start]
        key = f"formats.{variant.form}"
        settings: Settings = {
            **experiment.settings,
            **start.settings,
            **form.settings,
            "coword": variant.dropout,
            "seed": variant.seed,
        }
        has_context = any(high for _, high in context_of(key, settings))
        if not has_context and {"cxmi", "correlation"} & set(form.measures):
            raise UsageError(
                f"{key}.measures: cxmi and correlation need a model with context, and the settings"
                ' give none (target_context = "0:4" …)'
            )
        model = maker.train(
            variant.name,
            key,
            variant.pair,
            settings,
            start=None
            if start.start is None
            else maker.start(start.start, f"starts.{variant.start}.from", variant.pair),
            texts=(experiment.train, experiment.dev),
        )
        if "quality" in form.measures:
            made = maker.decode(variant.name, key, variant.pair, model, {"beams": experiment.beams})
            maker.score(variant.name, variant.pair, {SYSTEM: made}, baseline=None)
        if {"contrast", "correlation"} & set(form.measures):
            for name, suite in suites(experiment, variant.pair).items():
                _contrast(maker, variant, (name, suite), model, has_context=has_context)
        if "cxmi" in form.measures:
            _measure(maker, variant, model)
    for first, last in compared(experiment):
        scores = [Given(folder(out, "cxmi", one) / MEASURED, "samples") for one in (first, last)]
        words: Words = ["cxmi", "compare", *scores, "--top", str(experiment.samples)]
        name = _step("samples", last)
        maker.add(name, "samples", [*words, "--format", "json"], (SAMPLES,), SAMPLES)
    return list(maker.steps.values())


def _contrast(
    maker: Maker, variant: Variant, named: tuple[str, Suite], model: Given, *, has_context: bool
) -> None:
    name, suite = named
    key = f"suites.{name}"
    step = _step("contrast", variant, name)
    words: Words = ["contrast", "--model", model]
    words += ["--out", folder_of(maker.out, step) / CONTRAST, "--device", maker.experiment.device]
    words += ["--when-long", "shorten"]
    if not has_context:
        words += ["--source-context", "0", "--target-context", "0"]
    for part in ("documents", "context_src", "context_tgt"):
        value: str | None = getattr(suite, part)
        if value is not None:
            given = maker.given(value, f"{key}.{part}", variant.pair)
            words += [f"--{part.replace('_', '-')}", given]
    if suite.reader:
        words += ["--reader", suite.reader]
    words += [maker.given(file, f"{key}.files", variant.pair) for file in suite.files]
    maker.add(step, key, words, (CONTRAST,))


def _measure(maker: Maker, variant: Variant, model: Given) -> None:
    step = _step("cxmi", variant)
    out = folder_of(maker.out, step) / MEASURED
    words: Words = ["cxmi", "--model", model, "--out", out, "--when-long", "shorten"]
    words += ["--device", maker.experiment.device, *maker.corpus("test", variant.pair)]
    made = (f"{MEASURED}/{FIGURES}", f"{MEASURED}/scores.jsonl")
    maker.add(step, f"formats.{variant.form}", words, made)
