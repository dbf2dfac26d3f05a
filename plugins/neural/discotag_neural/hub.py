"""Models of Hugging Face: a folder, or what was fetched before; fetching; a fingerprint.

Nothing here goes to the network but `fetch_model`, which only `discotag download` calls.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import discotag_torch
from discotag.plugin import DiscotagError, UsageError, require_network
from discotag_torch import OLD_WEIGHTS, SAFE_WEIGHTS, first_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


SETTINGS = ("*.json", "vocab.txt", "merges.txt", "*.model")


def is_path(name: str) -> bool:
    """Return whether a name can only be a place on disk, since the hub has no such names."""
    return name.startswith(("/", ".", "~")) or "\\" in name or name.count("/") > 1


def find_model(name: str, revision: str | None, cache: Path | None) -> Path | None:
    """Find a model's folder without asking the network; None if it is not on this machine."""
    path = Path(name).expanduser()
    if path.is_dir():
        return path
    from huggingface_hub import snapshot_download

    try:
        found = snapshot_download(name, revision=revision, cache_dir=cache, local_files_only=True)
    except (OSError, ValueError):
        return None
    return Path(found)


def fetch_model(
    name: str, revision: str | None, cache: Path | None, tell: Callable[[str], None]
) -> None:
    """Fetch a model from the hub: settings, vocabulary and weights, nothing else.

    Raises:
        UsageError: offline, or a folder is named that is not there.
        DiscotagError: the hub does not give it.
    """
    require_network(f"the model {name}")
    if is_path(name):
        raise UsageError(f"there is no folder {name}, and a model of the hub is named OWNER/NAME")
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
            cache_dir=cache,
            allow_patterns=wanted,
            ignore_patterns="*/*",
        )
    except Exception as error:
        raise _refused(name, error) from error
    tell(f"{name} is in {folder}")


def _refused(name: str, error: Exception) -> DiscotagError:
    return DiscotagError(
        f"the model {name} cannot be fetched ({first_line(error)}); "
        "is its name right, and is there a network?"
    )


def model_digest(folder: Path, options: Mapping[str, object] | None = None) -> str:
    """Return the digest of a model's settings, vocabulary and weights, and of options."""
    return discotag_torch.model_digest(folder, SETTINGS, json.dumps(options or {}, sort_keys=True))


@contextmanager
def no_network() -> Iterator[None]:
    """Switch the hub's library off for a while; what is asked of it fails at once.

    `local_files_only=True` is not enough: given a name of the hub, Transformers 5.23 asks the hub
    for an adapter's settings nevertheless, and tries again for half a minute where there is none.
    """
    from huggingface_hub import constants

    before = constants.HF_HUB_OFFLINE
    constants.HF_HUB_OFFLINE = True
    try:
        yield
    finally:
        constants.HF_HUB_OFFLINE = before
