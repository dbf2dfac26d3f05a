"""Runs steps one after the other; what was done before, and has not changed, is not done again."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from discotag._experiments.steps import STEPS
from discotag.core.errors import DiscotagError, InputError, OutputError, UsageError
from discotag.core.parsing import parse_json
from discotag.core.process import note_on_interrupt
from discotag.files.output import atomic_write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from discotag._experiments.steps import Keyed

    Runner = Callable[[Sequence[str], Path, Path], int]

STAMP, LOG = "step.json", "log.txt"
TAIL = 12
"""Lines of a failed step's log that are shown."""


class State(StrEnum):
    """What has become of a step so far."""

    DONE = "done"
    BEGUN = "begun, goes on"
    OUTDATED = "to be done again: what it depends on has changed"
    OPEN = "to be done"
    WAITING = "waits for files that are not there"


def state_of(item: Keyed) -> State:
    """Return whether a step is done, by the stamp in its folder."""
    if item.digest is None:
        return State.WAITING
    stamp = _stamp(item.folder)
    if stamp is None:
        return State.OPEN
    if stamp.get("digest") != item.digest:
        return State.OUTDATED
    has_all = all((item.folder / name).exists() for name in item.step.outputs)
    return State.DONE if stamp.get("is_done") is True and has_all else State.BEGUN


def run_steps(
    items: Sequence[Keyed], out: Path, *, tell: Callable[[str], None], runner: Runner | None = None
) -> None:
    """Do what is still to be done, in order.

    Each step has a folder with a stamp, its outputs and its log. A step that was begun with the
    same inputs goes on in its folder (a training does so from its last checkpoint); one whose
    inputs have changed starts in an empty one.

    Args:
        items: the steps.
        out: the experiment's folder.
        tell: is told of each step.
        runner: runs arguments, given the files for standard output and for the log; gives the exit
            code.

    Raises:
        InputError: a file that a step reads is not there; nothing is run then.
        UsageError: the folder is another's, or another command is at work there.
        OutputError: it cannot be written to.
        DiscotagError: a step failed; names it, its key and its log.
    """
    for given in (given for item in items for given in item.missing):
        raise InputError(f"is not there; it is named by {given.key}", path=given.path)
    told = f"kept in {out}: the steps that are done; the same command goes on with the others"
    with _kept(out), note_on_interrupt(lambda: told):
        for number, item in enumerate(items, 1):
            head = f"[{number}/{len(items)}] {item.step.name}"
            state = state_of(item)
            if state is State.DONE:
                tell(f"{head}: done before")
                continue
            tell(f"{head} …" if state is State.OPEN else f"{head}: {state} …")
            seconds = _run(item, state, runner or _in_process)
            tell(f"{head}: {seconds:.1f} s")


def _run(item: Keyed, state: State, runner: Runner) -> float:
    step, folder = item.step, item.folder
    if state is State.OUTDATED:
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    stamp = {
        "command": shlex.join(["discotag", *step.arguments]),
        "config_key": step.key,
        "digest": item.digest,
        "is_done": False,
    }
    _write(folder, stamp)
    start = time.monotonic()
    log = folder / LOG
    code = runner(step.arguments, folder / step.stdout if step.stdout else log, log)
    lacking = [name for name in step.outputs if not (folder / name).exists()]
    if code or lacking:
        told = f"ended with code {code}" if code else f"left no {', '.join(lacking)}"
        raise DiscotagError(
            f"step {step.name} (config key {step.key}) {told}; the end of {log}:\n{_tail(log)}\n"
            f"It was: {stamp['command']}\nMend it and give the same command again; what is done"
            " stays."
        )
    seconds = time.monotonic() - start
    _write(folder, {**stamp, "is_done": True, "seconds": round(seconds, 1)})
    return seconds


def _in_process(arguments: Sequence[str], stdout: Path, log: Path) -> int:
    """Run discotag in a process of its own, which ends with this one."""
    words = [sys.executable, "-m", "discotag.cli.exit_with_parent", *arguments]
    with (
        log.open("ab") as errors,
        stdout.open("ab" if stdout == log else "wb") as output,
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=output, stderr=errors) as process,
    ):
        return process.wait()


@contextmanager
def _kept(out: Path) -> Iterator[None]:
    """Keep the folder for this command as long as it works there."""
    if out.exists() and not out.is_dir():
        raise UsageError(f"--out {out}: is a file, not a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / STEPS).is_dir():
        raise UsageError(f"--out {out}: holds something else; name a new folder")
    try:
        (out / STEPS).mkdir(parents=True, exist_ok=True)
        lock = (out / STEPS / ".lock").open("ab")
    except OSError as error:
        told = f"cannot be written to ({error.strerror}); check its rights and the space left"
        raise OutputError(told, path=out) from error
    with lock:
        with suppress(ImportError):  # no such locks on Windows
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise UsageError(f"--out {out}: another command is at work there") from error
        yield


def _stamp(folder: Path) -> dict[str, Any] | None:
    try:
        found = parse_json((folder / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return {} if folder.exists() else None
    return found if isinstance(found, dict) else {}


def _write(folder: Path, stamp: dict[str, Any]) -> None:
    with atomic_write(folder / STAMP) as write:
        write(json.dumps(stamp, ensure_ascii=False, indent=2) + "\n")


def _tail(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").splitlines() if log.exists() else []
    return "\n".join(f"  {line}" for line in lines[-TAIL:]) or "  (it is empty)"
