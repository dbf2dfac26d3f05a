"""What configurations of both experiments hold, checked before anything is run."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, ValidationError, field_validator, model_validator

from discotag.plugin import UsageError, faults, is_file_name
from discotag_experiments.experiment import Section, check_files, check_known, check_unique

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
    """A model that is there (`folder`), or that `discotag train` makes of the other settings.

    Args:
        folder: of a model.
        start: name of another model here, or a folder: what training goes on from.
        train: name of the texts to train on.
        dev: name of the texts for development; None = documents of `train` are held out.
        settings: of `discotag train`, by their names there.
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
        samples: draws of documents behind an interval.
        trials: draws behind a p-value.
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
        UsageError: `discotag train` does not take these settings; names the key.
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
