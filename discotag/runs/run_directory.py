"""The folder and the JSON files of a run."""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError, OutputError
from discotag.core.process import note_on_interrupt
from discotag.files.output import atomic_write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

TAGS = "tags"
SCORES = "scores.json"
RUN_FILES = ("scores.json", "counts.jsonl.gz", "report.html")
"""Files that not every run writes."""


def tags_name(text: str) -> str:
    """Return the name of a text's file of tags within a run's folder."""
    return f"{TAGS}/{text}.jsonl"


def within(folder: Path, name: str) -> Path:
    """Return the path of a file in a folder that may come from strangers.

    Raises:
        InputError: the name or a link leads out of the folder.
    """
    path = folder / name
    try:
        is_inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"cannot be found ({error})", path=path) from error
    if not is_inside:
        raise InputError(
            "leads out of its folder, which may come from a stranger; put the file itself there in"
            " place of a link",
            path=path,
        )
    return path


def write_json(path: Path, content: Any) -> None:
    """Write JSON, readable and without NaN; DiscotagError if the file cannot be written."""
    with atomic_write(path) as write:
        write(json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def leftovers(folder: Path, *, texts: Iterable[str], written: Iterable[str]) -> tuple[str, ...]:
    """Note what an earlier run left in a run's folder and this run does not replace.

    Args:
        folder: the run's folder.
        texts: names of this run's texts, each with its file of tags.
        written: names of the other files that this run writes.
    """
    names = set(texts)
    found = [path for path in sorted((folder / "tags").glob("*.jsonl")) if path.stem not in names]
    found += [folder / name for name in RUN_FILES if name not in set(written)]
    told = ", ".join(path.relative_to(folder).as_posix() for path in found if path.exists())
    return (f"{folder}: not of this run, but of an earlier one: {told}",) if told else ()


@contextmanager
def made_folder(path: Path) -> Iterator[Path]:
    """Make a folder; what was made is taken away again if the block fails and left it empty.

    Where the block is interrupted and has changed the folder, a note says so.

    Raises:
        OutputError: the folder cannot be made.
    """
    made: list[Path] = []
    try:
        for folder in (*reversed(path.parents), path):
            if not folder.exists():
                folder.mkdir()
                made.append(folder)
    except OSError as error:
        told = f"cannot be made ({error.strerror}); check its rights and the space left"
        raise OutputError(told, path=path) from error
    if not path.is_dir():
        raise OutputError("is a file, not a folder; choose another --out", path=path)
    before = _files(path)
    told = f"{path} is not complete; give the same command again"
    try:
        with note_on_interrupt(lambda: told if _files(path) != before else None):
            yield path
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        raise


def _files(folder: Path) -> dict[Path, int]:
    """Return the files in a folder, each with its time of change."""
    return {path: path.stat().st_mtime_ns for path in folder.iterdir() if path.is_file()}
