"""The task `slips` counts findings in references and errors that it makes itself."""

from __future__ import annotations

import argparse
import random

import pytest

from benchmarks.tasks import slips


def test_errors_are_made_in_numbers_that_the_source_has():
    drawn = random.Random(1)
    made = slips.KINDS["digit"]("In 2019 he came", "Er kam 2019 mit 5", drawn)
    assert made is not None
    assert made.startswith("Er kam ")
    assert made.endswith(" mit 5")
    assert "2019" not in made
    assert slips.KINDS["dropped"]("In 2019", "kam 2019.", drawn) == "kam ."
    assert slips.KINDS["digit"]("He came", "Er kam 2019", drawn) is None
    assert slips.KINDS["copied"]("Open the window now", "Fenster auf", drawn)
    assert slips.KINDS["copied"]("Open it", "Auf", drawn) is None


def test_a_reference_and_its_made_errors_are_counted(tmp_path):
    pytest.importorskip("discotag_lang_de")
    folder = tmp_path / "en-de"
    folder.mkdir()
    (folder / "docids.txt").write_text("a\n" * 20, "utf-8")
    (folder / "src.en").write_text("It was the year 2019.\n" * 20, "utf-8")
    (folder / "ref.A.de").write_text("Es war das Jahr 2019.\n" * 19 + "Es war 2091.\n", "utf-8")
    given = argparse.Namespace(folder=tmp_path, lang=None, show=False)
    alarms, genres, errors = slips.measure(given)
    assert genres.rows == (("not told", 20, 1, 50.0, 1, 0, 0, 0, 0),)
    assert alarms.rows[0][1:4] == (20, 1, 50.0)
    found = {str(row[0]): row for row in errors.rows}
    assert found["all copied"][3] == 1.0
    assert found["all copied"][1] == found["en-de copied"][1] > 0
