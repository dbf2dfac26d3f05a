"""Files written: complete or not at all, where they can be written, and digests of what is read."""

from __future__ import annotations

import gzip
import hashlib
import re
import secrets
from contextlib import ExitStack, contextmanager, suppress
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from discotag.core.errors import InputError, OutputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from io import BufferedIOBase
    from pathlib import Path


TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.tmp")


@contextmanager
def atomic_write(path: Path) -> Iterator[Callable[[str | bytes], None]]:
    r"""Return a function that writes text or bytes to a temporary file, named at the end.

    Folders that do not exist are made. The file depends on what is written alone; a name that ends
    in `.gz` is compressed without a date. Half of a surrogate pair, which UTF-8 cannot hold, is
    written as JSON escapes it (`\ud800`). If the block fails, no file is left.

    Raises:
        OutputError: the file cannot be written.
    """
    if path.exists() and not path.is_file():
        raise OutputError("is no regular file; name a file to write", path=path)
    place = path.resolve()
    temporary = place.with_name(f".{secrets.token_hex(8)}.tmp")
    with ExitStack() as stack:
        stack.callback(_remove, temporary)
        with output_errors(path):
            place.parent.mkdir(parents=True, exist_ok=True)
            streams: list[BufferedIOBase] = [temporary.open("xb")]
        stack.callback(_abandon, streams)
        if path.suffix == ".gz":
            streams.append(gzip.GzipFile("", "wb", fileobj=streams[0], mtime=0))

        def write(text: str | bytes) -> None:
            data = text if isinstance(text, bytes) else text.encode(errors="backslashreplace")
            with output_errors(path):
                streams[-1].write(data)

        yield write
        with output_errors(path):
            for stream in reversed(streams):
                stream.close()
            temporary.replace(place)


def sweep(folder: Path) -> None:
    """Remove the temporary files that a process which was killed left in a folder.

    Nobody else may be writing there.
    """
    for path in folder.glob(".*.tmp"):
        if TEMPORARY.fullmatch(path.name):
            _remove(path)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _abandon(streams: list[BufferedIOBase]) -> None:
    for stream in reversed(streams):
        with suppress(OSError):
            stream.close()


@contextmanager
def output_errors(path: Path) -> Iterator[None]:
    """Raise an OutputError that names the path where the block cannot write."""
    try:
        yield
    except OSError as error:
        raise OutputError(
            f"cannot be written ({error.strerror}); check the folder's rights and the space left",
            path=path,
        ) from error


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


def within(folder: Path, name: str) -> Path:
    """Return the path of a file in a folder that may come from strangers.

    Raises:
        InputError: the name or a link leads out of the folder.
    """
    path = folder / name
    try:
        is_inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"cannot be found ({error})", path=path) from error
    if not is_inside:
        raise InputError(
            "leads out of its folder, which may come from a stranger; put the file itself there in"
            " place of a link",
            path=path,
        )
    return path
