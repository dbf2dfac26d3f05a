"""Training runs end to end on a tiny encoder: plumbing, not quality."""

from __future__ import annotations

import json
import shutil

import pytest

pytest.importorskip("discotag_neural")

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("accelerate")

import torch
from safetensors.torch import load_file

from discotag.plugin import PluginError, UsageError
from discotag_neural.ellipsis import training
from discotag_neural.ellipsis.annotator import digest
from discotag_neural.ellipsis.command import Recipe
from discotag_neural.ellipsis.examples import Example, Level
from discotag_neural.ellipsis.reading import Split

pytestmark = pytest.mark.engine


def test_it_learns_sites_and_writes_model_card_and_figures(trained):
    folder, outcome = trained("plain")
    assert outcome.labels == ("none", "vp", "gapping")
    names = {path.name for path in folder.iterdir()}
    assert {"model.safetensors", "config.json", "tokenizer.json", "README.md"} <= names
    assert "checkpoints" not in names
    told = json.loads((folder / "evaluation.json").read_text("utf-8"))
    assert told["is_quality"] is False
    assert told["figures"]["test"]["sites"]["support"] > 0
    # whoever cannot find "did n't" of a name seen in training in another file learns nothing
    assert told["figures"]["test"]["vp"]["f1"] > 0.9
    assert told["data"]["train"]["elliptical"] == 2 * told["data"]["train"]["sites"]["vp"]


def test_the_card_says_that_few_sentences_are_no_quality(trained):
    card = (trained("plain")[0] / "README.md").read_text("utf-8")
    assert "**Not a figure of quality.**" in card
    assert "| test | vp |" in card
    assert "discotag train ellipsis …" in card


def test_the_same_seed_gives_the_same_model_and_another_another(trained):
    assert digest(trained("plain")[0]) == digest(trained("again")[0])
    assert digest(trained("plain")[0]) != digest(trained("other", seed=2)[0])


def test_segments_as_a_whole_as_in_muda(trained):
    folder, outcome = trained("whole", level="segment")
    assert outcome.labels == ("none", "ellipsis")
    assert set(outcome.figures["test"]) == {"segments"}
    config = json.loads((folder / "config.json").read_text("utf-8"))
    assert config["architectures"] == ["BertForSequenceClassification"]


def test_what_was_broken_off_goes_on_to_the_same_end(trained, tmp_path):
    told = []

    def stop(line):
        told.append(line)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trained("broken", tell=stop, out=tmp_path / "m")
    with pytest.raises(UsageError, match="broken off; go on with --resume"):
        trained("broken", out=tmp_path / "m")
    with pytest.raises(UsageError, match=r"other settings: weight was 5\.0"):
        trained("broken", out=tmp_path / "m", resume=True, weight=7)
    told.clear()
    folder, _ = trained("broken", tell=told.append, out=tmp_path / "m", resume=True)
    assert len(told) == 6  # epochs 3 to 8
    assert digest(folder) == digest(trained("plain")[0])


def test_a_folder_with_a_model_is_not_written_over(trained):
    folder, _ = trained("plain")
    with pytest.raises(UsageError, match="holds a model already"):
        trained("over", out=folder)
    with pytest.raises(UsageError, match="there is no checkpoint"):
        trained("resumed", out=folder / "new", resume=True)


def test_it_stops_early(trained):
    told = []
    _, outcome = trained("early", tell=told.append, epochs=50, patience=1)
    assert 2 <= len(told) < 20
    assert outcome.steps < 50 * 9


def test_no_memory_names_smaller_batches(trained, monkeypatch):
    def full(*_, **__):
        raise torch.OutOfMemoryError

    monkeypatch.setattr(training.Loss, "__call__", full)
    with pytest.raises(UsageError, match="--batch 4 --accumulate 2, which"):
        trained("full")


def test_what_is_no_encoder_is_told(trained, tmp_path):
    (tmp_path / "config.json").write_text('{"model_type": "bert"}')
    with pytest.raises(PluginError, match=f"the model in {tmp_path} cannot be loaded"):
        trained("none", encoder=str(tmp_path), out=tmp_path / "m")
    with pytest.raises(PluginError, match="there is no folder"):  # the same folder is still free
        trained("none", encoder=str(tmp_path / "no"), out=tmp_path / "m")


def test_the_loss_of_a_step_does_not_depend_on_its_batches():
    loss = training.Loss(0, 100.0)
    logits, golds = torch.randn(6, 3), torch.tensor([0, 1, 0, -100, 2, 0])
    whole = loss({"logits": logits}, golds, 5)
    parts = [loss({"logits": logits[i : i + 2]}, golds[i : i + 2], 5) for i in (0, 2, 4)]
    assert torch.allclose(whole, sum(parts))
    right = torch.nn.functional.cross_entropy(
        logits, golds, weight=torch.tensor([1.0, 100.0, 100.0]), reduction="sum"
    )
    assert torch.allclose(whole, right / 5)


def test_nothing_to_learn_is_an_error(tmp_path):
    plain = (Example("a", "g", "none", ("a",), ("none",)),)
    recipe = Recipe(encoder="e")
    with pytest.raises(UsageError, match="no sentence of the training set is elliptical"):
        training.train(recipe, Split(plain, plain, plain), tmp_path, resume=False, tell=print)
    whole = (Example("a", "g", "ellipsis"),)
    with pytest.raises(UsageError, match="--level segment"):
        training.train(recipe, Split(whole, whole, whole), tmp_path, resume=False, tell=print)
    assert recipe.level is Level.TOKEN


@pytest.mark.parametrize("level", ["token", "segment"])
def test_batches_that_are_added_up_make_the_same_steps_as_one(level, trained, encoder, tmp_path):
    still = shutil.copytree(encoder, tmp_path / "still")  # without dropout, which is random
    config = json.loads((still / "config.json").read_text("utf-8"))
    config |= {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    (still / "config.json").write_text(json.dumps(config), "utf-8")
    common = {"encoder": str(still), "epochs": 1, "level": level}
    whole, _ = trained(f"one-{level}", batch=8, **common)
    parts, _ = trained(f"many-{level}", batch=2, accumulate=4, **common)
    left, right = (load_file(folder / "model.safetensors") for folder in (whole, parts))
    assert all(torch.allclose(left[name], right[name], atol=2e-4) for name in left)
    fresh = load_file(still / "model.safetensors")
    word = "bert.encoder.layer.1.output.dense.weight"
    start = fresh[word.removeprefix("bert.")]
    assert not torch.allclose(left[word], start, atol=2e-3)
