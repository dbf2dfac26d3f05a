"""A training that is killed goes on, and comes to the same weights."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import UsageError
from discotag_cxmi.demo.texts import documents
from discotag_cxmi.training import checkpoints
from discotag_cxmi.training.corpus import TextPair
from discotag_cxmi.training.recipe import read_recipe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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


def trained(out: Path, **settings: Any) -> list[str]:
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
    assert any(line.startswith("step 30:") for line in trained(whole))
    killed_at(24, broken)
    assert not (broken / checkpoints.WEIGHTS).exists()
    again = trained(broken)
    assert any(line.startswith("goes on from checkpoint-") for line in again)
    assert not any(line.startswith("step 8:") for line in again)
    assert (whole / checkpoints.WEIGHTS).read_bytes() == (broken / checkpoints.WEIGHTS).read_bytes()


@pytest.mark.engine
def test_a_training_that_was_over_when_killed_is_not_trained_again(tmp_path: Path) -> None:
    pytest.importorskip("accelerate")
    trained(tmp_path, max_steps=2)
    weights = (tmp_path / checkpoints.WEIGHTS).read_bytes()
    (tmp_path / checkpoints.WEIGHTS).write_bytes(weights[:100])
    told = trained(tmp_path, max_steps=2)
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
    trained(whole, **given)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(checkpoints, "keep_result", die)
        with pytest.raises(KeyboardInterrupt):
            trained(broken, **given)
    trained(broken, **given)
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
