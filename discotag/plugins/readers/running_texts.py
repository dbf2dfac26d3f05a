"""Whole texts without lines in common: files, JSON Lines, blank lines between texts, subtitles."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from pydantic import ConfigDict, RootModel

from discotag.core.document import Place, Places
from discotag.core.errors import InputError
from discotag.files.file_types import check_lines
from discotag.files.json import records
from discotag.files.text import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.files.text import Notes


@dataclass(frozen=True, slots=True)
class RunningText:
    """A document in one language; blank lines are left out.

    Args:
        lines: its lines; none continues in the next.
        places: where each is.
        file: the file, where the document has one of its own.
    """

    lines: tuple[str, ...]
    places: tuple[Places, ...]
    file: str = ""

    @classmethod
    def of(cls, lines: Iterable[str], first: int = 1) -> Self:
        """Take lines of a file as they are; `first` is the 1-based number of the first."""
        kept = [(number, line) for number, line in enumerate(lines, first) if line.strip()]
        return cls(
            tuple(line for _, line in kept),
            tuple((Place(0, number, 1),) for number, _ in kept),
        )


ENDINGS = (".srt", ".vtt")
TIME = re.compile(
    r"\s*(?:(\d+):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})\s*-->\s*"
    r"(?:(\d+):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})(?:\s.*)?"
)
MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|<\d[\d:.]*>|\{\\[^{}]*\}")
VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]+)>")
NAMED = re.compile(r"\s*(?P<name>[^\W\d_][^:：\n]{0,30}?)\s?[:：](?=\s)")
"""A name and a colon; a speaker if it is in capitals."""
DASH = re.compile(r"\s*(?:[-–—―‐]\s*)(?=[^\s\d])")
ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&nbsp;": "\u00a0", "&lrm;": "", "&rlm;": ""}
ENTITY = re.compile("|".join(ENTITIES))
ENDS, CLOSERS = ".!?…。！？؟♪♫])）」』", "\"'”’»›)]"
"""Signs that end a sentence, and those that may follow them."""
OPENING = re.compile(r"\s*[\[(（♪♫]")
CLOSING = re.compile(r"[\])）♪♫]\s*$")
PAUSE = 3.0
"""Seconds between two cues from which on a sentence does not continue."""
LEAST_ENDS = 0.2
"""Share of cues that end with the mark of a sentence below which no cue is joined to another."""
DASHED = "-"
"""The speaker after a dash, whoever it is."""
BLOCKS = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")


class Part(NamedTuple):
    """Some text of a cue without markup.

    Args:
        text: the text.
        line: its 1-based line in the file.
        column: its 1-based column.
        begins: whether another speaks from here on.
        speaker: who speaks; "" = nobody is named.
    """

    text: str
    line: int
    column: int
    begins: bool
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Cue:
    """A cue.

    Args:
        name: its number or name.
        begin: seconds from the beginning.
        end: likewise.
        parts: its text, part by part; none is empty.
    """

    name: str
    begin: float
    end: float
    parts: tuple[Part, ...]


def subtitle_text(path: Path, notes: Notes) -> RunningText:
    """Read a file of subtitles as running text.

    Raises:
        InputError: it is not SRT or WebVTT; names the line.
    """
    cues = [cue for cue in cues_of(path, notes) if cue.parts]
    ends = sum(_ends(cue.parts[-1].text) for cue in cues)
    is_joined = ends >= LEAST_ENDS * len(cues)
    lines: list[str] = []
    places: list[Places] = []
    for text, where in _lines(cues, is_joined=is_joined):
        lines.append(text)
        places.append(where)
    return RunningText(tuple(lines), tuple(places))


def cues_of(path: Path, notes: Notes) -> Iterator[Cue]:
    """Yield the cues of a file in order; InputError for a block that is not a cue."""
    block: list[tuple[int, str]] = []
    count = 0
    is_vtt = False
    for number, line in enumerate(lines_of(path, notes), 1):
        if number == 1 and line.startswith("WEBVTT"):
            is_vtt = True
        if line.strip():
            block.append((number, line))
            continue
        if block:
            found = _cue(block, path, count + 1, is_vtt=is_vtt)
            count, block = count + (found is not None), []
            if found is not None:
                yield found
    if block and (found := _cue(block, path, count + 1, is_vtt=is_vtt)) is not None:
        yield found


def _cue(block: Sequence[tuple[int, str]], path: Path, count: int, *, is_vtt: bool) -> Cue | None:
    """Return the cue of a block; None where the block is not a cue in WebVTT."""
    number, first = block[0]
    if is_vtt and (number == 1 or BLOCKS.match(first)):
        return None
    timed = next((place for place, (_, line) in enumerate(block[:2]) if TIME.fullmatch(line)), None)
    if timed is None:
        raise InputError(
            "is no cue: a number or name, then 00:00:01,000 --> 00:00:02,000, then the text",
            path=path,
            line=number,
        )
    begin, end = _times(block[timed][1])
    name = first.strip() if timed else str(count)
    return Cue(name, begin, end, tuple(_spoken(block[timed + 1 :], name)))


def _times(line: str) -> tuple[float, float]:
    found = TIME.fullmatch(line)
    if found is None:
        raise ValueError(line)
    values = [int(value or 0) for value in found.groups()]
    return _seconds(*values[:4]), _seconds(*values[4:])


def _seconds(hours: int, minutes: int, seconds: int, thousandths: int) -> float:
    return 3600 * hours + 60 * minutes + seconds + thousandths / 1000


def _spoken(lines: Sequence[tuple[int, str]], cue: str) -> Iterator[Part]:
    """Yield the text of a cue's lines; who speaks continues until the cue names another."""
    speaker = ""
    turns = 0
    for part in _parts(lines):
        named = NAMED.match(part.text)
        is_named = named is not None and named["name"].isupper()
        if part.speaker == DASHED:
            turns += 1
            speaker = f"{cue}-{turns}"
        elif part.speaker or part.begins:
            speaker = part.speaker
        if named is not None and is_named:
            speaker = named["name"]
        yield part._replace(begins=part.begins or is_named, speaker=speaker)


