"""What kind of file somebody gave where plain lines are expected: by its ending and its content.

The texts of an app, subtitles or an office document read as lines would give figures that mean
nothing, so they are named. Endings that are codes of languages, too (`talk.ts` in Tsonga,
`talk.arb` in Arabic), say nothing: there the content does.
"""

from __future__ import annotations

import re
import sys
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

from discotag.core.errors import InputError
from discotag.core.parsing import parse_json
from discotag.files.text import BOM, BOMS, GZIP_MAGIC, is_passing, is_stdin

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


HEAD = 2**16
"""Bytes that are read; of a JSON file, the first `WHOLE`."""
WHOLE = 2**25
EXPORT = "export XLIFF from your translation tool, or write its texts down, one segment per line"
SAVE = "save its text as plain text in UTF-8, one segment per line"
PLUGIN = "give source and translation both as such files, which discotag-localization reads"
PLUGIN += " (pip install discotag-localization)"
BOTH = "discotag-localization reads it (pip install discotag-localization)"
UNPACK = "unpack it, and give the file that is in it (gzip alone is read packed)"


class Kind(NamedTuple):
    """A kind of file: what it is, and what to give in its place."""

    name: str
    way_out: str


JSON = Kind("JSON", f"{PLUGIN}; --reader jsonl and --reader ctxpro read JSON of their own")
JSON_LINES = Kind("JSON Lines", "read it with --reader jsonl, or write its texts as lines")
SUBTITLES = Kind(
    "a file of subtitles",
    "--reader documents reads SRT and WebVTT; others can be converted to them",
)
PO = Kind("a gettext file (PO)", BOTH)
STRINGS = Kind("a file of an app's texts", PLUGIN)
CATALOG = Kind("a string catalog", EXPORT)
OFFICE = Kind("an office document", SAVE)
DOCX = Kind("an office document (DOCX)", PLUGIN)
PDF = Kind("PDF", SAVE)
PAGE = Kind("HTML", PLUGIN)
RTF = Kind("RTF", SAVE)
CSV = Kind("CSV", f"{BOTH}, or save it with tabs as .tsv (document id, source, reference)")
PACKED = Kind("a packed archive", UNPACK)
TERMS = Kind("a term base (TBX)", "give the texts themselves")
MEDIA = Kind("an image, a sound or a film", "give its text, one segment per line")
XLIFF = Kind("XLIFF", "read it with --reader xliff")
TMX = Kind("a translation memory (TMX)", "read it with --reader tmx")
WMT = Kind("WMT's XML", "read it with --reader wmt-xml")
QT = Kind("a Qt Linguist file (TS)", BOTH)
XML = Kind("XML", EXPORT)
ARROW = Kind("Parquet or Arrow", "read it with --reader arrow")
UTF16 = Kind("text in UTF-16", "convert it: iconv -f UTF-16LE (or UTF-16BE) -t UTF-8")
BINARY = Kind("no text", "give a text file in UTF-8")

ENDINGS: Mapping[str, Kind] = {
    ending: kind
    for kind, endings in (
        (JSON, "json"),
        (SUBTITLES, "srt vtt ass ssa sbv ttml dfxp"),
        (PO, "po pot"),
        (STRINGS, "resx strings stringsdict properties yaml yml"),
        (CATALOG, "xcstrings"),
        (DOCX, "docx"),
        (OFFICE, "doc xlsx xls pptx ppt odt ods odp epub"),
        (PDF, "pdf"),
        (PAGE, "html htm xhtml"),
        (RTF, "rtf"),
        (CSV, "csv"),
        (PACKED, "zip tar tgz 7z rar bz2 xz zst xlz"),
        (TERMS, "tbx"),
        (MEDIA, "png jpg jpeg gif webp svg bmp tif tiff mp3 mp4 mkv wav"),
    )
    for ending in endings.split()
}
"""Ending → kind; only endings that are not the code of a language with texts."""

MAGIC: tuple[tuple[bytes, Kind], ...] = (
    (b"%PDF-", PDF),
    (b"{\\rtf", RTF),
    (b"PAR1", ARROW),
    (b"ARROW1", ARROW),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OFFICE),
    (b"7z\xbc\xaf\x27\x1c", PACKED),
    (b"Rar!\x1a\x07", PACKED),
    (b"BZh", PACKED),
    (b"\xfd7zXZ\0", PACKED),
    (b"\x28\xb5\x2f\xfd", PACKED),
    (GZIP_MAGIC, PACKED),  # packed twice
    (b"\x89PNG\r\n", MEDIA),
    (b"\xff\xd8\xff", MEDIA),
    (b"GIF87a", MEDIA),
    (b"GIF89a", MEDIA),
)
ROOTS: Mapping[str, Kind] = {
    "xliff": XLIFF,
    "tmx": TMX,
    "TS": QT,
    "html": PAGE,
    "martif": TERMS,
    "tbx": TERMS,
    "dataset": WMT,
    "collection": WMT,
    "refset": WMT,
    "srcset": WMT,
    "tstset": WMT,
    "tt": SUBTITLES,
    "svg": MEDIA,
    "resources": STRINGS,
    "plist": STRINGS,
}
"""Root element → kind."""

_ROOT = re.compile(r"<([A-Za-z][\w.-]*)(?::(\w+))?[\s/>]")
_NO_ELEMENT = re.compile(r"<!--.*?(?:-->|\Z)|<[?!][^>]*(?:>|\Z)", re.DOTALL)
_TIME = re.compile(r"(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}[ \t]+-->[ \t]+\d")
_PO = re.compile(r'(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s*"')
_STRING = re.compile(r'"[^"]*"[ \t]*=[ \t]*".*";')


