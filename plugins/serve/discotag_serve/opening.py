"""Opening files of the formats that lint reads: PO, XLIFF, JSON, subtitles and the others.

The page sends the files themselves; they are written into a folder of their own for as long as a
reader needs them, under names without folders. What readers refuse is reported on the page.
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, ValidationError

from discotag.plugin import CorpusRequest, DiscotagError, FrozenModel, count_noun, name_error
from discotag.plugin.commands import hints_for
from discotag.plugin.runs import open_reader
from discotag_serve.requests import TRANSLATIONS, RequestError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import ParallelText, Registry
    from discotag.plugin.runs import OpenReader

PLAIN = "lines"
RUNNING = ("srt", "vtt")
"""Endings of files with one language each, next to those whose reader says so."""


class File(FrozenModel):
    """A file.

    Args:
        name: its name, without a folder.
        data: its bytes, in Base64.
    """

    name: str = Field(max_length=200)
    data: str


class OpenRequest(FrozenModel):
    """What the page wants to open.

    Args:
        files: in the order of the page; of files with one language each, the source first.
        source_language: the code that is chosen on the page.
        target_language: likewise.
    """

    files: Annotated[tuple[File, ...], Field(min_length=1, max_length=TRANSLATIONS + 1)]
    source_language: str = Field(default="", max_length=40)
    target_language: str = Field(default="", max_length=40)

    @classmethod
    def read(cls, data: Any) -> OpenRequest:
        """Return what is to be opened; RequestError where it is nothing."""
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise RequestError(f"Open one to {TRANSLATIONS + 1} files at once.") from error


def endings(registry: Registry) -> list[str]:
    """Return the endings of the files that readers open by themselves."""
    known = (item.info for item in registry.readers if item.info.name != PLAIN)
    return sorted({ending for info in known for ending in info.suffixes})


def opened(request: OpenRequest, registry: Registry) -> dict[str, Any]:
    """Return the texts of files, as the form takes them: languages, source, translations, notes.

    Raises:
        RequestError: files that are faulty or do not belong together, or invalid names.
    """
    with TemporaryDirectory(prefix="discotag-serve-") as folder:
        paths = [_written(file, Path(folder, str(n))) for n, file in enumerate(request.files)]
        try:
            found = _texts(paths, request, registry)
        except RequestError:
            raise
        except DiscotagError as error:
            message = " ".join([str(error), *hints_for(error)])
            raise RequestError(_with_names(message, paths)) from error
        found["notes"] = [_with_names(note, paths) for note in found["notes"]]
        return found


def _with_names(text: str, paths: Sequence[Path]) -> str:
    """Return a message with the names of files in place of their temporary paths."""
    for path in paths:
        for own in (path, path.resolve()):
            text = text.replace(str(own), path.name)
    return text


def _written(file: File, folder: Path) -> Path:
    if fault := name_error(file.name):
        raise RequestError(f"Rename a file: {fault}.")
    folder.mkdir()
    path = folder / file.name
    try:
        path.write_bytes(b64decode(file.data, validate=True))
    except (binascii.Error, ValueError) as error:
        raise RequestError(
            "This page and discotag do not understand each other: reload it."
        ) from error
    return path


def _texts(paths: Sequence[Path], request: OpenRequest, registry: Registry) -> dict[str, Any]:
    first, *others = paths
    reader = open_reader(registry, first, "", {})
    is_pair = reader.choice.info.is_monolingual or first.name.endswith(RUNNING)
    if is_pair and not others:
        raise RequestError(
            f"{first.name} holds one language; open the source and its translations at once, the"
            " source first by name."
        )
    chosen = request.source_language, request.target_language
    if is_pair:
        read = [_read(reader, first, others, chosen)]
        languages = _language(reader, first, 0), _language(reader, others[0], 1)
    else:
        readers = [open_reader(registry, path, "", {}) for path in paths]
        read = [_read(own, path, (), chosen) for own, path in zip(readers, paths, strict=True)]
        languages = _language(reader, first, 0), _language(reader, first, 1)
    sources = {tuple(source) for source, *_ in read}
    if len(sources) > 1:
        raise RequestError("The files have different sources; open one of them at a time.")
    return {
        "source_language": languages[0],
        "target_language": languages[1],
        "source": "\n".join(read[0][0]),
        "translations": ["\n".join(lines) for _, texts, _ in read for lines in texts],
        "notes": [note for *_, notes in read for note in notes],
    }


def _read(
    reader: OpenReader, source: Path, others: Sequence[Path], chosen: tuple[str, str]
) -> tuple[list[str], list[list[str]], list[str]]:
    """Return the lines of a source and of its translations, all documents one after the other."""
    targets = {f"t{number}": path for number, path in enumerate(others)}
    target = _language(reader, source, 1) if not others else ""
    request = CorpusRequest(
        source,
        hypotheses=targets,
        source_language=chosen[0] or None,
        target_language=target or chosen[1] or None,
    )
    lines: list[str] = []
    texts: dict[str, list[str]] = {}
    count = 0
    for text in reader.read(request, takes_running=True):
        count += 1
        lines += text.shown.get("", text.source)
        for name, own in _of_translations(text):
            texts.setdefault(name, []).extend(own)
    notes = list(reader.notes())
    if count > 1:
        told = count_noun(count, "document")
        notes.insert(0, f"{source.name} holds {told}; here one stands behind the other.")
    return lines, list(texts.values()), notes


def _of_translations(text: ParallelText) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, lines in {**text.references, **text.hypotheses}.items():
        yield name, text.shown.get(name, lines)


def _language(reader: OpenReader, path: Path, side: int) -> str:
    """Return the only language that a file names for a side; "" where there is none, or several."""
    if reader.choice.info.name in {PLAIN, "documents"}:
        return ""
    codes = list(reader.languages(path)[side])
    return codes[0] if len(codes) == 1 else ""
