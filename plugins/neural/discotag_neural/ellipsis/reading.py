"""Reads examples from Penn Treebank trees and JSON Lines, and splits them for training."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Literal, Self
from zipfile import BadZipFile, ZipFile

from pydantic import BaseModel, ConfigDict, Field, model_validator

from discotag.plugin import InputError
from discotag.plugin.files import Notes, records
from discotag_neural.ellipsis.examples import ANY, KINDS, NONE, Example
from discotag_neural.ellipsis.trees import example_of, read_trees

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


TREES = ".mrg"
SUFFIXES = (TREES, ".zip", ".jsonl")
Label = Literal["none", "ellipsis", "vp", "np", "gapping", "sluice"]


class Record(BaseModel):
    """A line of JSON Lines.

    Args:
        text: the sentence; left out if there are tokens.
        tokens: its tokens.
        label: of the sentence; `true` and `false` do as well.
        labels: one for each token, `none` or a kind.
        document: what it comes from; lines of a document stay together. Default: the file.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str | None = None
    tokens: tuple[str, ...] = Field(default=(), min_length=0)
    label: Label | bool | None = None
    labels: tuple[Literal["none", "vp", "np", "gapping", "sluice"], ...] | None = None
    document: str | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.text is None) == (not self.tokens):
            raise ValueError("give either text or tokens")
        if (self.label is None) == (self.labels is None):
            raise ValueError("give either label or labels")
        if self.labels is not None and len(self.labels) != len(self.tokens):
            raise ValueError(f"{len(self.labels)} labels for {len(self.tokens)} tokens")
        return self

    def example(self, group: str) -> Example:
        """Make the example; the sentence's label follows from its tokens'."""
        if self.labels is not None:
            label = ANY if set(self.labels) - {NONE} else NONE
        elif isinstance(self.label, bool):
            label = ANY if self.label else NONE
        else:
            label = self.label or NONE
        text = " ".join(self.tokens) if self.text is None else self.text
        return Example(text, group, label, self.tokens, self.labels or ())


def read_examples(paths: Iterable[Path], *, only_traces: bool = False) -> Iterator[Example]:
    """Yield the examples of files and folders, in a fixed order.

    Args:
        paths: `.mrg` trees, zip archives of them, `.jsonl` files, or folders of all these.
        only_traces: of trees, count `*?*` alone.

    Raises:
        InputError: a file that cannot be read or is faulty, or none of these files.
    """
    for path in paths:
        files = _files(path)
        if not files:
            known = ", ".join(SUFFIXES)
            raise InputError(f"no file of {known} here", path=path)
        for file in files:
            yield from _read(file, only_traces=only_traces)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())


def _read(path: Path, *, only_traces: bool) -> Iterator[Example]:
    if path.suffix == ".jsonl":
        for _, record in records(path, Record, Notes()):
            yield record.example(record.document or path.name)
        return
    if path.suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise InputError(f"not one of {known}", path=path)
    for name, text in _texts(path):
        for tree in read_trees(text, f"{path}/{name}" if path.suffix == ".zip" else path):
            example = example_of(tree, Path(name).name, only_traces=only_traces)
            if example is not None:
                yield example


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the trees' files: name and content; the treebank is Latin-1."""
    try:
        if path.suffix == TREES:
            yield path.name, path.read_text("latin-1")
            return
        with ZipFile(path) as archive:
            names = sorted(name for name in archive.namelist() if name.endswith(TREES))
            if not names:
                raise InputError(f"holds no {TREES} file", path=path)
            for name in names:
                yield name, archive.read(name).decode("latin-1")
    except (OSError, BadZipFile) as error:
        raise InputError(f"cannot be read ({error})", path=path) from error


def kinds_seen(examples: Iterable[Example]) -> dict[str, int]:
    """Count the sites of each kind."""
    labels = [label for example in examples for label in example.labels]
    return {kind: labels.count(kind) for kind in KINDS if kind in labels}


@dataclass(frozen=True, slots=True)
class Split:
    """Three sets of examples that share no group.

    Args:
        train: what the model learns from.
        dev: by which the best epoch is chosen.
        test: by which it is judged, and nothing else.
    """

    train: tuple[Example, ...]
    dev: tuple[Example, ...]
    test: tuple[Example, ...]

    @property
    def parts(self) -> dict[str, tuple[Example, ...]]:
        """The three by name."""
        return {"train": self.train, "dev": self.dev, "test": self.test}


def split(examples: Sequence[Example], *, share: float, seed: int) -> Split:
    """Hold out groups for development and test, as large a share of files for each.

    Files with and without elliptical sentences are divided alike, since the former are rare.

    Raises:
        InputError: fewer than three groups.
    """
    groups: dict[str, list[Example]] = {}
    for example in examples:
        groups.setdefault(example.group, []).append(example)
    if len(groups) < 3:
        raise InputError(
            f"files: {len(groups)}; at least 3 are needed, since some are held out for development"
            " and for test; give more, or name a `document` in each line of the JSON Lines"
        )
    rich = sorted(name for name in groups if any(e.is_elliptical for e in groups[name]))
    poor = sorted(set(groups) - set(rich))
    parts: list[list[str]] = [[], [], []]
    chance = Random(seed)
    for names in (rich, poor):
        chance.shuffle(names)
        held = max(1, round(len(names) * share)) if len(names) >= 3 else 0
        parts[1] += names[:held]
        parts[2] += names[held : 2 * held]
        parts[0] += names[2 * held :]
    if not all(parts):  # fewer than three of each sort
        names = sorted(groups)
        chance.shuffle(names)
        parts = [names[2:], names[:1], names[1:2]]
    train, dev, test = (tuple(e for name in sorted(part) for e in groups[name]) for part in parts)
    return Split(train, dev, test)
