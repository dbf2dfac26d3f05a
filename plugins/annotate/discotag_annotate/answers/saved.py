"""Answers from JSON: what the page saves, and what Label Studio exports."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discotag.plugin import InputError, count_noun, faults
from discotag_annotate.answers.papers import Entry, Paper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag_annotate.study import Study


class Saved(BaseModel):
    """What the page saves."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_name: Literal["discotag-answers/1"] = Field(alias="schema")
    study: str
    answers: dict[str, dict[str, Any]]


class Result(BaseModel):
    """An answer in Label Studio: `value` has one field that holds it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    from_name: str
    type: str
    value: dict[str, Any]


class Annotation(BaseModel):
    """What one person said of a task."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    completed_by: int | str | dict[str, Any] | None = None
    was_cancelled: bool = False
    result: tuple[Result, ...] = ()


class Task(BaseModel):
    """A task with all that people said of it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    data: dict[str, Any]
    annotations: tuple[Annotation, ...] = ()


def read_json(path: Path, study: Study) -> tuple[Paper, ...]:
    """Read a file of answers: one person's from the page, or all people's from Label Studio.

    Raises:
        InputError: it is neither, or answers another study.
    """
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read as JSON ({error})", path=path) from error
    try:
        if isinstance(content, list):
            tasks = [Task.model_validate(task) for task in content]
            return tuple(_of_tasks(path, study, tasks))
        saved = Saved.model_validate(content)
    except ValidationError as error:
        raise InputError(
            f"is neither what the form saves nor what Label Studio exports as JSON"
            f" ({faults(error)})",
            path=path,
        ) from error
    _check(path, study, saved.study)
    entries = [
        Entry(item, question, given)
        for item, answers in saved.answers.items()
        for question, given in answers.items()
    ]
    return (Paper(path, path.stem, tuple(entries)),)


def _check(path: Path, study: Study, named: object) -> None:
    if named != study.manifest.id:
        raise InputError(
            f"answers study {named}, not {study.manifest.id} ({study.manifest.title})", path=path
        )


def _of_tasks(path: Path, study: Study, tasks: list[Task]) -> Iterator[Paper]:
    found: dict[str, list[Entry]] = {}
    passed: dict[str, int] = {}
    for task in tasks:
        _check(path, study, task.data.get("study"))
        item = str(task.data.get("item"))
        for annotation in task.annotations:
            if annotation.was_cancelled:
                continue
            person = _person(annotation.completed_by)
            entries = found.setdefault(person, [])
            if "language" in task.data and study.about.question("language") is not None:
                entries.append(Entry(study.about.id, "language", task.data["language"]))
            for result in annotation.result:
                if item in study.by_id and study.question(item, result.from_name) is None:
                    # the interface has one set of controls for all tasks
                    passed[person] = passed.get(person, 0) + 1
                else:
                    entries.append(Entry(item, result.from_name, _given(result)))
    for person, entries in found.items():
        count = passed.get(person, 0)
        told = (
            f"{path}: {person}: {count_noun(count, 'answer')} to what their tasks do not ask",
        ) * bool(count)
        yield Paper(path, person, tuple(entries), told)


def _person(completed_by: Any) -> str:
    if isinstance(completed_by, dict):
        completed_by = completed_by.get("email") or completed_by.get("id")
    return "label-studio" if completed_by is None else f"label-studio-{completed_by}"


def _given(result: Result) -> Any:
    value = result.value.get(result.type)
    if result.type == "textarea":
        texts = result.value.get("text", [])
        return "; ".join(texts) if isinstance(texts, list) else texts
    if isinstance(value, list) and len(value) == 1:
        return value[0]
    return value
