"""Lines of a text file, taken strictly: UTF-8 only, and only LF or CRLF ends a line.

What else Python's `str.splitlines` takes for a line end (U+2028, U+0085, form feed …) occurs inside
real segments; a reader that splits there loses the alignment of every later line.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, BinaryIO, cast

from discotag.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from discotag.files.notes import Notes

GZIP_MAGIC = b"\x1f\x8b"
BOM = "\ufeff"
LONGEST = 2**31
"""Bytes of a line at which it is refused, so that a small packed file cannot fill the memory."""
UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


def is_stdin(path: Path) -> bool:
    """Tell whether a path names standard input."""
    return str(path) == "-"


def is_passing(path: Path) -> bool:
    """Tell whether a path can be read only once: standard input, a pipe, a terminal."""
    return is_stdin(path) or path.is_fifo() or path.is_char_device()


def lines_of(path: Path, notes: Notes) -> Generator[str]:
    """Yield a file's lines without their ends; `-` is standard input, gzip is known by its bytes.

    A BOM is dropped with a note, NUL is kept with one, every other character is left as it is.
    A last line without an end is a line.

    Raises:
        InputError: the file cannot be opened or read, is empty, or holds bytes that are not UTF-8.
    """
    offset = number = 0
    for number, raw in enumerate(_raw_lines(path), 1):
        text = _decoded(raw, path, number, offset)
        offset += len(raw)
        if number == 1 and text.startswith(BOM):
            notes.accept("the byte order mark was dropped", kind="BOM", path=path, line=1)
            text = text.removeprefix(BOM)
            if not text:
                number = 0  # noqa: PLW2901 - nothing but a mark
                continue
        if "\0" in text:
            notes.accept("holds a NUL character, kept", kind="NUL", path=path, line=number)
        yield text.removesuffix("\n").removesuffix("\r")
    if number == 0:
        raise InputError("the file is empty; give at least one line", path=path)


def count_lines(path: Path, notes: Notes) -> int:
    """Count a file's lines and check that all of it can be read; errors as `lines_of`."""
    return sum(1 for _ in lines_of(path, notes))


def _decoded(raw: bytes, path: Path, number: int, offset: int) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        encoding = "UTF-16" if number == 1 and raw.startswith(UTF16_BOMS) else "ISO-8859-1"
        guess = "" if encoding == "UTF-16" else " (or what its encoding is)"
        raise InputError(
            f"byte {offset + error.start} of the text (0x{raw[error.start]:02x}) is not UTF-8;"
            f" convert the file: iconv -f {encoding}{guess} -t UTF-8",
            path=path,
            line=number,
        ) from error


def _raw_lines(path: Path) -> Iterator[bytes]:
    with opened(path) as stream:
        try:
            while raw := stream.readline(LONGEST):
                if len(raw) == LONGEST and not raw.endswith(b"\n"):
                    raise InputError(f"holds a line of more than {LONGEST} bytes", path=path)
                yield raw
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(
                f"cannot be read to its end ({error}); is the file complete?", path=path
            ) from error


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file's bytes, unpacked if it is gzip; `-` is standard input.

    Raises:
        InputError: the file cannot be opened.
    """
    with ExitStack() as stack:
        if is_stdin(path):
            if sys.stdin is None:
                raise InputError("is closed; give it the text, or name a file", path=path)
            stream = cast("BinaryIO", sys.stdin.buffer)
        else:
            try:
                stream = stack.enter_context(path.open("rb"))
            except OSError as error:
                cure = (
                    "give a file, or name a reader of folders with --reader"
                    if path.is_dir()
                    else "check the name and the rights"
                )
                raise InputError(
                    f"cannot be opened ({error.strerror}); {cure}", path=path
                ) from error
        if stream.peek(len(GZIP_MAGIC)).startswith(GZIP_MAGIC):  # type: ignore[attr-defined] # BufferedReader
            stream = stack.enter_context(cast("BinaryIO", gzip.GzipFile(fileobj=stream)))
        yield stream
