"""Plumbing, random weights: whole runs with the neural aligners, through the program."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from discotag.testing.program import run_program

pytest.importorskip("torch")
pytestmark = pytest.mark.engine

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def talk(tmp_path_factory) -> list[str]:
    """Write two lines in English and in French; give the options that name them."""
    pytest.importorskip("discotag_lang_fr")
    folder = tmp_path_factory.mktemp("talk")
    texts = {
        "en": ["Have you seen the lake?", "It is cold."],
        "fr": ["As-tu vu le lac ?", "Il est froid."],
        "a": ["Avez-vous vu du lac ?", "Elle est froide."],
    }
    for name, lines in texts.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    places = ["--src", folder / "en", "--ref", folder / "fr", "--hyp", f"A={folder / 'a'}"]
    return [*map(str, places), "-s", "en", "-t", "fr", "--phenomena", "formality"]


@pytest.fixture
def run(talk):
    def invoke(*options: str):
        return run_program("run", *talk, *options)

    return invoke


@pytest.mark.parametrize("aligner", ["transformer", "simalign"])
def test_a_run_aligns_with_it_and_its_signature_names_it(aligner, run, tiny_bert, tmp_path):
    if aligner == "simalign":
        pytest.importorskip("simalign")
    out = tmp_path / "out"
    done = run("--aligner", f"{aligner}:{tiny_bert}", "--scorers", "choice", "--out", str(out))
    assert done.returncode == 0, done.stderr
    record = json.loads((out / "run.json").read_text("utf-8"))
    version = {"transformer": 3, "simalign": 1}[aligner]
    assert re.search(rf"\|aligner:{aligner}/tiny-bert\.{version}\|", record["signature"])
    assert re.search(rf"\+{aligner}@[0-9a-f]{{12}}\b", record["signature"])
    document = json.loads((out / "tags" / "A.jsonl").read_text("utf-8"))
    assert len(document["alignment"]) == 2
    assert all(pair["links"] for pair in document["alignment"])
    assert all(("scores" in pair) == (aligner == "transformer") for pair in document["alignment"])


def test_another_model_has_another_signature(run, tiny_bert, tiny_xlmr, tmp_path):
    found = []
    for model in (tiny_bert, tiny_xlmr):
        out = tmp_path / model.name
        run("--aligner", f"transformer:{model}", "--scorers", "choice", "--out", str(out))
        signature = json.loads((out / "run.json").read_text("utf-8"))["signature"]
        found.append(re.findall(r"[0-9a-f]{12}", signature))
    assert found[0] != found[1]


def test_a_missing_model_ends_the_run_with_engine_and_cure(run, tmp_path):
    done = run("--aligner", "transformer:someone/encoder", "--set", f"transformer.dir={tmp_path}")
    assert done.returncode != 0
    said = " ".join(done.stderr.split())
    assert "aligner transformer" in said
    assert "discotag download fr --engine transformer:someone/encoder" in said


def test_one_text_may_have_another_aligner(run, tiny_bert: Path, tmp_path):
    out = tmp_path / "out"
    done = run("--aligner", f"A=transformer:{tiny_bert}", "--scorers", "choice", "--out", str(out))
    assert done.returncode == 0, done.stderr
    signature = json.loads((out / "run.json").read_text("utf-8"))["signature"]
    assert "aligner:lexicon" in signature
    assert "transformer/tiny-bert" in signature
