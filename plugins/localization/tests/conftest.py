"""Plumbing: files written into a folder and read by a reader of this package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from discotag.plugin import CorpusRequest, ParallelText, TextEdit
from discotag_localization import readers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Read(NamedTuple):
    """What a reader gave: documents and notes."""

    documents: list[ParallelText]
    notes: tuple[str, ...]

    @property
    def text(self) -> ParallelText:
        """The first document."""
        return self.documents[0]

    def pairs(self, number: int = 0) -> list[tuple[str, str, str]]:
        """Return (unit, source, translation) as shown, of one document."""
        text = self.documents[number]
        ((name, lines),) = {**text.references, **text.hypotheses}.items()
        shown = text.shown.get("", text.source), text.shown.get(name, lines)
        return list(zip(text.units, *shown, strict=True))


def read(
    name: str, source: Path, target: Path | None = None, options: dict[str, Any] | None = None
) -> Read:
    """Read a pair of files, or one that holds both languages."""
    reader = getattr(readers, f"{name}Reader").create(options or {})
    hypotheses = {"target": target} if target is not None else {}
    documents = list(reader.read(CorpusRequest(source=source, hypotheses=hypotheses)))
    return Read(documents, tuple(reader.notes()))


@pytest.fixture
def pair(tmp_path: Path) -> Callable[..., Read]:
    """Write two files of one kind, and read them."""

    def of(name: str, ending: str, source: str | bytes, target: str | bytes) -> Read:
        paths = []
        for language, content in (("en", source), ("de", target)):
            path = tmp_path / language / f"texts{ending}"
            path.parent.mkdir(exist_ok=True)
            data = content.encode() if isinstance(content, str) else content
            path.write_bytes(data)
            paths.append(path)
        return read(name, *paths)

    return of


@pytest.fixture
def both(tmp_path: Path) -> Callable[..., Read]:
    """Write a file that holds both languages, and read it."""

    def of(name: str, ending: str, content: str, **options: Any) -> Read:
        path = tmp_path / f"texts{ending}"
        path.write_text(content, encoding="utf-8", newline="")
        return read(name, path, options=options)

    return of


@pytest.fixture
def edit(tmp_path: Path) -> Callable[..., bytes]:
    """Write a file, and replace words of one of its units."""

    def of(
        name: str, content: str | bytes, place: tuple[str, str], *, words: str, new: str
    ) -> bytes:
        path = tmp_path / "texts"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        unit, text = place
        start = text.index(words)
        change = TextEdit(unit, None, text, start, start + len(words), new)
        reader = getattr(readers, f"{name}Reader").create({})
        return bytes(reader.edited(path, [change]))

    return of
