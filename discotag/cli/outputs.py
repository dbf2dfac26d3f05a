"""Options that name a file or a folder to write: looked at before the command does its work."""

from __future__ import annotations

from pathlib import Path

from discotag.files.output import check_file, check_folder


def writable_file(path: Path | None) -> Path | None:
    """Return what an option names, where a file can be written there (`callback=`).

    Raises:
        OutputError: it cannot.
    """
    if path is not None:
        check_file(path)
    return path


def writable_folder(path: Path | None) -> Path | None:
    """Return what an option names, where files can be written into it (`callback=`).

    Raises:
        OutputError: they cannot.
    """
    if path is not None:
        check_folder(path)
    return path
