"""The task `combine`: a folder of systems gives a row for each, and one for the combination."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import pytest

from benchmarks.tasks import combine

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "docids.txt": ("1\tnews", "1\tnews", "2\tnews"),
    "src.en": ("Did you sleep well?", "Your coffee is ready.", "Take your time."),
    "ref.A.fr": ("As-tu bien dormi ?", "Ton café est prêt.", "Prends ton temps."),
    "sys.A.fr": ("As-tu bien dormi ?", "Votre café est prêt.", "Prends ton temps."),
    "sys.B.fr": ("Avez-vous bien dormi ?", "Ton café est prêt.", "Prends ton temps."),
}


def measured(folder: Path, **more: object) -> list[combine.Figures]:
    given = {"folder": folder, "lang": None, "systems": "", "quality": 0.5, "documents": None}
    return combine.measure(argparse.Namespace(**{**given, **more}))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pytest.importorskip("discotag_lang_fr")
    for name, lines in FILES.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def test_the_combination_costs_less_than_each_system(folder: Path) -> None:
    [table] = measured(folder)
    assert table.title == "en-fr, 3 segments"
    assert [row[0] for row in table.rows] == ["A", "B", "combined"]
    costs = [row[2] for row in table.rows]
    assert costs[2] == 0 < min(costs[:2])


def test_documents_and_systems_can_be_chosen(folder: Path) -> None:
    [table] = measured(folder, systems="B", documents=1)
    assert table.title == "en-fr, 2 segments"
    assert [row[0] for row in table.rows] == ["B", "combined"]


def test_a_folder_without_systems_is_told(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"no docids\.txt"):
        measured(tmp_path)
