"""Where a COMET model lies on this machine, and its digest."""

from __future__ import annotations

from pathlib import Path

from discotag.plugin import PluginError
from discotag.plugin.files import digest_of

INSIDE = Path("checkpoints", "model.ckpt")
SETTINGS = "hparams.yaml"


def find_checkpoint(model: str, *, cure: str) -> Path:
    """Find a model's checkpoint without asking the network.

    Args:
        model: a checkpoint, the folder that holds `checkpoints/model.ckpt`, or a name on the hub.
        cure: the command that fetches it.

    Raises:
        PluginError: it is not here, or lacks its `hparams.yaml`.
    """
    path = Path(model).expanduser()
    if path.is_dir():
        path = path / INSIDE
    elif not path.is_file() and not path.is_absolute():
        path = _fetched(model, cure) / INSIDE
    if not path.is_file():
        raise PluginError(
            f"comet: there is no checkpoint {path}; name a checkpoint, or the folder with {INSIDE},"
            f" with --set comet.model=PATH, or fetch a model of the hub with: {cure}"
        )
    path = path.absolute()
    if not (path.parent.parent / SETTINGS).is_file():
        raise PluginError(
            f"comet: {path.parent.parent} lacks {SETTINGS}, which COMET needs beside checkpoints/"
        )
    return path


def checkpoint_digest(path: Path) -> str:
    """Return the digest of a checkpoint and its settings."""
    return digest_of((path, path.parent.parent / SETTINGS))


def _fetched(name: str, cure: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(name, local_files_only=True))
    except (HFValidationError, LocalEntryNotFoundError, OSError) as error:
        raise PluginError(
            f"comet: the model {name} was not fetched, and there is no such file; try: {cure}"
        ) from error
