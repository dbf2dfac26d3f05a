"""Which reader opens a file: by its ending, and XML by its root element first."""

from __future__ import annotations

from types import SimpleNamespace

from discotag.core.components import ReaderInfo
from discotag.files.file_types import root_of
from discotag.pipeline.corpus import reader_name

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
