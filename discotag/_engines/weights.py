"""A model on disk: the files that decide what it gives, and their digest."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SAFE_WEIGHTS = "*.safetensors"
OLD_WEIGHTS = "pytorch_model*.bin"
SHOWN = 12
"""Hexadecimal digits of a digest, as for tables."""


def model_digest(folder: Path, settings: Iterable[str], about: str = "") -> str:
    """Return the digest of a model: of a text about it, and of its settings and weights.

    What only people read (its card) does not count.

    Args:
        folder: the folder of a saved model.
        settings: glob patterns of the files of settings and vocabulary.
        about: what else decides what it gives, such as options.
    """
    total = hashlib.sha256(about.encode())
    weights = SAFE_WEIGHTS if any(folder.glob(SAFE_WEIGHTS)) else OLD_WEIGHTS
    found = {path for pattern in (*settings, weights) for path in folder.glob(pattern)}
    for path in sorted(found):
        total.update(path.name.encode())
        with path.open("rb") as stream:
            total.update(hashlib.file_digest(stream, "sha256").digest())
    return total.hexdigest()[:SHOWN]
