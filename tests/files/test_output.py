"""Output that cannot be written has one exit code of its own, whatever the reason."""

from __future__ import annotations

import errno
import sys

import pytest

from discotag.cli.app import EXIT_CODES, main
from discotag.core.errors import OutputError
from discotag.files.cache import Store
from discotag.files.output import atomic_write
from discotag.runs.checkpoint import checkpoint
from discotag.runs.folder import made_folder
from discotag_dev.scaffold import Kind, Request, write_package


def full(*_, **__):
    raise OSError(errno.ENOSPC, "No space left on device")


def into_a_folder(path):
    with atomic_write(path):
        pass


def into_a_folder_below_a_file(path):
    (path / "file").touch()
    with made_folder(path / "file" / "out"):
        pass


def into_a_folder_that_is_a_file(path):
    (path / "file").touch()
    with made_folder(path / "file"):
        pass


def into_a_store_below_a_file(path):
    (path / "file").touch()
    Store(path / "file" / "store.sqlite")


def into_a_journal_that_cannot_be_opened(path):
    (path / ".unfinished.sqlite").mkdir()
    with checkpoint(path, "setup"):
        pass


@pytest.mark.parametrize(
    "written",
    [
        into_a_folder,
        into_a_folder_below_a_file,
        into_a_folder_that_is_a_file,
        into_a_store_below_a_file,
        into_a_journal_that_cannot_be_opened,
    ],
)
def test_what_cannot_be_written_is_named(tmp_path, written):
    with pytest.raises(OutputError, match=str(tmp_path)) as error:
        written(tmp_path)
    assert error.value.exit_code == 8
    assert "8 output cannot be written" in EXIT_CODES


def test_a_package_on_a_full_disk_is_told_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("discotag_dev.scaffold._fill", full)
    request = Request(kind=Kind.PHENOMENON, name="whispering", target="fr")
    with pytest.raises(OutputError, match=r"new: cannot be written \(No space left on device\)"):
        write_package(request, tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_that_a_library_meets_is_told_too(monkeypatch, capsys):
    ended = []
    monkeypatch.setattr("discotag.cli.app.app", full)
    monkeypatch.setattr("discotag.cli.app.os._exit", ended.append)
    monkeypatch.setattr(sys, "argv", ["discotag"])
    main()
    assert ended == [8]
    assert "standard output: cannot be written (No space left on device)" in capsys.readouterr().err
