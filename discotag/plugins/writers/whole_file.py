"""A file that appears only when it is complete: nothing half-written ever bears its name."""

from __future__ import annotations

import gzip
import secrets
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

from discotag.core.errors import DiscotagError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from io import BufferedIOBase
    from pathlib import Path


def write_whole(path: Path, chunks: Iterable[str]) -> None:
    """Write text to a temporary file in the same folder and give it its name at the end.

    The bytes depend on the text alone; a name that ends in `.gz` is compressed without a date.
    If anything fails, the folder is left as it was.

    Raises:
        DiscotagError: the file cannot be written; errors of the chunks pass.
    """
    if path.exists() and not path.is_file():
        raise DiscotagError(f"{path}: is no regular file; name a file to write")
    place = path.resolve()
    temporary = place.with_name(f".{place.name}.{secrets.token_hex(4)}.tmp")
    try:
        _write(temporary, chunks, path)
        with _blamed(path):
            temporary.replace(place)
    finally:
        with suppress(OSError):
            temporary.unlink()


def _write(temporary: Path, chunks: Iterable[str], path: Path) -> None:
    with ExitStack() as stack:
        with _blamed(path):
            streams: list[BufferedIOBase] = [temporary.open("xb")]
        stack.callback(_abandon, streams)
        if path.suffix == ".gz":
            streams.append(gzip.GzipFile("", "wb", fileobj=streams[0], mtime=0))
        for chunk in chunks:
            data = chunk.encode()
            with _blamed(path):
                streams[-1].write(data)
        with _blamed(path):
            for stream in reversed(streams):
                stream.close()


def _abandon(streams: list[BufferedIOBase]) -> None:
    for stream in reversed(streams):
        with suppress(OSError):
            stream.close()


@contextmanager
def _blamed(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DiscotagError(
            f"{path}: cannot be written ({error.strerror});"
            " check that the folder exists, its rights and the space left"
        ) from error
