"""The folder of a trained classifier: whether it is one, and its digest."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from discotag.plugin import PluginError

if TYPE_CHECKING:
    from pathlib import Path

CURE = "discotag train-ellipsis TREES --encoder DIR --out DIR"
NEEDED = ("config.json", "tokenizer.json")
WEIGHTS = ("*.safetensors", "pytorch_model*.bin")
DIGEST_LENGTH = 12


def checked_folder(folder: Path, component: str) -> Path:
    """Return the folder itself, if it holds a model.

    Raises:
        PluginError: it does not exist, or lacks a file; says which.
    """
    if not folder.is_dir():
        found = "is a file" if folder.exists() else "does not exist"
        told = f"{component}: {folder} {found}; name a classifier's folder, or make one: {CURE}"
        raise PluginError(told)
    absent = [name for name in NEEDED if not (folder / name).is_file()]
    if not _weights(folder):
        absent.append("model.safetensors")
    if absent:
        raise PluginError(f"{component}: {folder} lacks {', '.join(absent)}; make one with: {CURE}")
    return folder


def digest(folder: Path) -> str:
    """Return the digest of what decides the model's answers: settings, vocabulary and weights."""
    whole = hashlib.sha256()
    for path in (*sorted(folder / name for name in NEEDED), *_weights(folder)):
        whole.update(path.name.encode())
        with path.open("rb") as stream:
            whole.update(hashlib.file_digest(stream, "sha256").digest())
    return whole.hexdigest()[:DIGEST_LENGTH]


def _weights(folder: Path) -> list[Path]:
    found = [sorted(folder.glob(pattern)) for pattern in WEIGHTS]
    return next((paths for paths in found if paths), [])
