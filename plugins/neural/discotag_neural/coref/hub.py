"""A coreference model of the hub: a folder, or what was fetched before; and fetching it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from discotag.core.errors import PluginError
from discotag.core.offline import require_network
from discotag.plugins.embedded.digest import digest_of

if TYPE_CHECKING:
    from collections.abc import Callable

FILES = ("*.json", "*.txt", "*.model")
SAFE, OLD = "*.safetensors", "pytorch_model*.bin"


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


def model_digest(folder: Path) -> str:
    """Give the commit of a fetched model, or the fingerprint of a folder's files."""
    if folder.parent.name == "snapshots":
        return folder.name[:12]
    patterns = (*FILES, SAFE, OLD)
    return digest_of(sorted(path for pattern in patterns for path in folder.glob(pattern)))


def fetch_model(
    name: str, revision: str | None, cache: Path | None, tell: Callable[[str], None]
) -> None:
    """Fetch a model: settings, vocabulary, weights. UsageError offline, PluginError if it fails."""
    require_network(f"the model {name}")
    from huggingface_hub import HfApi, snapshot_download

    try:
        info = HfApi().model_info(name, revision=revision, files_metadata=True)
        sizes = {file.rfilename: file.size or 0 for file in info.siblings or ()}
        weights = SAFE if any(Path(file).match(SAFE) for file in sizes) else OLD
        wanted = [*FILES, weights]
        size = sum(of for file, of in sizes.items() if any(map(Path(file).match, wanted)))
        licence = getattr(info.card_data, "license", None) or "not stated"
        tell(f"{name}: {size / 1e6:.0f} MB, licence: {licence}")
        snapshot_download(name, revision=revision, cache_dir=cache, allow_patterns=wanted)
    except (OSError, ValueError) as error:
        raise PluginError(f"the model {name} cannot be fetched from the hub ({error})") from error
