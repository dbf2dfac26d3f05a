"""Files that appear whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Write a file by way of a temporary one beside it; InputError if it cannot be."""
    try:
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=path) from error
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, 0o644)  # mkstemp makes it private
        os.replace(temporary, path)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(temporary)
        if isinstance(error, OSError):
            raise InputError(f"cannot be written: {error.strerror}", path=path) from error
        raise


def write_json(path: Path, content: Any) -> None:
    """Write JSON, readable and without NaN."""
    text = json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False)
    write_text(path, text + "\n")


@contextmanager
def made_folder(path: Path) -> Iterator[Path]:
    """Make a folder; what was made is taken away again if the block fails and left it empty."""
    made: list[Path] = []
    try:
        for folder in (*reversed(path.parents), path):
            if not folder.exists():
                folder.mkdir()
                made.append(folder)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", path=path) from error
    if not path.is_dir():
        raise InputError("is a file, not a folder; choose another --out", path=path)
    try:
        yield path
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        raise
