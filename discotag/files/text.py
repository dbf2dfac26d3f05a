"""Lines of a text file, taken strictly: UTF-8 only, and only LF or CRLF ends a line.

What else Python's `str.splitlines` takes for a line end (U+2028, U+0085, form feed …) occurs inside
real segments; a reader that splits there loses the alignment of every later line.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import TYPE_CHECKING, BinaryIO, cast

from discotag.core.errors import InputError
from discotag.files.limits import BYTES, LINE

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from discotag.files.notes import Notes

GZIP_MAGIC = b"\x1f\x8b"
BOM = "\ufeff"
LONGEST = 2**31
"""Bytes of a line of a run's own files, which may hold a document with all that is known of it."""
BOMS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
"""How files of other encodings begin; the longer ones first."""
PLAIN = bytes({9, 10, 12, 13, *range(32, 256)})
MOST_CONTROLS = 0.25
"""Share of control characters in a line from which on it is another encoding read as UTF-8."""
FEW_CONTROLS = 4


def is_stdin(path: Path) -> bool:
    """Return whether a path names standard input."""
    return str(path) == "-"


def is_passing(path: Path) -> bool:
    """Return whether a path can be read only once: standard input, a pipe, a terminal."""
    return is_stdin(path) or path.is_fifo() or path.is_char_device()


def lines_of(path: Path, notes: Notes, longest: int | None = None) -> Generator[str]:
    """Yield a file's lines without their ends; `-` is standard input, gzip is known by its bytes.

    A line of more bytes than `longest` (None: the limit `DISCOTAG_MAX_LINE`) is refused before the
    rest of it is read. A BOM is dropped with a note, NUL is kept with one, every other character is
    left as it is. A last line without an end is a line.

    Raises:
        InputError: the file cannot be opened or read, is empty, or is not UTF-8, or a line is too
            long.
    """
    offset = number = 0
    for number, raw in enumerate(_raw_lines(path, longest or LINE.value()), 1):
        text = _decoded(raw, path, number, offset)
        offset += len(raw)
        if number == 1 and text.startswith(BOM):
            notes.accept("the byte order mark was dropped", kind="BOM", path=path, line=1)
            text = text.removeprefix(BOM)
            if not text:
                number = 0  # noqa: PLW2901 - nothing but a mark
                continue
        if "\0" in text:
            _check_encoding(raw, path, number, offset - len(raw))
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
        encoding = _encoding(raw, offset)
        guess = "ISO-8859-1 (or what its encoding is)" if encoding is None else encoding
        raise InputError(
            f"byte {offset + error.start} of the text (0x{raw[error.start]:02x}) is not UTF-8;"
            f" convert the file: iconv -f {guess} -t UTF-8",
            path=path,
            line=number,
        ) from error


def _check_encoding(raw: bytes, path: Path, number: int, offset: int) -> None:
    """Refuse a line that is UTF-16 or UTF-32 without a mark: every other byte is no character."""
    controls = len(raw.translate(None, PLAIN))
    if controls >= max(FEW_CONTROLS, MOST_CONTROLS * len(raw)):
        encoding = _encoding(raw, offset)
        told = f"is not UTF-8 but {encoding}; convert the file: iconv -f {encoding} -t UTF-8"
        raise InputError(told, path=path, line=number)


def _encoding(raw: bytes, offset: int) -> str | None:
    """Guess an encoding by its mark, or by its zero bytes and the line's end; None = no guess."""
    for mark, name in BOMS.items():
        if offset == 0 and raw.startswith(mark):
            return name
    if b"\0" not in raw:
        return None
    width = 32 if raw.count(b"\0\0") * 8 > len(raw) else 16  # two in a row in every character
    if raw.endswith(b"\n"):
        is_little = (offset + len(raw) - 1) % (width // 8) == 0
    else:
        zeros = [(offset + index) % (width // 8) for index, byte in enumerate(raw) if byte == 0]
        is_little = zeros.count(0) < zeros.count(width // 8 - 1)
    return f"UTF-{width}{'LE' if is_little else 'BE'}"


def _raw_lines(path: Path, most: int) -> Iterator[bytes]:
    with opened(path) as stream:
        try:
            for number in count(1):
                raw = stream.readline(most + 1)
                if not raw:
                    return
                if len(raw) > most:
                    raise InputError(
                        f"holds a line of more than {most:,} bytes; is it the right file? If it"
                        f" is, {LINE.cure(8 * most)}",
                        path=path,
                        line=number,
                    )
                yield raw
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(
                f"cannot be read to its end ({error}); is the file complete?", path=path
            ) from error


def whole(path: Path) -> bytes:
    """Return all bytes of a file, unpacked if it is gzip; `-` is standard input.

    Raises:
        InputError: it cannot be read, or holds more bytes than the limit `DISCOTAG_MAX_BYTES`.
    """
    most = BYTES.value()
    with opened(path) as stream:
        try:
            data = stream.read(most + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(
                f"cannot be read to its end ({error}); is the file complete?", path=path
            ) from error
    if len(data) > most:
        raise InputError(
            f"holds more than {most:,} bytes, and a file of its kind is in memory as a whole."
            f" Split it, or, {BYTES.cure(8 * most)}",
            path=path,
        )
    return data


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
