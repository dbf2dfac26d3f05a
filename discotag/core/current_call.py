"""Whereabouts: which plugin this process is at, in a small file that outlives it where one is kept.

A worker that dies without a word (a crash of compiled code, `os._exit`) cannot name what it was at;
the run reads it there.
"""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SIZE = 1024
"""Bytes of the file; what is longer is cut."""


_under_way: list[object] = []


class _Kept:
    """The file that says what this process is at."""

    file: mmap.mmap | None = None


def enter(where: object) -> None:
    """Take note that a call begins; `where` says in words (`str`) what is called."""
    _under_way.append(where)
    if _Kept.file is not None:
        _write(_Kept.file)


def leave() -> None:
    """Take note that the innermost call has ended."""
    _under_way.pop()
    if _Kept.file is not None:
        _write(_Kept.file)


def here() -> str:
    """Return what the process is at; "" if at nothing of a plugin's."""
    return str(_under_way[-1]) if _under_way else ""


def _write(file: mmap.mmap) -> None:
    file[:] = here().encode("utf-8", "replace")[:SIZE].ljust(SIZE, b"\0")


def keep_whereabouts(path: Path) -> None:
    """Keep from now on in a file, in memory that the system writes back, what we are at."""
    path.write_bytes(bytes(SIZE))
    with path.open("r+b") as stream:
        _Kept.file = mmap.mmap(stream.fileno(), SIZE)
    _write(_Kept.file)


def read_whereabouts(path: Path) -> str:
    """Return what a process was at last; "" if at nothing of a plugin's, or if it kept no file."""
    try:
        return path.read_bytes().rstrip(b"\0").decode("utf-8", "ignore")
    except OSError:
        return ""