def _parts(lines: Sequence[tuple[int, str]]) -> Iterator[Part]:
    """Yield the text of a cue's lines, cut at markup and where another begins to speak.

    The speaker is what `<v NAME>` says, or `DASHED`.
    """
    for number, line in lines:
        begins, speaker = OPENING.match(line) is not None, ""
        place = 0
        if dash := DASH.match(line):
            begins, speaker, place = True, DASHED, dash.end()
        for mark in MARKUP.finditer(line, place):
            if line[place : mark.start()].strip():
                told = begins, speaker
                yield from _plain(line, place, mark.start(), number, told)
                begins, speaker = False, ""
            if voice := VOICE.match(mark[0]):
                begins, speaker = True, voice[1].strip()
            place = mark.end()
            if dash := DASH.match(line, place) if not line[: mark.start()].strip() else None:
                begins, speaker, place = True, speaker or DASHED, dash.end()
        if line[place:].strip():
            yield from _plain(line, place, len(line), number, (begins, speaker))


def _plain(line: str, begin: int, end: int, number: int, told: tuple[bool, str]) -> Iterator[Part]:
    """Yield a stretch without markup, its entities put into characters.

    `told` is whether another begins to speak, and who.
    """
    for found in ENTITY.finditer(line, begin, end):
        if text := line[begin : found.start()] + ENTITIES[found[0]]:
            yield Part(text, number, begin + 1, *told)
            told = False, ""
        begin = found.end()
    if line[begin:end]:
        yield Part(line[begin:end], number, begin + 1, *told)


def _lines(cues: Sequence[Cue], *, is_joined: bool) -> Iterator[tuple[str, Places]]:
    """Join the parts of cues to lines that no sentence goes over."""
    parts: list[tuple[str, Part]] = []
    before: Cue | None = None
    for cue in cues:
        is_new = before is None or not is_joined or _is_over(before, cue)
        for number, part in enumerate(cue.parts):
            if parts and ((number == 0 and is_new) or part.begins):
                yield _joined(parts)
                parts = []
            parts.append((cue.name, part))
        before = cue
    if parts:
        yield _joined(parts)


def _is_over(before: Cue, cue: Cue) -> bool:
    """Return whether no sentence continues from one cue to the next."""
    if OPENING.match(before.parts[0].text) and CLOSING.search(before.parts[-1].text):
        return True  # a sound, or a song
    ends = _ends(before.parts[-1].text)
    goes_on = cue.parts[0].text.lstrip()[:1].islower()
    return (ends and not goes_on) or cue.begin - before.end >= PAUSE


def _ends(text: str) -> bool:
    """Return whether a text ends with the sign of a sentence, closed or not; in linear time."""
    text = text.rstrip()
    body = text.rstrip(CLOSERS)
    return body.endswith(tuple(ENDS)) or any(sign in ENDS for sign in text[len(body) :])


def _joined(parts: Sequence[tuple[str, Part]]) -> tuple[str, Places]:
    text = speaker = ""
    places: list[Place] = []
    line = None
    for name, part in parts:
        if text and part.line != line and not text[-1].isspace():
            text += " "
        line = part.line
        speaker = part.speaker or speaker
        places.append(Place(len(text), part.line, part.column, name, speaker))
        text += part.text
    return text, tuple(places)


IDS = ("doc_id", "docid", "document_id", "document", "id")
"""Fields of a JSON object that may name its document, the likeliest first."""
SOURCES = ("src_text", "source", "source_text", "src", "text")
TARGETS = ("hypothesis", "tgt_text", "translation", "target", "target_text", "reference", "ref",
           "refA", "text")  # fmt: skip


class Documents(Protocol):
    """The documents of one text."""

    def __iter__(self) -> Iterator[tuple[str, RunningText]]:
        """Yield names and texts in order."""
        ...


