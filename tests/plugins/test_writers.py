"""What every writer does: it takes its options, and a file appears whole or not at all."""

from __future__ import annotations

import random
import resource
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from discotag.core.errors import DiscotagError, UsageError
from discotag.core.tags import TaggedDocument
from discotag.files.tags import read_tags
from discotag.plugins.writers.marks import MudaJsonWriter, TagsJsonlWriter
from discotag.plugins.writers.plugin import discotag_writers
from discotag.testing import document


def tagged(name="talk", **changes):
    return replace(TaggedDocument(document(["you"], ["tu"], id=name), ()), **changes)


def write(documents, path, writer=TagsJsonlWriter):
    with writer.create({}).open(path) as write_document:
        for one in documents:
            write_document(one)


@pytest.fixture
def writers():
    """Return the declared writers whose packages are installed."""
    has_arrow = find_spec("pyarrow") is not None
    return [info for info in discotag_writers() if has_arrow or info.install is None]


def test_every_declared_writer_can_be_loaded_and_created(writers):
    for info in writers:
        info.load().create({})


def test_an_option_that_no_writer_has_is_refused(writers):
    for info in writers:
        with pytest.raises(UsageError, match="colour"):
            info.load().create({"colour": 1})


def failing():
    yield tagged()
    raise RuntimeError("half-way")


@pytest.mark.parametrize("writer", [TagsJsonlWriter, MudaJsonWriter])
@pytest.mark.parametrize("before", [None, "old"])
def test_a_failure_half_way_leaves_the_folder_as_it_was(tmp_path, writer, before):
    path = tmp_path / "x.jsonl"
    if before is not None:
        path.write_text(before)
    with pytest.raises(RuntimeError, match="half-way"):
        write(failing(), path, writer)
    assert [other.name for other in tmp_path.iterdir()] == ([path.name] if before else [])
    assert before is None or path.read_text() == before


def test_the_file_has_no_name_before_it_is_complete(tmp_path):
    path = tmp_path / "x.jsonl"
    seen = []

    def watching():
        yield tagged("a")
        seen.append(path.exists())
        yield tagged("b")
        seen.append(path.exists())

    write(watching(), path)
    assert seen == [False, False]
    assert [read.document.id for read in read_tags(path)] == ["a", "b"]


def test_a_folder_that_is_a_file_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(DiscotagError, match=r"x.jsonl: cannot be written"):
        write([tagged()], tmp_path / "file" / "x.jsonl")


@pytest.mark.parametrize("size", [100, 40_000], ids=["in the buffer", "beyond it"])
@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz"])
def test_a_full_disk_is_reported_and_leaves_nothing(tmp_path, size, name):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    noise = random.Random(0).randbytes(size).hex()
    try:
        with pytest.raises(DiscotagError, match=rf"{name}: cannot be written .*space left"):
            write([tagged(failures=(noise,))], tmp_path / name)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


def test_a_device_is_never_replaced_by_a_file():
    with pytest.raises(DiscotagError, match="no regular file"):
        write([tagged()], Path("/dev/null"))


def test_a_link_is_followed_not_replaced(tmp_path):
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    real.write_text("old")
    link.symlink_to(real)
    write([tagged()], link)
    assert link.is_symlink()
    assert [read.document.id for read in read_tags(real)] == ["talk"]
