"""The fingerprint of files that decide a result: it goes into the signature and the cache key."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SHOWN = 12
"""Hexadecimal digits kept, as for tables."""


def digest_of(files: Iterable[Path]) -> str:
    """Return the first digits of the SHA-256 over the files' bytes, in the order given."""
    total = hashlib.sha256()
    for file in files:
        with file.open("rb") as stream:
            total.update(hashlib.file_digest(stream, "sha256").digest())
    return total.hexdigest()[:SHOWN]


def pipeline_digest(folder: Path) -> str:
    """Return the digest of a pipeline's directory; its card does not count."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".md")
    return digest_of(sorted(files))
