"""Steps of an experiment: each one discotag command with a folder, known by what it depends on."""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import distributions
from typing import TYPE_CHECKING, Any

from discotag.plugin import DiscotagError, InputError, OutputError, UsageError, note_on_interrupt
from discotag.plugin.files import atomic_write, parse_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    Runner = Callable[[Sequence[str], Path, Path], int]


STEPS = "steps"
HOST = GROUP = "discotag"
"""How the names of our distributions begin; the group of plugins' entry points."""
BLOCK = 2**20


@dataclass(frozen=True, slots=True)
class Given:
    """A file or folder that a step reads, and the key of the configuration that names it.

    Args:
        path: where it is.
        key: such as `texts.test.src`.
        before: what precedes the path in the argument, such as `A=`.
    """

    path: Path
    key: str
    before: str = ""

    def __str__(self) -> str:
        """Return the argument."""
        return f"{self.before}{self.path}"


@dataclass(frozen=True, slots=True)
class Step:
    """A discotag command.

    Args:
        name: where its folder is under `steps`, such as `train/en-fr/context`.
        key: key of the configuration that asks for it.
        words: the command's arguments; what it reads is `Given`, what it writes a `Path`.
        outputs: names in its folder that are there when it is done.
        stdout: name of the output that holds what it prints; None = it goes to the log.
    """

    name: str
    key: str
    words: tuple[str | Path | Given, ...]
    outputs: tuple[str, ...]
    stdout: str | None = None

    @property
    def arguments(self) -> list[str]:
        """The arguments as the program is given them."""
        return [str(word) for word in self.words]

    @property
    def given(self) -> Iterator[Given]:
        """What it reads."""
        return (word for word in self.words if isinstance(word, Given))


@dataclass(frozen=True, slots=True)
class Keyed:
    """A step with the digest of all it depends on.

    Args:
        step: the step.
        folder: where it writes.
        digest: of its arguments, its inputs, and the versions of discotag and all plugins; None
            where an input is missing.
        missing: inputs that are not there and that no earlier step makes.
    """

    step: Step
    folder: Path
    digest: str | None
    missing: tuple[Given, ...]


def folder_of(out: Path, name: str) -> Path:
    """Return the folder of the step of that name."""
    return out / STEPS / name


def keyed(steps: Sequence[Step], out: Path, base: Path) -> list[Keyed]:
    """Work out what each step depends on; nothing is run.

    What an earlier step makes counts by that step's digest, any other file by its content. So a
    change redoes what depends on it, and nothing else.

    Args:
        steps: in order; none needs a later one.
        out: the experiment's folder.
        base: the configuration's folder; paths below both do not count by where they are.
    """
    made: dict[Path, Keyed] = {}
    contents: dict[Path, str] = {}
    installed = versions()
    for step in steps:
        parts = [*installed]
        missing: list[Given] = []
        is_open = False
        for word in step.words:
            parts.append(_portable(word, out, base))
            if not isinstance(word, Given):
                continue
            maker = next((made[p] for p in (word.path, *word.path.parents) if p in made), None)
            if maker is not None:
                is_open |= maker.digest is None
                parts.append(maker.digest or "")
            elif not word.path.exists():
                missing.append(word)
            else:
                if word.path not in contents:
                    contents[word.path] = digest_of(word.path)
                parts.append(contents[word.path])
        whole = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
        folder = folder_of(out, step.name)
        made[folder] = Keyed(step, folder, None if missing or is_open else whole, tuple(missing))
    return list(made.values())


def versions() -> list[str]:
    """Return name and version of discotag, its language packs, and all that bring a plugin."""
    found = {
        (item.name, item.version)
        for item in distributions()
        if item.name.startswith(HOST) or any(point.group == GROUP for point in item.entry_points)
    }
    return sorted(f"{name} {version}" for name, version in found)


def _portable(word: str | Path | Given, out: Path, base: Path) -> str:
    path = word.path if isinstance(word, Given) else word
    if isinstance(path, str):
        return path
    before = word.before if isinstance(word, Given) else ""
    for name, root in (("out", out), ("config", base)):
        if path.is_relative_to(root):
            return f"{before}{{{name}}}/{path.relative_to(root).as_posix()}"
    return f"{before}{path.as_posix()}"


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, or of all files in a folder with their names.

    Raises:
        InputError: it cannot be read.
    """
    digest = hashlib.sha256()
    try:
        for file in _files(path):
            if file != path:
                digest.update(f"{file.relative_to(path).as_posix()}\0".encode())
            with file.open("rb") as stream:
                while block := stream.read(BLOCK):
                    digest.update(block)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    return digest.hexdigest()


def _files(path: Path) -> Iterable[Path]:
    return sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]


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
    same inputs continues in its folder (a training does so from its last checkpoint); one whose
    inputs have changed starts in an empty one.

    Args:
        items: the steps.
        out: the experiment's folder.
        tell: called for each step.
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
