"""Test sets are written as the configuration `full` reads them; a cut has the first of each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "test_sets.py"
LINES = {
    "docids.txt": ["a\tnews", "a\tnews", "b\tnews"],
    "src.en": ["One.", "Two.", "Three."],
    "ref.A.de": ["Eins.", "Zwei.", "Drei."],
    "sys.X.de": ["eins", "zwei", "drei"],
    "sys.Y.de": ["1", "2", "3"],
}


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data" / "wmt" / "2022" / "en-de"
    folder.mkdir(parents=True)
    for name, lines in LINES.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path / "data"


def written(data, out, *more):
    return subprocess.run(
        [sys.executable, SCRIPT, data, out, *more], capture_output=True, text=True, check=False
    )


def test_a_set_is_there_under_its_edition_and_pair(data, tmp_path):
    assert written(data, tmp_path / "sets").stdout == "wmt22 en-de: 5 files\n"
    files = {path.name for path in (tmp_path / "sets" / "wmt22" / "en-de").iterdir()}
    assert files == set(LINES)


def test_a_cut_has_the_first_systems_and_documents_and_leaves_the_data_alone(data, tmp_path):
    done = written(data, tmp_path / "sets", "--systems", "1", "--documents", "1")
    assert done.stdout == "wmt22 en-de: 4 files\n"
    folder = tmp_path / "sets" / "wmt22" / "en-de"
    texts = {path.name: path.read_text("utf-8").splitlines() for path in folder.iterdir()}
    assert texts == {name: LINES[name][:2] for name in LINES if name != "sys.Y.de"}
    assert (data / "wmt/2022/en-de/src.en").read_text("utf-8").count("\n") == 3


def test_a_folder_that_is_there_is_refused(data, tmp_path):
    (tmp_path / "sets").mkdir()
    done = written(data, tmp_path / "sets")
    assert done.returncode == 2
    assert "is there already" in done.stderr
