"""The folder of a training: what it holds while it runs, after a kill, and when it is done."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError
from discotag.plugin.files import atomic_write, output_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

CHECKPOINTS = "checkpoints"
SETTINGS = "settings.json"
TOKENIZER = "tokenizer"
FINAL, RESULT = "final", "result.json"
STATE = "trainer_state.json"
WEIGHTS = "model.safetensors"


def prepare(out: Path, settings: Mapping[str, Any]) -> None:
    """Make the folder, or see that what was begun there is the same training.

    Raises:
        UsageError: it holds a finished model, or another training; says what differs.
    """
    work = out / CHECKPOINTS
    if not work.exists() and (out / WEIGHTS).exists():
        raise UsageError(f"{out} holds a model already; name another folder")
    kept = work / SETTINGS
    if kept.is_file():
        old = json.loads(kept.read_text("utf-8"))
        changed = sorted(name for name in {*old, *settings} if old.get(name) != settings.get(name))
        if changed:
            told = ", ".join(f"{name} was {old.get(name)!r}" for name in changed)
            raise UsageError(
                f"{out} holds a training that was broken off and had other settings: {told}."
                f" Go on with the same ones, or remove {work} to start again"
            )
        return
    with output_errors(work):
        work.mkdir(parents=True, exist_ok=True)
    with atomic_write(kept) as write:
        write(json.dumps(settings, indent=2, sort_keys=True) + "\n")


def last_checkpoint(out: Path) -> Path | None:
    """Return the last checkpoint to go on from; None = begin at the beginning.

    What a kill left half-written is removed: the state, which is written last, is absent or cut. So
    is a checkpoint behind which the training was to stop: it would take a step more.
    """
    for folder in sorted((out / CHECKPOINTS).glob("checkpoint-*"), key=_step, reverse=True):
        if _goes_on(folder):
            return folder
        shutil.rmtree(folder)
    return None


def note_of(out: Path) -> str:
    """Return a note on what a stopped training leaves behind."""
    last = last_checkpoint(out)
    if last is None:
        return f"no checkpoint was written yet; the same command starts the training in {out} again"
    return f"kept in {out}: the training up to {last.name}; the same command goes on from there"


def save_whole(save: Callable[[Path], object], folder: Path) -> None:
    """Save something so that its folder is there wholly or not at all."""
    unfinished = folder.with_name(f"{folder.name}.part")
    for path in (unfinished, folder):
        shutil.rmtree(path, ignore_errors=True)
    save(unfinished)
    unfinished.rename(folder)


def keep_result(out: Path, save: Callable[[Path], object], result: Mapping[str, Any]) -> None:
    """Save the weights, then the figures, which mark the training as finished."""
    work = out / CHECKPOINTS
    save_whole(save, work / FINAL)
    with atomic_write(work / RESULT) as write:
        write(json.dumps(result) + "\n")


def read_result(out: Path) -> dict[str, Any] | None:
    """Return the figures of a training that is over; None = it is not."""
    file = out / CHECKPOINTS / RESULT
    if not file.is_file():
        return None
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def install(out: Path) -> None:
    """Write the final weights to the model's folder."""
    for path in sorted((out / CHECKPOINTS / FINAL).iterdir()):
        shutil.copyfile(path, out / path.name)


def finish(out: Path) -> None:
    """Remove what only a training needs."""
    shutil.rmtree(out / CHECKPOINTS)


def _step(folder: Path) -> int:
    return int(folder.name.rpartition("-")[2])


def _goes_on(folder: Path) -> bool:
    try:
        state = json.loads((folder / STATE).read_text("utf-8"))
    except (OSError, ValueError):
        return False
    control = state.get("stateful_callbacks", {}).get("TrainerControl", {}).get("args", {})
    return not control.get("should_training_stop", False)
