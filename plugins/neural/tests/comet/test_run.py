"""A run with the scorer `comet`: a row beside the others, with its own part of the signature."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("discotag_neural")

pytest.importorskip("discotag_lang_en")
pytest.importorskip("discotag_lang_fr")

from discotag.testing.program import run_program

pytestmark = pytest.mark.engine


def run(folder, *words):
    for name, lines in {"en": "Hi\nYou\n", "fr": "a b\nc d\n", "A": "a x\nc d\n"}.items():
        (folder / f"t.{name}").write_text(lines, "utf-8")
    texts = ["--src", f"{folder}/t.en", "--ref", f"{folder}/t.fr", "--hyp", f"A={folder}/t.A"]
    pair = ["-s", "en", "-t", "fr", "-p", "formality", "--scorers", "chrf,comet"]
    return run_program("run", *texts, *pair, *words)


def test_the_score_stands_in_the_table_and_in_the_file(model, tmp_path):
    result = run(tmp_path, "--set", f"comet.model={model()}", "--set", "comet.gpus=0",
                 "--out", tmp_path / "out")  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert "comet: comet, 0–100" in result.stdout
    told = json.loads((tmp_path / "out" / "scores.json").read_text("utf-8"))
    (row,) = [row for row in told["scores"] if row["scorer"] == "comet"]
    assert (row["measures"], row["support"], row["scale"]) == ({"comet": 75.0}, 2, 100)
    assert "comet:2.2.7|model:model@" in told["signatures"]["comet"]


def test_without_comet_nothing_runs_and_the_cure_is_told(fake, tmp_path, monkeypatch):
    monkeypatch.delenv("DISCOTAG_COMET_PYTHON")
    result = run(tmp_path, "--out", tmp_path / "out")
    assert result.returncode == 2
    assert "python3.11 -m venv" in result.stderr
    assert not (tmp_path / "out").exists()
