"""Small files that would become large, and names that would lead elsewhere, are refused."""

from __future__ import annotations

import gzip
import json
import os
import zipfile

import pytest

from discotag.core.errors import InputError
from discotag.core.parsing import parse_json, parse_toml
from discotag.files import text
from discotag.files.text import Notes, check_regular
from discotag.plugins.aligners.lexicon import table


def test_a_packed_line_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("DISCOTAG_MAX_LINE", "1000")
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"x" * 999 + b"\n" + b"y" * 5000))
    lines = text.lines_of(path, Notes())
    assert len(next(lines)) == 999
    with pytest.raises(
        InputError, match=r":2: holds a line of more than 1,000 bytes.*DISCOTAG_MAX_LINE=8000"
    ):
        next(lines)


def test_an_array_that_would_fill_the_memory_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "ROOM", 1000)
    path = tmp_path / "table"
    header = {
        "format": table.FORMAT,
        "source": {"language": "en", "key": "plain"},
        "target": {"language": "fr", "key": "plain"},
        "training": "x",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("table.json", json.dumps(header))
        for name in table.MEMBERS:
            archive.writestr(f"{name}.npy", bytes(5000))
    with pytest.raises(InputError, match=r"\.npy would take 5000 bytes"):
        table.load(path)


def test_a_saved_folder_names_no_files_elsewhere(tmp_path):
    arrow_files = pytest.importorskip("discotag.plugins.readers.arrow")
    state = {"_data_files": [{"filename": "../secret.arrow"}]}
    (tmp_path / "state.json").write_text(json.dumps(state))
    with pytest.raises(InputError, match="no file of the folder"):
        arrow_files.files_of(tmp_path)


@pytest.mark.parametrize("parse", [parse_json, lambda given: parse_toml(f"a = {given}")])
@pytest.mark.parametrize("given", ["[" * 100_000, "9" * 5000, "[1"])
def test_whatever_is_wrong_with_a_text_is_a_value_error(parse, given):
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        parse(given)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_what_has_no_end_is_no_regular_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for name in ("pipe", "zero"):
        with pytest.raises(InputError, match="is not a regular file"):
            check_regular(tmp_path / name)
    check_regular(tmp_path / "none")
