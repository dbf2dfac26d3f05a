"""A study on disk: items, their key, where they come from, and what people fill in.

Everything follows from the sample: no date and no path, so the same corpus and seed give the same
bytes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from discotag.plugin import InputError, count_noun, faults, name_error
from discotag.plugin.files import Notes, atomic_write, made_folder, records, within, write_json
from discotag_annotate.items import Item, Key
from discotag_annotate.wording import about

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from discotag_annotate.items import Question


StudyName = Literal["tags", "causes", "span", "rank", "choice"]
MANIFEST, ITEMS, KEY, DOCUMENTS = "study.json", "items.jsonl", "key.jsonl", "documents.jsonl"
ANSWERS = "answers"
"""The folder into which answers are put."""


class Target(BaseModel):
    """A language that is asked about: its code and its name in English."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    name: str

    @field_validator("code")
    @classmethod
    def _check_code(cls, value: str) -> str:
        if fault := name_error(value):  # it appears in names of forms
            raise ValueError(fault)
        return value


class Manifest(BaseModel):
    """What a study is and how it was drawn.

    Args:
        schema_name: `discotag-study/1`.
        study: which of the five.
        variant: which form of it: a phase of `span`, a task of `rank`, what `choice` sets against
            the reference.
        source_language: code.
        targets: the languages asked about; several in `span` alone.
        instructions: what people are shown, a paragraph each.
        seed: of the draw.
        options: how it was drawn.
        origin: what the texts were analysed with, or which test set they come from.
        population: stratum → how many there were to draw from.
        drawn: stratum → how many were drawn.
        left_out: reason → how many could not be used.
        items: how many.
        files: file → SHA-256.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Literal["discotag-study/1"] = Field(default="discotag-study/1", alias="schema")
    study: StudyName
    variant: str
    source_language: str
    targets: tuple[Target, ...] = Field(min_length=1)
    instructions: tuple[str, ...]
    seed: int
    options: dict[str, Any] = Field(default_factory=dict)
    origin: str = ""
    population: dict[str, int]
    drawn: dict[str, int]
    left_out: dict[str, int] = Field(default_factory=dict)
    items: int = 0
    files: dict[str, str] = Field(default_factory=dict, validate_default=True)

    @field_validator("files")
    @classmethod
    def _check_files(cls, value: dict[str, str]) -> dict[str, str]:
        if strange := sorted(set(value) - {ITEMS, KEY, DOCUMENTS}):
            raise ValueError(f"{strange[0]!r} is no file of a study")
        if lacking := sorted({ITEMS, KEY} - set(value)):
            raise ValueError(f"{lacking[0]} is not there")
        return value

    @property
    def id(self) -> str:
        """What answers name it by: twelve digits that follow from its items."""
        return self.files[ITEMS][:12]

    @property
    def title(self) -> str:
        """What it is, such as `span, phase 1 (en → fr)`."""
        return f"{self.study}, {self.variant} ({self._languages})"

    @property
    def shown_title(self) -> str:
        """What people read who answer: nothing of what is set against what."""
        return f"{self.study} ({self._languages})"

    @property
    def _languages(self) -> str:
        codes = ", ".join(target.code for target in self.targets)
        return f"{self.source_language} → {codes}"


class SourceDocument(BaseModel):
    """A source text that later phases show more of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    domain: str | None = None
    segments: tuple[str, ...]


@dataclass(frozen=True)
class Sample:
    """What was drawn: `items` and `keys` in the order in which they are shown.

    `documents` are the source texts of a span study; `about` is the rest of the manifest.
    """

    items: tuple[Item, ...]
    keys: tuple[Key, ...]
    about: Mapping[str, Any]
    documents: tuple[SourceDocument, ...] = ()


@dataclass(frozen=True)
class Study:
    """A study as it was read."""

    folder: Path
    manifest: Manifest
    items: tuple[Item, ...]
    keys: Mapping[str, Key]
    documents: Mapping[str, SourceDocument]

    @cached_property
    def by_id(self) -> Mapping[str, Item]:
        """The items by id, with what people are asked about themselves as the item `about`."""
        return {item.id: item for item in (self.about, *self.items)}

    @cached_property
    def about(self) -> Item:
        """What people are asked about themselves."""
        targets = {target.code: target.name for target in self.manifest.targets}
        return about(self.manifest.source_language, targets, is_full=self.manifest.study == "span")

    def question(self, item: str, name: str) -> Question | None:
        """Find a question of an item."""
        found = self.by_id.get(item)
        return None if found is None else found.question(name)


