"""Where a model lies: a folder, or what was fetched from the hub before; and its fingerprint."""

from __future__ import annotations

from pathlib import Path

from discotag.plugin import PluginError
from discotag_torch import model_digest

SETTINGS = ("*.json", "*.txt", "*.model", "*.spm")


def find(name: str) -> Path:
    """Find a model's folder without asking the network; PluginError says how to get it."""
    path = Path(name).expanduser()
    if path.is_dir():
        if not (path / "config.json").is_file():
            raise PluginError(f"{name}: holds no config.json; name the folder of a saved model")
        return path
    if path.exists() or name.startswith(("/", ".", "~")) or name.count("/") > 1:
        state = "is no folder" if path.exists() else "does not exist"
        raise PluginError(f"{name}: {state}; name the folder of a saved model")
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(name, local_files_only=True))
    except (OSError, ValueError) as error:
        raise PluginError(
            f"there is no folder {name!r} here, and no model of that name was fetched from the hub;"
            f" fetch it with: hf download {name}"
        ) from error


def digest(folder: Path) -> str:
    """Return the digest of a model's settings, vocabulary and weights."""
    return model_digest(folder, SETTINGS)
