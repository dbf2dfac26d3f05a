"""Bytes of a file with some of them replaced, and all others as they were."""

from __future__ import annotations

from gzip import GzipFile
from typing import TYPE_CHECKING, NamedTuple

from discotag.files.text import opened

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class Splice(NamedTuple):
    """Bytes that take the place of others: from `start` to `end`, 0-based and half-open."""

    start: int
    end: int
    data: bytes


def spliced(data: bytes, splices: Iterable[Splice]) -> bytes:
    """Return bytes with the splices made; ValueError where two overlap or one lies outside."""
    pieces: list[bytes] = []
    done = 0
    for splice in sorted(splices):
        if not done <= splice.start <= splice.end <= len(data):
            raise ValueError(f"the edits of bytes {splice.start}-{splice.end} overlap")
        pieces += [data[done : splice.start], splice.data]
        done = splice.end
    return b"".join([*pieces, data[done:]])


def plain_bytes(path: Path) -> bytes:
    """Return a file's bytes, to be edited.

    Raises:
        ValueError: it is compressed, so that its bytes could not stay as they are.
        InputError: it cannot be opened.
    """
    with opened(path) as stream:
        data = stream.read()
    if isinstance(stream, GzipFile):
        raise ValueError("compressed files are not edited; unpack it first")
    return data