def write_study(folder: Path, sample: Sample) -> Study:
    """Write a study; the manifest comes last, so that no half-written one can be read.

    Raises:
        InputError: nothing was drawn, or the folder holds answers to another study.
    """
    if not sample.items:
        left_out = sample.about.get("left_out", {})
        told = "; ".join(f"{count} left out ({reason})" for reason, count in left_out.items())
        raise InputError(f"nothing could be drawn: {told or 'the texts hold no such item'}")
    contents = {
        ITEMS: [item.model_dump_json(exclude_defaults=True) for item in sample.items],
        KEY: [key.model_dump_json(exclude_defaults=True) for key in sample.keys],
        DOCUMENTS: [text.model_dump_json() for text in sample.documents],
    }
    data = {
        name: "".join(f"{line}\n" for line in lines).encode()
        for name, lines in contents.items()
        if lines
    }
    manifest = Manifest(
        items=len(sample.items),
        files={name: hashlib.sha256(content).hexdigest() for name, content in data.items()},
        **sample.about,
    )
    _keep_answers(folder, manifest)
    with made_folder(folder):
        (folder / MANIFEST).unlink(missing_ok=True)
        for name, content in data.items():
            with atomic_write(folder / name) as write:
                write(content)
        (folder / ANSWERS).mkdir(exist_ok=True)
        write_json(folder / MANIFEST, manifest.model_dump(by_alias=True))
    keys = {key.id: key for key in sample.keys}
    documents = {text.id: text for text in sample.documents}
    return Study(folder, manifest, sample.items, keys, documents)


def _keep_answers(folder: Path, manifest: Manifest) -> None:
    """Refuse to write another study over one that people have answered."""
    answered = (folder / ANSWERS).is_dir() and any((folder / ANSWERS).iterdir())
    if answered and (not (folder / MANIFEST).is_file() or _manifest(folder).id != manifest.id):
        raise InputError(
            "holds answers to another sample, which would fit no longer; choose another --out",
            path=folder,
        )


def read_study(folder: Path) -> Study:
    """Read a study.

    Raises:
        InputError: a file is missing, broken or not the one that was drawn.
    """
    manifest = _manifest(folder)
    for name, expected in manifest.files.items():
        path = within(folder, name)
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != expected:
            raise InputError(
                "is missing or was changed since it was drawn, so answers may not fit; draw the"
                " sample again",
                path=path,
            )
    items = tuple(item for _, item in records(folder / ITEMS, Item, Notes()))
    keys = {key.id: key for _, key in records(folder / KEY, Key, Notes())}
    documents = (
        {text.id: text for _, text in records(folder / DOCUMENTS, SourceDocument, Notes())}
        if DOCUMENTS in manifest.files
        else {}
    )
    return Study(folder, manifest, items, keys, documents)


def _manifest(folder: Path) -> Manifest:
    path = folder / MANIFEST
    if not path.is_file():
        raise InputError(
            f"holds no study (no {MANIFEST} there); name the folder that discotag annotate sample"
            " wrote",
            path=folder,
        )
    try:
        return Manifest.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise InputError(
            f"is no study of this version ({faults(error)}); draw the sample again", path=path
        ) from error


NAME = "README.md"
QUESTIONS = {
    "tags": "Are the tags right, and which were missed?",
    "causes": "Which tags are wrong and which words were missed, by cause?",
    "span": "How much text must one see to translate a sentence?",
    "rank": "Which translation is best?",
    "choice": "Is the connective wanted?",
}


def write_card(study: Study) -> None:
    """Write the card into the study's folder; all figures are the manifest's."""
    with atomic_write(study.folder / NAME) as write:
        write("\n".join(_lines(study.manifest)) + "\n")


def _lines(manifest: Manifest) -> Iterator[str]:
    yield f"# {QUESTIONS[manifest.study]}"
    yield ""
    items = count_noun(manifest.items, "item")
    yield f"Study `{manifest.id}`: {manifest.title}, {items}, seed {manifest.seed}."
    yield ""
    yield (
        "Hand out `form.html` or a `sheet-*.tsv`, **never** `key.jsonl` or `study.json`, which tell"
        " what is what. Put what comes back into `answers/`, then:"
    )
    yield ""
    yield "    discotag annotate collect THIS-FOLDER"
    yield ""
    yield "| stratum | there were | drawn |"
    yield "|---|---|---|"
    for name, size in sorted(manifest.population.items()):
        yield f"| {_cell(name) or '–'} | {size} | {manifest.drawn.get(name, 0)} |"
    if manifest.left_out:
        yield ""
        told = "; ".join(f"{count} ({reason})" for reason, count in manifest.left_out.items())
        yield f"Left out: {told}."
    options = "; ".join(f"{name}: {_told(value)}" for name, value in manifest.options.items())
    yield ""
    yield f"Drawn with: {options or 'no options'}."
    if manifest.origin:
        yield ""
        yield f"From `{_cell(manifest.origin)}`. The texts keep the corpus's licence."


def _told(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name} ({reason})" for name, reason in value.items()) or "none"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
