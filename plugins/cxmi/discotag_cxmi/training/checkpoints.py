"""The folder of a training: what it holds while it runs, after a kill, and when it is done."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

from discotag.core.errors import UsageError
from discotag.files.whole_file import whole_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

CHECKPOINTS = "checkpoints"
SETTINGS = "settings.json"
TOKENIZER = "tokenizer"
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
                f" Go on with the same ones, or remove {work} to begin anew"
            )
        return
    work.mkdir(parents=True, exist_ok=True)
    with whole_file(kept) as write:
        write(json.dumps(settings, indent=2, sort_keys=True) + "\n")


def last_checkpoint(out: Path) -> Path | None:
    """Give the last checkpoint that was written wholly; None = begin at the beginning.

    What a kill left half-written is removed: the state, which is written last, is absent or cut.
    """
    for folder in sorted((out / CHECKPOINTS).glob("checkpoint-*"), key=_step, reverse=True):
        if _is_whole(folder):
            return folder
        shutil.rmtree(folder)
    return None


def finish(out: Path) -> None:
    """Remove what only a training needs."""
    shutil.rmtree(out / CHECKPOINTS)


def _step(folder: Path) -> int:
    return int(folder.name.rpartition("-")[2])


def _is_whole(folder: Path) -> bool:
    try:
        json.loads((folder / STATE).read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return True
