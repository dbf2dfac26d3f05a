"""Which reader opens a file: by its ending, and XML by its root element first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from discotag.core.components import ReaderInfo
from discotag.core.document import ParallelText
from discotag.core.errors import InputError, UsageError
from discotag.core.interfaces import CorpusRequest
from discotag.core.registry import open_registry
from discotag.files.file_types import root_of
from discotag.pipeline.corpus import FileFolderReader, open_reader, reader_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Any, Self


BUILTIN, OTHER = SimpleNamespace(is_builtin=True), SimpleNamespace(is_builtin=False)


def item(owner, **fields):
    info = ReaderInfo(summary="s", factory="a:b", **fields)
    return SimpleNamespace(info=info, owner=owner)


READERS = SimpleNamespace(
    readers=[
        item(BUILTIN, name="wmt-xml", suffixes=(".xml",)),
        item(OTHER, name="android", roots=("resources",)),
    ]
)


def test_the_root_element_tells_the_reader_of_xml(tmp_path):
    for content, wanted in (
        ("<?xml version='1.0'?><!-- a > b --><resources/>", "android"),
        ("<dataset/>", "wmt-xml"),
        ("no xml", "wmt-xml"),
    ):
        path = tmp_path / "a.xml"
        path.write_text(content, "utf-8")
        assert reader_name(READERS, path) == wanted
    assert reader_name(READERS, tmp_path / "absent.xml") == "wmt-xml"


def test_a_root_is_told_of_xml_files_alone(tmp_path):
    for name, wanted in (("a.xml", "a"), ("a.txt", None)):
        path = tmp_path / name
        path.write_text("\ufeff<x:a xmlns:x='y'/>", "utf-16")
        assert root_of(path) == wanted


class WholeFiles:
    """A reader whose document is one file as one line."""

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        return cls()

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        def line(path: Path) -> tuple[str, ...]:
            return (path.read_text("utf-8"),)

        yield ParallelText(
            request.source.stem,
            line(request.source),
            {name: line(path) for name, path in request.references.items()},
            {name: line(path) for name, path in request.hypotheses.items()},
        )

    def size(self, request: CorpusRequest) -> int | None:
        return None

    def notes(self) -> Sequence[str]:
        return ("read",)


def folder(path: Path, **texts: str) -> Path:
    path.mkdir()
    for name, text in texts.items():
        (path / f"{name}.x").write_text(text, "utf-8")
    return path


def test_files_are_found_by_their_names(tmp_path: Path) -> None:
    source = folder(tmp_path / "en", a="A.", b="B.", c="C.")
    request = CorpusRequest(
        source,
        references={"ref": folder(tmp_path / "de", c="c", a="a", d="d")},
        hypotheses={"S": folder(tmp_path / "s", a="á", c="ć")},
    )
    reader = FileFolderReader(WholeFiles())
    found = list(reader.read(request))
    assert [(text.id, text.source, text.references["ref"]) for text in found] == [
        ("a", ("A.",), ("a",)),
        ("c", ("C.",), ("c",)),
    ]
    assert found[1].hypotheses["S"] == ("ć",)
    assert found[0].files["ref"] == str(tmp_path / "de" / "a.x")
    told = " ".join(reader.notes())
    assert "lacks 1 file, left out: b.x" in told
    assert "also holds 1 file, left out: d.x" in told


def test_folders_without_a_common_file_are_an_error(tmp_path: Path) -> None:
    request = CorpusRequest(
        folder(tmp_path / "en", a="A."), references={"ref": folder(tmp_path / "de", b="b")}
    )
    with pytest.raises(InputError, match="no file of the folder"):
        list(FileFolderReader(WholeFiles()).read(request))


def test_a_folder_beside_a_file_is_an_error(tmp_path: Path) -> None:
    source = folder(tmp_path / "en", a="A.")
    request = CorpusRequest(source, references={"ref": source / "a.x"})
    with pytest.raises(UsageError, match="give folders"):
        list(FileFolderReader(WholeFiles()).read(request))


def test_a_folder_of_other_files_is_read_as_documents(tmp_path: Path) -> None:
    source = folder(tmp_path / "en", a="A.")
    registry = open_registry()
    assert reader_name(registry, source) == "documents"
    assert not isinstance(open_reader(registry, source).reader, FileFolderReader)
