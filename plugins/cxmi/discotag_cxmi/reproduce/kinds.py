"""The configurations of the two experiments: their systems, formats, suites."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from discotag_cxmi.reproduce.settings import Config, Settings
from discotag_experiments.experiment import Section, check_files, check_known, check_unique

Measure = Literal["quality", "contrast", "cxmi", "correlation"]


class System(Section):
    """A translation to judge: of a model, in a file, or inside the test texts.

    Args:
        model: name of a model here, which translates the test texts.
        context: `own` earlier translations, or `gold`: the reference's.
        source_context: source lines of context; None = as many as in training.
        target_context: likewise of target lines.
        beams: of the search.
        file: the translation, with placeholders; without model and file it is inside the test
            texts.
        against: the system to compare it with; None = the first.
        pairs: where it exists; None = everywhere.
    """

    model: str | None = None
    context: Literal["own", "gold"] = "own"
    source_context: int | None = Field(default=None, ge=0)
    target_context: int | None = Field(default=None, ge=0)
    beams: int = Field(default=5, ge=1)
    file: str | None = None
    against: str | None = None
    pairs: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _check_origin(self) -> Self:
        if self.model is not None and self.file is not None:
            raise ValueError("give model or file, not both")
        return self


class MudaConfig(Config):
    """The experiment of the MuDA papers: systems by language pairs, BLEU, COMET, F per tag."""

    systems: dict[str, System] = Field(min_length=1)

    @model_validator(mode="after")
    def _check_systems(self) -> Self:
        check_files(self.systems)
        for name, system in self.systems.items():
            key = f"systems.{name}"
            if system.model is not None:
                check_known(key, "models", system.model, self.models)
            if system.against is not None:
                check_known(key, "systems", system.against, self.systems)
            for pair in system.pairs or ():
                check_known(key, "pairs", pair, self.pairs)
        return self


class Format(Section):
    """A way of giving context, and what is measured of models that are trained with it.

    Args:
        measures: `quality` (BLEU, COMET), `contrast` (accuracy), `cxmi`, `correlation` (of CXMI
            with flips); the last two make sense for models trained with and without context.
        dropout: CoWord dropout, if not that of the experiment.
        settings: of `discotag train`.
    """

    measures: tuple[Measure, ...] = ("quality", "contrast")
    dropout: tuple[float, ...] | None = None
    settings: Settings = Field(default_factory=dict)


class Start(Section):
    """Where training starts: from scratch, or from a model, with settings of its own."""

    start: str | None = Field(default=None, alias="from")
    settings: Settings = Field(default_factory=dict)


class Suite(Section):
    """A contrastive set, as of `discotag contrast`.

    Args:
        files: the set.
        reader: "" = by what the files look like.
        documents: folder of the set's documents.
        context_src: file of earlier source lines.
        context_tgt: file of earlier target lines.
        pairs: for which it is; None = all.
    """

    files: tuple[str, ...] = Field(min_length=1)
    reader: str = ""
    documents: str | None = None
    context_src: str | None = None
    context_tgt: str | None = None
    pairs: tuple[str, ...] | None = None


class CxmiConfig(Config):
    """The experiment of the CXMI paper: dropout, context formats and seeds.

    Args:
        seeds: of the trainings.
        dropout: CoWord dropout, the first is what others are compared with.
        settings: of `discotag train`, for all formats.
        train: name of the texts to train on.
        dev: of those for development; None = documents are held out.
        formats: name → context format.
        starts: name → where training starts.
        suites: name → contrastive set.
        beams: of the search.
        samples: how many samples of Table 3 are shown.
    """

    seeds: tuple[int, ...] = Field(default=(1,), min_length=1)
    dropout: tuple[float, ...] = Field(default=(0.0, 0.1, 0.2), min_length=1)
    settings: Settings = Field(default_factory=dict)
    train: str = "train"
    dev: str | None = None
    formats: dict[str, Format] = Field(min_length=1)
    starts: dict[str, Start] = Field(default_factory=lambda: {"scratch": Start()})
    suites: dict[str, Suite] = Field(default_factory=dict)
    beams: int = Field(default=5, ge=1)
    samples: int = Field(default=3, ge=1)

    @model_validator(mode="after")
    def _check_all(self) -> Self:
        check_files(self.formats, self.starts, self.suites)
        check_unique(self.seeds, "seed")
        for key in filter(None, (self.train, self.dev)):
            check_known("train, dev", "texts", key, self.texts)
        for name, suite in self.suites.items():
            for pair in suite.pairs or ():
                check_known(f"suites.{name}", "pairs", pair, self.pairs)
        for name, form in self.formats.items():
            check_unique(form.dropout or self.dropout, f"dropout of formats.{name}")
            if {"contrast", "correlation"} & set(form.measures) and not self.suites:
                raise ValueError(f"formats.{name} measures contrast, and there are no suites")
        return self
