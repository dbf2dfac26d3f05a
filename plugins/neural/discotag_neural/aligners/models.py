"""Which model of Hugging Face an aligner works with: its options, and what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import Missing, PluginError
from discotag_neural.hub import fetch_model, find_model, is_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from discotag.plugin import Context

MULTILINGUAL_BERT = "google-bert/bert-base-multilingual-cased"
SHORT_NAMES = {"bert": MULTILINGUAL_BERT, "xlmr": "FacebookAI/xlm-roberta-base"}
"""SimAlign's names for the two models of its paper."""

PLACES = frozenset({"model", "dir", "layer", "device"})
"""Options that say where a model is; not what it computes, or set otherwise (the layer)."""


class ModelOptions(BaseModel):
    """Options that name a model and where it runs.

    Args:
        model: a folder, or a name on the hub that was fetched, `bert` and `xlmr` being short for
            two; what is after the colon (`transformer:NAME`) has precedence; none = multilingual
            BERT.
        revision: branch, tag or commit on the hub.
        dir: the folder that fetched models are kept in; none = Hugging Face's own.
        layer: whose hidden states are compared; none = the one two thirds up, for
            SimAlign 8.
        device: `auto` (a GPU if there is one), `cpu`, `cuda`, `cuda:1` …
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str | None = None
    revision: str | None = None
    dir: Path | None = None
    layer: int | None = Field(default=None, ge=1)
    device: str = "auto"


class MissingModelError(PluginError):
    """A model that is not on this machine.

    Args:
        missing: what it is, with the cure.
        message: the same as a sentence.
    """

    def __init__(self, missing: Missing, message: str) -> None:
        self.missing = missing
        super().__init__(message)


def find(context: Context, options: ModelOptions) -> Path:
    """Find the folder of a component's model without asking the network.

    Raises:
        MissingModelError: it is not there; says how to get it.
    """
    name, component = _name(context, options), f"aligner {context.name}"
    path = Path(name).expanduser()
    if path.is_dir():
        return path
    if path.exists() or is_path(name):
        state = "is a file" if path.exists() else "does not exist"
        cure = f"--aligner {context.name}:FOLDER, a folder that holds a model's config.json"
        raise MissingModelError(
            Missing(f"the folder {name}", cure), f"{component}: {name} {state}; name {cure}"
        )
    found = find_model(name, options.revision, options.dir)
    if found is None:
        at = f" at revision {options.revision}" if options.revision else ""
        cure = _download_command(context, options)
        raise MissingModelError(
            Missing(f"the model {name}{at}", cure),
            f"{component}: there is no folder {name!r} here, and no model of that name{at} was "
            f"fetched; try: {cure}",
        )
    return found


def missing(context: Context, options: ModelOptions) -> Iterator[Missing]:
    """Say whether a component's model is not on this machine."""
    try:
        find(context, options)
    except MissingModelError as error:
        yield error.missing


def fetch(context: Context, options: ModelOptions, tell: Callable[[str], None]) -> None:
    """Fetch a component's model from the hub: settings, vocabulary and weights, nothing else.

    Raises:
        UsageError: offline.
        DiscotagError: the hub does not give it.
    """
    fetch_model(_name(context, options), options.revision, options.dir, tell)


def _name(context: Context, options: ModelOptions) -> str:
    name = context.argument or options.model or MULTILINGUAL_BERT
    return SHORT_NAMES.get(name, name)


def _download_command(context: Context, options: ModelOptions) -> str:
    engine = f"{context.name}:{_name(context, options)}"
    place = f" --dir {options.dir}" if options.dir else ""
    revision = f" --set {context.name}.revision={options.revision}" if options.revision else ""
    return f"discotag download {context.target.code} --engine {engine}{place}{revision}"
