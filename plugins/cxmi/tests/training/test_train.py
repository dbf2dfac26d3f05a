"""Trained models: what is written is what scoring and decoding load, with the same values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import ComponentError, UsageError
from discotag_cxmi.demo.texts import documents
from discotag_cxmi.examples import Example, read_format
from discotag_cxmi.training.corpus import TextPair
from discotag_cxmi.training.recipe import read_recipe

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("torch")
pytest.importorskip("accelerate")
pytestmark = pytest.mark.engine

TRAIN, DEV = (
    [TextPair(item.name, item.source, item.target) for item in documents(10, seed=seed)]
    for seed in (1, 2)
)


def trained(out: Path, **settings: Any) -> Any:
    from discotag_cxmi.training.checkpoints import finish, write_card
    from discotag_cxmi.training.train import train

    given = {
        "arch": "tiny",
        "tokenizer_kind": "bpe",
        "vocabulary": 120,
        "batch_tokens": 800,
        "max_steps": 4,
        "max_length": 64,
        "warmup": 2,
        "device": "cpu",
        **settings,
    }
    recipe = read_recipe({name: value for name, value in given.items() if value}, None, None)
    outcome = train(recipe, TRAIN, DEV, out, tell=lambda _: None)
    write_card(out, recipe, outcome, command="discotag train …")
    finish(out)
    return outcome


def loaded(folder: Path) -> Any:
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.scorer import ModelOptions

    return load_model(str(folder), ModelOptions(device="cpu"))


def examples(source: int, target: int) -> list[Example]:
    return [
        Example(
            text.id, i, text.source[i], text.target[i], text.source[:i], text.target[:i]
        ).within(source, target)
        for text in DEV
        for i in range(len(text.source))
    ]


@pytest.mark.parametrize("kind", ["concatenation", "multi-encoder"])
def test_the_development_loss_is_what_scoring_measures(tmp_path: Path, kind: str) -> None:
    sizes = {"source_context": "1", "target_context": "2"}
    outcome = trained(tmp_path, kind=kind, **sizes, coword=0.3, label_smoothing=0.1)
    model = loaded(tmp_path)
    scores = list(model.score(examples(1, 2)))
    tokens = sum(len(item.logprobs) + 1 for item in scores)
    assert -sum(item.total for item in scores) / tokens == pytest.approx(outcome.dev_loss, abs=1e-4)
    assert read_format(tmp_path) == model.format
    assert (model.format.kind, model.format.target_sizes) == (kind, (2, 2))
    shorter = list(model.score(examples(0, 1)))
    assert shorter[2].total != pytest.approx(scores[2].total, abs=1e-4)


def test_the_card_tells_data_figures_settings_and_command(tmp_path: Path) -> None:
    outcome = trained(tmp_path, target_context="0:2")
    card = (tmp_path / "README.md").read_text("utf-8")
    record = json.loads((tmp_path / "training.json").read_text("utf-8"))
    assert f"{outcome.data['train']['segments']}" in card
    assert f"Loss {outcome.dev_loss:.4f}" in card
    assert "0 to 2 target lines" in card
    assert "discotag train …" in card
    assert record["dev_loss"] == outcome.dev_loss
    assert record["recipe"]["target_context"] == [0, 2]
    assert record["history"][-1][0] == record["steps"] == 4


@pytest.mark.parametrize("kind", ["concatenation", "multi-encoder"])
def test_a_model_goes_on_from_another_one(tmp_path: Path, kind: str) -> None:
    import torch

    first = trained(tmp_path / "base")
    start = str(tmp_path / "base")
    second = trained(
        tmp_path / "next", start=start, kind=kind, target_context="0:1", learning_rate=1e-9
    )
    assert second.vocabulary == first.vocabulary
    base, tuned = loaded(tmp_path / "base"), loaded(tmp_path / "next")
    without = [model.score(examples(0, 0)) for model in (base, tuned)]
    for one, two in zip(*without, strict=True):
        assert one.total == pytest.approx(two.total, abs=1e-2)  # hardly any learning rate
    if kind == "multi-encoder":
        encoder = tuned.model.get_encoder()
        pairs = zip(encoder.layers.parameters(), encoder.context.layers.parameters(), strict=True)
        assert all(torch.allclose(one, two, atol=1e-5) for one, two in pairs)


def test_a_model_of_another_kind_goes_on_too(tmp_path: Path) -> None:
    from transformers import AutoTokenizer, T5Config, T5ForConditionalGeneration

    trained(tmp_path / "marian")
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "marian")
    base = tmp_path / "t5"
    tokenizer.save_pretrained(base)
    config = T5Config(
        vocab_size=len(tokenizer),
        d_model=32,
        d_kv=8,
        d_ff=48,
        num_layers=2,
        num_heads=4,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        decoder_start_token_id=tokenizer.pad_token_id,
    )
    T5ForConditionalGeneration(config).save_pretrained(base)
    outcome = trained(tmp_path / "next", start=str(base), source_context="1", target_context="1")
    scores = list(loaded(tmp_path / "next").score(examples(1, 1)))
    tokens = sum(len(item.logprobs) + 1 for item in scores)
    assert -sum(item.total for item in scores) / tokens == pytest.approx(outcome.dev_loss, abs=1e-4)


def test_language_codes_are_for_multilingual_models(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no language codes"):
        trained(tmp_path / "out", source_code="eng_Latn")


def test_separator_and_mask_are_added_to_a_model_that_lacks_them(tmp_path: Path) -> None:
    trained(tmp_path / "base")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        file = tmp_path / "base" / name
        text = file.read_text("utf-8").replace("<brk>", "<sep>").replace("<mask>", "<hid>")
        file.write_text(text.replace('"mask_token"', '"other_token"'), "utf-8")
    outcome = trained(
        tmp_path / "next", start=str(tmp_path / "base"), source_context="1", coword=0.2
    )
    model = loaded(tmp_path / "next")
    assert outcome.vocabulary == len(model.tokenizer)
    for token in ("<brk>", "<mask>"):
        assert model.tokenizer.convert_tokens_to_ids(token) != model.tokenizer.unk_token_id
    assert len(list(model.score(examples(1, 0)))) == sum(len(text.source) for text in DEV)


def test_what_cannot_be_gone_on_from_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        trained(tmp_path / "out", start=str(tmp_path / "none"))
    trained(tmp_path / "base", kind="multi-encoder")
    base = str(tmp_path / "base")
    with pytest.raises(UsageError, match="add --kind multi-encoder"):
        trained(tmp_path / "a", start=base)
    with pytest.raises(UsageError, match=r"--max-length 128: the model in .* takes 64 tokens"):
        trained(tmp_path / "b", start=base, kind="multi-encoder", max_length=128)
    with pytest.raises(UsageError, match="holds a model already"):
        trained(tmp_path / "base")
    with pytest.raises(UsageError, match="same folder"):
        trained(tmp_path / "base", start=base, kind="multi-encoder")


def test_early_stopping_keeps_the_best_weights(tmp_path: Path) -> None:
    outcome = trained(
        tmp_path, learning_rate=5.0, warmup=0, max_steps=40, evaluate_every=2, patience=2
    )
    assert outcome.steps < 40
    assert outcome.dev_loss == min(loss for _, loss in outcome.history)
    scores = list(loaded(tmp_path).score(examples(0, 0)))
    tokens = sum(len(item.logprobs) + 1 for item in scores)
    assert -sum(item.total for item in scores) / tokens == pytest.approx(outcome.dev_loss, rel=1e-3)


def test_a_training_that_comes_apart_is_told(tmp_path: Path) -> None:
    with pytest.raises(ComponentError, match=r"development loss at step \d+ is no number"):
        trained(tmp_path, learning_rate=1e30)


@pytest.mark.parametrize("kind", ["concatenation", "multi-encoder"])
def test_gradient_checkpointing_computes_layers_again_and_comes_to_the_same_weights(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch
    from safetensors.torch import load_file
    from transformers.models.marian.modeling_marian import MarianAttention

    passes = {False: 0, True: 0}
    usual = MarianAttention.forward
    for is_thrifty in passes:

        def counted(self: Any, *given: Any, of: bool = is_thrifty, **named: Any) -> Any:
            passes[of] += self.training
            return usual(self, *given, **named)

        monkeypatch.setattr(MarianAttention, "forward", counted)
        out = tmp_path / str(is_thrifty)
        trained(out, kind=kind, source_context="1", dropout=0.1, gradient_checkpointing=is_thrifty)
    assert passes[True] == 2 * passes[False] > 0
    one, other = (load_file(tmp_path / str(name) / "model.safetensors") for name in passes)
    assert one.keys() == other.keys()
    for name, weights in one.items():
        torch.testing.assert_close(other[name], weights, rtol=0, atol=1e-6)
