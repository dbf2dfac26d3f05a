"""Text files read strictly: UTF-8, LF or CRLF, bounded sizes; notes of what was accepted."""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from contextlib import ExitStack, contextmanager
from itertools import chain, count
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from discotag.core.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest


class Limit(NamedTuple):
    """A limit: the variable that sets it, and its value without one."""

    variable: str
    default: int

    def value(self, environ: Mapping[str, str] | None = None) -> int:
        """Return what the environment says, or the default; UsageError for no whole number."""
        text = (os.environ if environ is None else environ).get(self.variable, "").strip()
        if not text:
            return self.default
        if not (text.isascii() and text.isdecimal() and len(text) < 19 and int(text)):
            raise UsageError(f"{self.variable}={text!r}: give a whole number from 1")
        return int(text)

    def cure(self, value: int) -> str:
        """Return how to raise it so that a value passes."""
        return f"to read it all the same: {self.variable}={value}"


CHARACTERS = Limit("DISCOTAG_MAX_CHARACTERS", 40_000)
"""Of one segment."""
COLUMNS = Limit("DISCOTAG_MAX_COLUMNS", 1_000)
"""Of one row: document id, source and translations; the texts of a document, too."""
SEGMENTS = Limit("DISCOTAG_MAX_SEGMENTS", 50_000)
"""Of one document."""
LINE = Limit("DISCOTAG_MAX_LINE", 2**26)
"""Bytes of one line, unpacked; a line of JSON may hold a whole document."""
BYTES = Limit("DISCOTAG_MAX_BYTES", 2**25)
"""Of one file that is read as a whole, unpacked (app texts, documents)."""


def check_columns(count: int, *, path: object, line: int | None) -> None:
    """Raise InputError if a row has more columns than the limit."""
    most = COLUMNS.value()
    if count > most:
        raise InputError(
            f"{count:,} columns; a row may have {most:,}. Is it the right file? If it is,"
            f" {COLUMNS.cure(count)}",
            path=path,
            line=line,
        )


def check_sizes(text: ParallelText, request: CorpusRequest | None = None) -> None:
    """Raise InputError if a document has too many texts or segments, or a segment is too long.

    Lines of running text are not segments yet: `check_lengths` is for those that are made of them.

    Args:
        text: the document.
        request: names the files, for the message.
    """
    path = None if request is None else request.source
    first = text.lines[0] if text.lines else None
    check_columns(2 + len(text.references) + len(text.hypotheses), path=path, line=first)
    most = SEGMENTS.value()
    if len(text.source) > most:
        raise InputError(
            f"document {text.id!r} has {len(text.source):,} segments; a document may have"
            f" {most:,}, since it is in memory as a whole. Name its parts with document ids"
            f" (--docids), or {SEGMENTS.cure(len(text.source))}",
            path=path,
            line=first,
        )
    if text.is_aligned:
        check_lengths(text, request)


def check_lengths(text: ParallelText, request: CorpusRequest | None = None) -> None:
    """Raise InputError if a segment of a document is too long; `request` names the files."""
    most = CHARACTERS.value()
    sides = [("source", text.source), *text.references.items(), *text.hypotheses.items()]
    if max(map(len, chain.from_iterable(lines for _, lines in sides)), default=0) <= most:
        return
    files = {} if request is None else {**request.references, **request.hypotheses}
    for name, lines in sides:
        for segment, line in enumerate(lines):
            if len(line) > most:
                raise InputError(
                    f"document {text.id!r}, {name}, segment {segment}: {len(line):,} characters;"
                    f" a segment may have {most:,}. Write one sentence or paragraph on a line, or"
                    f" {CHARACTERS.cure(len(line))}",
                    path=files.get(name, None if request is None else request.source),
                    line=text.lines[segment] if segment < len(text.lines) else None,
                )


class Notes:
    """Collects notes, one per file and kind, with the first place and a count.

    Args:
        is_strict: whether `accept` refuses.
    """

    def __init__(self, *, is_strict: bool = False) -> None:
        self._is_strict = is_strict
        self._first: dict[tuple[str, str], str] = {}
        self._counts: dict[tuple[str, str], int] = {}

    def accept(self, text: str, *, kind: str, path: Path, line: int | None) -> None:
        """Note a flaw of the input; InputError if the reading is strict."""
        if self._is_strict:
            raise InputError(f"{text}; refused because the reading is strict", path=path, line=line)
        self.tell(text, kind=kind, path=path, line=line)

    def tell(self, text: str, *, kind: str, path: Path, line: int | None) -> None:
        """Note something that is not a flaw of the input, such as an empty translation."""
        key = (str(path), kind)
        self._first.setdefault(key, str(InputError(text, path=path, line=line)))
        self._counts[key] = self._counts.get(key, 0) + 1

    def texts(self) -> tuple[str, ...]:
        """Return one sentence per file and kind, in the order they were met."""
        return tuple(
            text if self._counts[key] == 1 else f"{text} (and {self._counts[key] - 1} more like it)"
            for key, text in self._first.items()
        )


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


def check_regular(path: Path) -> None:
    """Raise InputError for what is not a regular file: a pipe or a device may have no end.

    Standard input, and what a shell connects (`/dev/fd/63`), are read; so are files that do not
    exist, whose readers say what is wrong.
    """
    is_given = is_stdin(path) or path.as_posix().startswith("/dev/fd/")
    if not is_given and path.exists() and not (path.is_file() or path.is_dir()):
        raise InputError("is not a regular file; name a file", path=path)


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
    """Refuse a line that is UTF-16 or UTF-32 without a mark: every other byte is NUL."""
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
