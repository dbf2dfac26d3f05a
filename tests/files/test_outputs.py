"""Places are looked at before the work; folders are made when a file is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.core.errors import DiscotagError
from discotag.files.output import atomic_write, check_file, check_folder

if TYPE_CHECKING:
    from pathlib import Path


def test_a_place_in_a_folder_that_is_not_there_is_right_and_nothing_is_made(tmp_path: Path) -> None:
    check_file(tmp_path / "new" / "deep" / "out.json")
    check_folder(tmp_path / "new" / "deep")
    assert list(tmp_path.iterdir()) == []


def test_folders_are_made_when_a_file_is_written(tmp_path: Path) -> None:
    place = tmp_path / "new" / "deep" / "out.json"
    with atomic_write(place) as write:
        write("{}")
    assert place.read_text() == "{}"


def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    with pytest.raises(DiscotagError, match="is no regular file; name a file"):
        check_file(tmp_path)


def test_a_file_is_no_folder_to_write_into(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DiscotagError, match="is a file, not a folder"):
        check_folder(tmp_path / "file")


@pytest.mark.parametrize("check", [check_file, check_folder], ids=["file", "folder"])
def test_what_cannot_be_made_is_told(tmp_path: Path, check) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DiscotagError, match=r"file/in/it: cannot be written \(Not a directory\)"):
        check(tmp_path / "file" / "in" / "it")


def test_a_name_that_is_too_long_is_told(tmp_path: Path) -> None:
    with pytest.raises(DiscotagError, match="cannot be written"):
        check_folder(tmp_path / ("x" * 300))


def test_an_existing_file_may_be_written_over_and_a_dash_is_standard_output(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("old")
    check_file(tmp_path / "out")
    check_file(tmp_path.__class__("-"))
    assert (tmp_path / "out").read_text() == "old"