def check_lines(path: Path) -> None:
    """Raise InputError if a file is of another kind than plain lines; it says what to do.

    Files that do not exist, folders and pipes are left to those who open them.
    """
    kind = kind_of(path)
    if kind is not None:
        raise InputError(
            f"is {kind.name}, where plain lines are expected; {kind.way_out}. To read it as lines"
            " all the same: --reader lines",
            path=path,
        )


def kind_of(path: Path) -> Kind | None:
    """Return the kind of a file by its ending, or else its content; None for plain lines."""
    if is_stdin(path):
        return _of_content(_stdin_head())
    if is_passing(path) or not path.is_file():
        return None
    head = _head(path, HEAD)
    if not head:
        return None
    ending = path.name.removesuffix(".gz").rpartition(".")[2].casefold()
    return ENDINGS.get(ending) or _of_content(head, path)


def root_of(path: Path) -> str | None:
    """Return the local name of the root element of a file ending with `.xml`; None for others."""
    if not path.name.removesuffix(".gz").casefold().endswith(".xml"):
        return None
    if is_stdin(path) or is_passing(path) or not path.is_file():
        return None
    root = _ROOT.search(_NO_ELEMENT.sub("", _markup(_head(path, HEAD))))
    return None if root is None else root[2] or root[1]


def _markup(head: bytes) -> str:
    """Return the beginning of an XML file as text, as far as its names are ASCII."""
    return head.decode("utf-16" if head.startswith(tuple(BOMS)) else "latin-1", "ignore")


def _stdin_head() -> bytes:
    stream: Any = getattr(sys.stdin, "buffer", None)
    return _unpacked(stream.peek(HEAD), HEAD) if hasattr(stream, "peek") else b""


def _head(path: Path, size: int) -> bytes:
    """Return the first bytes of a file, unpacked; nothing where it cannot be read."""
    try:
        with path.open("rb") as file:
            return _unpacked(file.read(size), size)
    except OSError:
        return b""


def _unpacked(data: bytes, size: int) -> bytes:
    if not data.startswith(GZIP_MAGIC):
        return data
    try:
        return zlib.decompressobj(31).decompress(data, size)
    except zlib.error:
        return b""


def _of_content(head: bytes, path: Path | None = None) -> Kind | None:
    for magic, kind in MAGIC:
        if head.startswith(magic):
            return kind
    if head.startswith(b"PK\x03\x04"):
        is_office = any(name in head for name in (b"word/", b"xl/", b"ppt/", b"mimetype"))
        return OFFICE if is_office else PACKED
    if head.startswith(tuple(BOMS)):
        return None  # the decoder reports it
    told = _with_nuls(head) if b"\0" in head else None
    if told is not None:
        return told
    text = head.decode("utf-8", "ignore").removeprefix(BOM).lstrip()
    return _of_markup(text) or _of_json(text, path) or _of_lines(text)


def _with_nuls(head: bytes) -> Kind | None:
    """Return the kind of a file with NUL bytes; None if a few are in valid UTF-8."""
    halves = head[::2], head[1::2]
    shares = [half.count(0) / max(1, len(half)) for half in halves]
    if max(shares) > 0.3 and min(shares) < 0.1:
        return UTF16
    try:
        text = head.decode("utf-8") if len(head) < HEAD else head[:-4].decode("utf-8", "ignore")
    except UnicodeDecodeError:
        return BINARY
    return BINARY if text.count("\0") > len(text) / 10 else None


def _of_markup(text: str) -> Kind | None:
    if not text.startswith("<"):
        return None
    has_prologue = text.startswith(("<?xml ", "<!DOCTYPE ", "<!doctype "))
    root = _ROOT.search(text)
    if root is None:
        return XML if text.startswith("<?xml ") else None
    name = root[2] or root[1]
    if has_prologue:
        return ROOTS.get(name, XML)
    return ROOTS.get(name) if root.start() == 0 and f"</{root[1]}" in text else None


def _of_json(text: str, path: Path | None) -> Kind | None:
    """Return JSON where all of the text is one object or a list of them, or an object a line."""
    if not text.startswith(("{", "[")) or '"' not in text:
        return None
    first, _, rest = text.partition("\n")
    second = rest.lstrip().partition("\n")[0]
    if _is_object(first) and _is_object(second):
        return JSON_LINES
    whole = text
    if path is not None and len(text.encode()) >= HEAD - 4:
        whole = _head(path, WHOLE).decode("utf-8", "ignore").removeprefix(BOM)
    try:
        data = parse_json(whole)
    except ValueError:
        return None
    items = data if isinstance(data, list) else [data]
    is_told = all(isinstance(item, dict) and item for item in items) or "\n" in whole.strip()
    return JSON if items and is_told else None


def _is_object(line: str) -> bool:
    if not line.startswith("{"):
        return False
    try:
        return bool(parse_json(line))
    except ValueError:
        return False


def _of_lines(text: str) -> Kind | None:
    """Return the kind of subtitles, gettext and Apple's strings, recognized by their lines."""
    lines = [line.strip() for line in text.split("\n")[:-1] if line.strip()]
    if len(lines) < 2:
        return None
    is_srt = lines[0].isdecimal() and _TIME.match(lines[1])
    is_vtt = re.match(r"WEBVTT\b", lines[0]) and any(map(_TIME.match, lines[:50]))
    if is_srt or is_vtt or lines[0] == "[Script Info]":
        return SUBTITLES
    told = [line for line in lines if not line.startswith("#")]
    if any(map(_PO.match, told)) and all(line[0] == '"' or _PO.match(line) for line in told):
        return PO
    return STRINGS if len(told) > 1 and all(map(_STRING.fullmatch, told)) else None
