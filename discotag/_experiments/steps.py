"""Steps of an experiment: each one discotag command with a folder, known by what it depends on."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.metadata import distributions
from typing import TYPE_CHECKING

from discotag.core.discovery import GROUP, HOST
from discotag.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

STEPS = "steps"
BLOCK = 2**20


@dataclass(frozen=True, slots=True)
class Given:
    """A file or folder that a step reads, and the key of the configuration that names it.

    Args:
        path: where it is.
        key: such as `texts.test.src`.
        before: what stands before the path in the argument, such as `A=`.
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
