"""Trained models: what is written is what scoring and decoding load, with the same values."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import ComponentError, UsageError
from discotag_cxmi.examples import Example, read_format
from discotag_cxmi.reproduce.invented import documents
from discotag_cxmi.training import checkpoints
from discotag_cxmi.training.corpus import TextPair
from discotag_cxmi.training.recipe import read_recipe

if TYPE_CHECKING:
    from collections.abc import Iterator
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


SETTINGS: dict[str, Any] = {
    "arch": "tiny",
    "source_context": "0:1",
    "target_context": "0:1",
    "tokenizer_kind": "bpe",
    "vocabulary": 150,
    "batch_tokens": 400,
    "accumulate": 2,
    "max_steps": 30,
    "warmup": 10,
    "max_length": 64,
    "evaluate_every": 8,
    "coword": 0.1,
    "device": "cpu",
}
PROGRAM = """
import json, sys
from pathlib import Path
import torch
from discotag_cxmi.training.corpus import TextPair
from discotag_cxmi.training.recipe import read_recipe
from discotag_cxmi.training.train import train

def tell(line):
    print(line, flush=True)


torch.set_num_threads(1)
settings, texts = json.loads(sys.stdin.read())
parts = [[TextPair(name, tuple(s), tuple(t)) for name, s, t in part] for part in texts]
train(read_recipe(settings, None, None), *parts, Path(sys.argv[1]), tell=tell)
"""
PARTS = [
    [TextPair(item.name, item.source, item.target) for item in documents(40, seed=seed)]
    for seed in (1, 2)
]


@pytest.fixture
def _one_thread() -> Iterator[None]:
    """Sums of floats depend on how many threads share them."""
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def resumed(out: Path, **settings: Any) -> list[str]:
    from discotag_cxmi.training.train import train

    told: list[str] = []
    train(read_recipe({**SETTINGS, **settings}, None, None), *PARTS, out, tell=told.append)
    return told


def killed_at(step: int, out: Path) -> None:
    """Train in another process, which is killed when it tells of a step."""
    texts = [[(item.id, item.source, item.target) for item in part] for part in PARTS]
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(out)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps([SETTINGS, texts]))
        process.stdin.close()
        for line in process.stdout:
            if line.startswith(f"step {step}:"):
                process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL


@pytest.mark.engine
@pytest.mark.usefixtures("_one_thread")
def test_a_killed_training_comes_to_the_same_weights(tmp_path: Path) -> None:
    pytest.importorskip("accelerate")
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert any(line.startswith("step 30:") for line in resumed(whole))
    killed_at(24, broken)
    assert not (broken / checkpoints.WEIGHTS).exists()
    again = resumed(broken)
    assert any(line.startswith("goes on from checkpoint-") for line in again)
    assert not any(line.startswith("step 8:") for line in again)
    assert (whole / checkpoints.WEIGHTS).read_bytes() == (broken / checkpoints.WEIGHTS).read_bytes()


@pytest.mark.engine
def test_a_training_that_was_over_when_killed_is_not_trained_again(tmp_path: Path) -> None:
    pytest.importorskip("accelerate")
    resumed(tmp_path, max_steps=2)
    weights = (tmp_path / checkpoints.WEIGHTS).read_bytes()
    (tmp_path / checkpoints.WEIGHTS).write_bytes(weights[:100])
    told = resumed(tmp_path, max_steps=2)
    assert not any(line.startswith(("step", "goes on")) for line in told)
    assert (tmp_path / checkpoints.WEIGHTS).read_bytes() == weights


@pytest.mark.engine
@pytest.mark.usefixtures("_one_thread")
@pytest.mark.parametrize(("patience", "steps"), [(5, 6), (1, 4)], ids=["steps", "patience"])
def test_a_training_that_dies_behind_its_last_checkpoint_takes_no_step_more(
    patience: int, steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("accelerate")
    from discotag_cxmi.training import loop

    monkeypatch.setattr(loop, "mean_loss", lambda *_: 1.0)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    given = {"max_steps": 6, "evaluate_every": 2, "accumulate": 1, "patience": patience}
    resumed(whole, **given)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(checkpoints, "keep_result", die)
        with pytest.raises(KeyboardInterrupt):
            resumed(broken, **given)
    resumed(broken, **given)
    one, other = (checkpoints.read_result(folder) for folder in (whole, broken))
    assert one == other
    assert one is not None
    assert one["steps"] == steps
    assert (whole / checkpoints.WEIGHTS).read_bytes() == (broken / checkpoints.WEIGHTS).read_bytes()


def test_other_settings_do_not_go_on(tmp_path: Path) -> None:
    checkpoints.prepare(tmp_path, {"seed": 1, "coword": 0.1})
    checkpoints.prepare(tmp_path, {"seed": 1, "coword": 0.1})
    with pytest.raises(UsageError, match=r"had other settings: coword was 0\.1"):
        checkpoints.prepare(tmp_path, {"seed": 1, "coword": 0.2})


def test_a_finished_model_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / checkpoints.WEIGHTS).write_bytes(b"weights")
    with pytest.raises(UsageError, match="holds a model already"):
        checkpoints.prepare(tmp_path, {})


def test_a_half_written_checkpoint_is_passed_over(tmp_path: Path) -> None:
    work = tmp_path / checkpoints.CHECKPOINTS
    states: dict[int, Any] = {9: '{"global_step": 9}', 10: '{"global', 100: None}
    for step, state in states.items():
        folder = work / f"checkpoint-{step}"
        folder.mkdir(parents=True)
        if state is not None:
            (folder / checkpoints.STATE).write_text(state)
    last = checkpoints.last_checkpoint(tmp_path)
    assert last == work / "checkpoint-9"
    assert [path.name for path in work.iterdir()] == ["checkpoint-9"]


def test_without_a_checkpoint_it_begins_at_the_beginning(tmp_path: Path) -> None:
    assert checkpoints.last_checkpoint(tmp_path) is None
