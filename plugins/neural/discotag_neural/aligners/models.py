"""Where a model of Hugging Face lies: a folder, or what was fetched before; and its fingerprint.

Nothing here goes to the network but `fetch`, which only `discotag download` calls.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.errors import DiscotagError, PluginError
from discotag.core.models import Missing
from discotag.core.offline import require_network

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from discotag.core.interfaces import Context

MULTILINGUAL_BERT = "google-bert/bert-base-multilingual-cased"
SHORT_NAMES = {"bert": MULTILINGUAL_BERT, "xlmr": "FacebookAI/xlm-roberta-base"}
"""SimAlign's names for the two models of its paper."""

SETTINGS = ("*.json", "vocab.txt", "merges.txt", "*.model")
SAFE_WEIGHTS = "*.safetensors"
OLD_WEIGHTS = "pytorch_model*.bin"
PLACES = frozenset({"model", "dir", "layer", "device"})
"""Options that say where a model is; not what it computes, or told otherwise (the layer)."""
SHOWN = 12
"""Hexadecimal digits of a digest, as for tables."""


class ModelOptions(BaseModel):
    """Options that name a model and where it runs.

    Args:
        model: a folder, or a name on the hub that was fetched, `bert` and `xlmr` being short for
            two; what stands behind the colon (`transformer:NAME`) goes before; none = multilingual
            BERT.
        revision: branch, tag or commit on the hub.
        dir: the folder that fetched models are kept in; none = Hugging Face's own.
        layer: whose hidden states are compared; none = 8, or the last of a smaller model.
        device: `auto` (a GPU if there is one), `cpu`, `cuda`, `cuda:1` …
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str | None = None
    revision: str | None = None
    dir: Path | None = None
    layer: int | None = Field(default=None, ge=1)
    device: str = "auto"


class MissingModelError(PluginError):
    """A model that lies nowhere on this machine.

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
    if path.exists() or name.startswith(("/", ".", "~")) or "\\" in name or name.count("/") > 1:
        state = "is a file" if path.exists() else "does not exist"
        cure = f"--aligner {context.name}:FOLDER, a folder that holds a model's config.json"
        raise MissingModelError(
            Missing(f"the folder {name}", cure), f"{component}: {name} {state}; name {cure}"
        )
    from huggingface_hub import snapshot_download

    try:
        found = snapshot_download(
            name, revision=options.revision, cache_dir=options.dir, local_files_only=True
        )
    except (OSError, ValueError) as error:
        at = f" at revision {options.revision}" if options.revision else ""
        cure = _download_command(context, options)
        raise MissingModelError(
            Missing(f"the model {name}{at}", cure),
            f"{component}: there is no folder {name!r} here, and no model of that name{at} was "
            f"fetched; try: {cure}",
        ) from error
    return Path(found)


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
    name, revision = _name(context, options), options.revision
    require_network(f"the model {name}")
    from huggingface_hub import HfApi, snapshot_download

    try:
        info = HfApi().model_info(name, revision=revision, files_metadata=True)
    except Exception as error:  # whatever the network's library raises
        raise _refused(name, error) from error
    files = [file for file in info.siblings or () if "/" not in file.rfilename]
    sizes = {file.rfilename: file.size or 0 for file in files}
    has_safe = any(Path(file).match(SAFE_WEIGHTS) for file in sizes)
    wanted = [*SETTINGS, SAFE_WEIGHTS if has_safe else OLD_WEIGHTS]
    size = sum(size for file, size in sizes.items() if any(map(Path(file).match, wanted)))
    licence = getattr(info.card_data, "license", None) or "not stated"
    tell(f"{name}: {size / 1e6:.0f} MB, licence: {licence}")
    try:
        folder = snapshot_download(
            name,
            revision=revision,
            cache_dir=options.dir,
            allow_patterns=wanted,
            ignore_patterns="*/*",
        )
    except Exception as error:
        raise _refused(name, error) from error
    tell(f"{name} is in {folder}")


def _refused(name: str, error: Exception) -> DiscotagError:
    told = (str(error).strip().splitlines() or [""])[0]
    return DiscotagError(
        f"the model {name} cannot be fetched ({type(error).__name__}: {told}); "
        "is its name right, and is there a network?"
    )


def model_digest(folder: Path, options: Mapping[str, object]) -> str:
    """Give the digest of a model's settings, vocabulary and weights, and of options.

    What only people read (its card) does not count.
    """
    total = hashlib.sha256(json.dumps(options, sort_keys=True).encode())
    weights = SAFE_WEIGHTS if any(folder.glob(SAFE_WEIGHTS)) else OLD_WEIGHTS
    found = {path for pattern in (*SETTINGS, weights) for path in folder.glob(pattern)}
    for path in sorted(found):
        total.update(path.name.encode())
        with path.open("rb") as stream:
            total.update(hashlib.file_digest(stream, "sha256").digest())
    return total.hexdigest()[:SHOWN]


def _name(context: Context, options: ModelOptions) -> str:
    name = context.argument or options.model or MULTILINGUAL_BERT
    return SHORT_NAMES.get(name, name)


def _download_command(context: Context, options: ModelOptions) -> str:
    engine = f"{context.name}:{_name(context, options)}"
    place = f" --dir {options.dir}" if options.dir else ""
    revision = f" --set {context.name}.revision={options.revision}" if options.revision else ""
    return f"discotag download {context.target.code} --engine {engine}{place}{revision}"
