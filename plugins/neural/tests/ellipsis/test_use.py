"""The command and the option: from trees to a run whose signature names the model."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("discotag_neural")

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("accelerate")
pytest.importorskip("discotag_lang_en")
pytest.importorskip("discotag_lang_fr")

from discotag.testing.program import run_program
from discotag_neural.ellipsis.annotator import digest

pytestmark = pytest.mark.engine


def called(*words):
    done = run_program(*words)
    assert done.returncode == 0, done.stderr
    return done


def refused(*words):
    """Return what is said where options are wrong."""
    done = run_program(*words)
    assert done.returncode == 2, done.stderr
    return done.stderr


def test_the_command_trains_and_tells_what_it_did(treebank, encoder, tmp_path):
    out = tmp_path / "model"
    result = called(
        "train", "ellipsis", treebank, "--encoder", encoder, "--out", out, "--epochs", 1,
        "--held-out", 0.2, "--device", "cpu",
    )  # fmt: skip
    assert "train: 8 files" in result.stderr
    assert "epoch 1.0" in result.stderr
    assert "Not a figure of quality" in result.stderr
    assert "| test | sites |" in result.stdout
    assert json.loads((out / "evaluation.json").read_text())["recipe"]["epochs"] == 1


def test_a_setting_out_of_bounds_is_told_before_anything_is_read(encoder, tmp_path):
    said = refused(
        "train", "ellipsis", "no.mrg", "--encoder", encoder, "--out", tmp_path, "--held-out", 1
    )
    assert "held_out: Input should be less than" in said


@pytest.fixture
def corpus(tmp_path):
    lines = {
        "en": ["Ada left the house.", "But Gus did n't."],
        "fr": ["Ada quitta la maison.", "Mais Gus ne quitta pas."],
    }
    for code, text in lines.items():
        (tmp_path / f"t.{code}").write_text("\n".join(text) + "\n", "utf-8")
    return ["--src", tmp_path / "t.en", "--ref", tmp_path / "t.fr", "--hyp", f"A={tmp_path}/t.fr"]


def test_a_run_uses_the_model_that_is_named_and_signs_it(corpus, trained, tmp_path):
    folder, _ = trained("plain")
    pair = ["-s", "en", "-t", "fr", "-p", "ellipsis", "--scorers", "compare_mt"]
    called("run", *corpus, *pair, "--out", tmp_path / "rules")
    called(
        "run", *corpus, *pair, "--annotator", f"ellipsis-model:{folder}",
        "--set", "ellipsis-model.device=cpu", "--out", tmp_path / "model",
    )  # fmt: skip
    rules, model = (
        json.loads((tmp_path / name / "run.json").read_text())["signature"]
        for name in ("rules", "model")
    )
    assert "ellipsis-rules.1" in rules
    assert "ellipsis-model" not in rules
    assert f"ellipsis-model/{folder.name}.1" in model
    assert f"ellipsis-model.source@{digest(folder)}" in model


def test_without_a_model_the_run_says_how_to_name_one(corpus):
    said = refused("run", *corpus, "-s", "en", "-t", "fr", "--annotator", "ellipsis-model")
    assert "--annotator ellipsis-model:DIR" in said
