"""Can a result be written where it is to go? Asked before the work, so that no work is lost.

Folders that do not exist are made when a file is written (`atomic_write`), so a failed run leaves
none behind.
"""

from __future__ import annotations

from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from discotag.core.errors import OutputError

if TYPE_CHECKING:
    from pathlib import Path

STANDARD_OUTPUT = "-"


def check_file(path: Path) -> None:
    """Check that a file can be written there; `-` is standard output.

    Raises:
        OutputError: it is a folder, or no file can be made in the folder that is to hold it.
    """
    if str(path) == STANDARD_OUTPUT:
        return
    try:
        if path.exists() and not path.is_file():
            raise OutputError("is no regular file; name a file to write", path=path)
        _check_folder(path.resolve().parent)
    except OSError as error:
        raise _unwritable(path, error) from error


def check_folder(path: Path) -> None:
    """Check that files can be written into a folder, which need not exist yet.

    Raises:
        OutputError: it is a file, or nothing can be made there.
    """
    try:
        if path.exists() and not path.is_dir():
            raise OutputError("is a file, not a folder; name a folder to write into", path=path)
        _check_folder(path.resolve())
    except OSError as error:
        raise _unwritable(path, error) from error


def _check_folder(folder: Path) -> None:
    """Make a file that has no name in the nearest folder that exists, and let it go."""
    nearest = next(place for place in (folder, *folder.parents) if place.exists())
    with TemporaryFile(dir=nearest):
        pass


def _unwritable(path: Path, error: OSError) -> OutputError:
    return OutputError(
        f"cannot be written ({error.strerror}); name another place, or see to its rights",
        path=path,
    )
