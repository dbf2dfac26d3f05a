"""What configurations of both experiments hold, checked before anything is run."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, field_validator, model_validator

from discotag.plugin import UsageError, faults, is_file_name
from discotag_experiments.experiment import Section, check_files, check_known, check_unique

CONFIGS = Path(__file__).parent / "configs"
Settings = dict[str, str | int | float | bool]


class Texts(Section):
    """Aligned texts; paths may hold `{pair}`, `{source}`, `{target}` and `{invented}`.

    Args:
        src: source text, or the file or folder that holds all.
        tgt: its translation; None where `src` holds it.
        docids: document ids.
        reader: of discotag; "" = by the file's name.
    """

    src: str
    tgt: str | None = None
    docids: str | None = None
    reader: str = ""


class Invented(Section):
    """Texts that are made on the spot, for trying out; see `discotag_cxmi.reproduce.texts`.

    Args:
        documents: how many to train on.
        seed: of the random numbers.
        hint: how often a word of the pronoun's own source segment hints at it rightly.
    """

    documents: int = Field(default=600, ge=1)
    seed: int = Field(default=1, ge=0)
    hint: float | None = Field(default=None, ge=0.5, le=1)


class Model(Section):
    """A model that is there (`folder`), or that `discotag cxmi train` makes of the other settings.

    Args:
        folder: of a model.
        start: name of another model here, or a folder: what training continues from.
        train: name of the texts to train on.
        dev: name of the texts for development; None = documents of `train` are held out.
        settings: of `discotag cxmi train`, by their names there.
    """

    folder: str | None = None
    start: str | None = Field(default=None, alias="from")
    train: str = "train"
    dev: str | None = None
    settings: Settings = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_folder(self) -> Self:
        if self.folder is not None and (self.settings or self.start):
            raise ValueError("a folder is taken as it is; leave out settings and from")
        return self


class Scoring(Section):
    """How systems are scored; all but the last two as of `discotag run`.

    Args:
        scorers: add `comet` for COMET; see docs/engines.md for what it needs.
        profile: whose rules tag.
        phenomena: which to tag; None = all of the pair.
        settings: `COMPONENT.OPTION` → value.
        analyzers: `[WHERE=]NAME[:ARG]`.
        aligners: likewise.
        corefs: likewise.
        samples: draws of documents for an interval.
        trials: draws for a p-value.
        seed: of the draws.
        margin: a difference of F above this is marked.
        alpha: so is a p (Holm) below this.
    """

    scorers: tuple[str, ...] = ("bleu", "compare_mt")
    profile: str = "discotag"
    phenomena: tuple[str, ...] | None = None
    settings: Settings = Field(default_factory=dict)
    analyzers: tuple[str, ...] = ()
    aligners: tuple[str, ...] = ()
    corefs: tuple[str, ...] = ()
    samples: int = Field(default=1000, ge=100)
    trials: int = Field(default=10000, ge=100)
    seed: int = Field(default=12345, ge=0)
    margin: float = Field(default=0.025, ge=0)
    alpha: float = Field(default=0.05, gt=0, lt=1)


class Config(Section):
    """What both experiments have.

    Args:
        pairs: language pairs, such as `en-fr`.
        device: `auto`, `cpu` or `cuda`, for training, decoding and measuring.
        invented: makes texts to try it out with.
        texts: name → texts; `test` is what is judged.
        models: name → model.
        scoring: how systems are scored.
    """

    pairs: tuple[str, ...] = Field(min_length=1)
    device: Literal["auto", "cpu", "cuda"] = "auto"
    invented: Invented | None = None
    texts: dict[str, Texts]
    models: dict[str, Model] = Field(default_factory=dict)
    scoring: Scoring = Scoring()

    @field_validator("pairs")
    @classmethod
    def _check_pairs(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for pair in value:
            source, dash, target = pair.partition("-")
            if not (source and dash and target and is_file_name(pair)):
                raise ValueError(f"{pair!r} is no language pair such as en-fr")
        check_unique(value, "pair")
        return value

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        check_files(self.texts, self.models)
        if "test" not in self.texts:
            raise ValueError("texts.test is missing: it is what is judged")
        for name, model in self.models.items():
            if model.folder is None:
                for key in filter(None, (model.train, model.dev)):
                    check_known(f"models.{name}", "texts", key, self.texts)
        return self


def context_of(key: str, settings: Settings) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the least and most lines of source and of target context in a training.

    Raises:
        UsageError: `discotag cxmi train` does not take these settings; names the key.
    """
    from discotag_cxmi.training.recipe import Recipe, sizes_of_scheme

    given: dict[str, Any] = {name: value for name, value in settings.items() if name != "scheme"}
    if (scheme := settings.get("scheme")) is not None:
        given |= sizes_of_scheme(scheme, given, f"{key}: scheme")
    try:
        recipe = Recipe.model_validate(given)
    except ValidationError as error:
        raise UsageError(f"{key}: {faults(error)}".replace("Value error, ", "")) from error
    return recipe.source_context, recipe.target_context


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
        settings: of `discotag cxmi train`.
    """

    measures: tuple[Measure, ...] = ("quality", "contrast")
    dropout: tuple[float, ...] | None = None
    settings: Settings = Field(default_factory=dict)


class Start(Section):
    """Where training starts: from scratch, or from a model, with settings of its own."""

    start: str | None = Field(default=None, alias="from")
    settings: Settings = Field(default_factory=dict)


class Suite(Section):
    """A contrastive set, as of `discotag cxmi contrast`.

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
        settings: of `discotag cxmi train`, for all formats.
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