class FolderDocuments:
    """A folder with a file for each document; hidden files are ignored.

    A document's name is the file's without its ending, or with it where two would be the same.
    """

    def __init__(self, folder: Path, notes: Notes) -> None:
        files = sorted(path for path in folder.iterdir() if path.is_file() and path.name[0] != ".")
        if not files:
            raise InputError(
                "the folder holds no file; give one with a file a document", path=folder
            )
        stems = Counter(path.stem for path in files)
        self._files = {path.stem if stems[path.stem] == 1 else path.name: path for path in files}
        self._notes = notes

    def __iter__(self) -> Iterator[tuple[str, RunningText]]:
        for name, path in self._files.items():
            yield name, replace(file_text(path, self._notes), file=str(path))


class FileDocument:
    """A file that is one document; it is named like the file."""

    def __init__(self, path: Path, notes: Notes) -> None:
        self._path, self._notes = path, notes

    def __iter__(self) -> Iterator[tuple[str, RunningText]]:
        yield self._path.stem, file_text(self._path, self._notes)


class BlockDocuments:
    """A file whose documents have blank lines between; they are named by their numbers from 1."""

    def __init__(self, path: Path, notes: Notes) -> None:
        self._path, self._notes = path, notes

    def __iter__(self) -> Iterator[tuple[str, RunningText]]:
        check_lines(self._path)
        block: list[str] = []
        found = number = 0
        for number, line in enumerate(lines_of(self._path, self._notes), 1):
            if line.strip():
                block.append(line)
            elif block:
                found += 1
                yield str(found), RunningText.of(block, number - len(block))
                block = []
        if block:
            yield str(found + 1), RunningText.of(block, number + 1 - len(block))


class _Object(RootModel[dict[str, Any]]):
    model_config = ConfigDict(frozen=True)


class JsonDocuments:
    """A JSON object on a line for each document, with its whole text in one field.

    Args:
        path: the file.
        notes: where to note what was accepted.
        fields: names of the field that holds the text, the likeliest first.
        id_field: name of the field with the document's name; "" = the likeliest, or the number.
    """

    def __init__(self, path: Path, notes: Notes, fields: Sequence[str], id_field: str = "") -> None:
        self._path, self._notes = path, notes
        self._fields, self._id_field = fields, id_field

    def __iter__(self) -> Iterator[tuple[str, RunningText]]:
        seen: set[str] = set()
        for count, (line, record) in enumerate(records(self._path, _Object, self._notes), 1):
            name = self._name(record.root, count, line)
            if name in seen:
                raise InputError(f"document {name!r} stands twice", path=self._path, line=line)
            seen.add(name)
            yield name, RunningText.of(self._text(record.root, line).split("\n"))

    def _name(self, record: dict[str, Any], count: int, line: int) -> str:
        field = self._id_field or next((name for name in IDS if name in record), "")
        if not field:
            return str(count)
        value = record.get(field)
        if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
            raise InputError(
                f"{field}: not a document name; give a text that is not empty",
                path=self._path,
                line=line,
            )
        return str(value)

    def _text(self, record: dict[str, Any], line: int) -> str:
        field = next((name for name in self._fields if name in record), None)
        if field is None:
            raise InputError(
                f"has none of the fields {', '.join(self._fields)}; fields: {', '.join(record)};"
                " name the one with the text, as in --set reader.source=FIELD",
                path=self._path,
                line=line,
            )
        value = record[field]
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return "\n".join(value)
        if not isinstance(value, str):
            raise InputError(f"{field}: is no text", path=self._path, line=line)
        return value.replace("\r\n", "\n")


def file_text(path: Path, notes: Notes) -> RunningText:
    """Read a file that is one document: subtitles by their ending, else plain text.

    A file without text is an empty document.
    """
    if path.name.removesuffix(".gz").endswith(ENDINGS):
        return subtitle_text(path, notes)
    if path.is_file() and not path.stat().st_size:
        return RunningText((), ())
    check_lines(path)
    return RunningText.of(lines_of(path, notes))


class Lookup:
    """Finds documents by name in a text whose order may be another; holds those that were passed.

    Attributes:
        order_differs: whether a document was elsewhere than in the source.
    """

    def __init__(self, documents: Documents) -> None:
        self._waiting = enumerate(documents)
        self._passed: dict[str, tuple[int, RunningText]] = {}
        self._last = -1
        self.order_differs = False

    def find(self, name: str) -> RunningText | None:
        """Return the document of that name; None where there is none."""
        if name in self._passed:
            return self._given(*self._passed.pop(name))
        for number, (other, text) in self._waiting:
            if other == name:
                return self._given(number, text)
            self._passed[other] = number, text
        return None

    def _given(self, number: int, text: RunningText) -> RunningText:
        self.order_differs = self.order_differs or number < self._last
        self._last = number
        return text

    def left(self) -> list[str]:
        """Return the names of all documents that nobody asked for."""
        self._passed.update((other, (number, text)) for number, (other, text) in self._waiting)
        return list(self._passed)
