"""Answers: read from what people hand in (page, sheets, Label Studio), then checked all at once."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from zipfile import BadZipFile, ZipFile

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discotag.plugin import InputError, UsageError, count_noun, faults
from discotag.plugin.files import Notes, lines_of, unguarded_cell
from discotag_annotate.forms.sheet import HEADER, STUDY, openpyxl
from discotag_annotate.study import ANSWERS, read_study
from discotag_annotate.wording import ABOUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag_annotate.items import Value
    from discotag_annotate.study import Study


class Entry(NamedTuple):
    """What is in one place: `line` is 1-based, None where the file has no lines to name."""

    item: str
    question: str
    given: Any
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """What one person handed in.

    Args:
        path: the file.
        person: who, if no answer about the person says.
        entries: in the order of the file; blank answers are left out.
        notes: what was passed over.
    """

    path: Path
    person: str
    entries: tuple[Entry, ...]
    notes: tuple[str, ...] = ()


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


DELIMITERS = "\t,;"
LARGEST = 2**24
"""Bytes of a workbook, unpacked: openpyxl takes many times as many."""


def read_text_sheet(path: Path, study: Study) -> Paper:
    """Read a TSV or CSV sheet, whatever separates its cells.

    Raises:
        InputError: it is not UTF-8, lacks a column, or is a sheet of another study.
    """
    lines = list(lines_of(path, Notes()))
    delimiter = max(DELIMITERS, key=lines[0].count)
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter)
    try:
        numbered = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise InputError(
            f"is no table ({error}); save it as TSV in UTF-8", path=path, line=reader.line_num
        ) from error
    return _paper(path, study, numbered)


def read_workbook(path: Path, study: Study) -> Paper:
    """Read the first sheet of a workbook.

    Raises:
        InputError: it is not a workbook, lacks a column, or is a sheet of another study.
        UsageError: openpyxl is not installed.
    """
    module = openpyxl()
    try:
        with ZipFile(path) as archive:
            size = sum(part.file_size for part in archive.infolist())
    except (BadZipFile, OSError) as error:
        raise InputError(f"is no workbook ({error}); save it as XLSX", path=path) from error
    if size > LARGEST:
        raise InputError(
            f"takes {size:,} bytes unpacked; {LARGEST:,} are read. Is it a sheet of answers?",
            path=path,
        )
    try:
        book = module.load_workbook(path, read_only=True, data_only=True)
        rows = [
            [_plain(value) for value in row]
            for row in book.worksheets[0].iter_rows(values_only=True)
        ]
        book.close()
    except Exception as error:  # broken archives, XML and sheets raise all kinds
        raise InputError(f"is no workbook ({error}); save it as XLSX", path=path) from error
    return _paper(path, study, enumerate(rows, 1))


def _plain(value: Any) -> str:
    return "" if value is None else str(value)


def _paper(path: Path, study: Study, rows: Iterable[tuple[int, Sequence[str]]]) -> Paper:
    numbered = iter(rows)
    _, header = next(numbered, (1, ()))
    names = [name.strip().casefold() for name in header]
    lacking = [name for name in ("item", "part", "answer") if name not in names]
    if lacking:
        raise InputError(
            f"has no column {lacking[0]!r}; its first row must be {', '.join(HEADER)}",
            path=path,
            line=1,
        )
    columns = [names.index(name) for name in ("item", "part", "answer")]
    return Paper(path, path.stem, tuple(_entries(path, study, numbered, columns)))


def _entries(
    path: Path, study: Study, rows: Iterator[tuple[int, Sequence[str]]], columns: Sequence[int]
) -> Iterator[Entry]:
    is_named = False
    for line, row in rows:
        item, part, answer = (
            row[column].strip() if column < len(row) else "" for column in columns
        )
        if item == STUDY:
            is_named = is_named or bool(part)
            if part and part != study.manifest.id:
                raise InputError(
                    f"is a sheet of study {part}, not of {study.manifest.id}"
                    f" ({study.manifest.title})",
                    path=path,
                    line=line,
                )
        elif answer:
            yield Entry(item, part, unguarded_cell(answer), line)
    if not is_named:
        raise InputError(
            f"has no row {STUDY!r}, so nobody knows what it answers; put it back", path=path
        )


SUFFIXES = (".json", ".tsv", ".csv", ".xlsx")


def read_papers(study: Study, paths: Iterable[Path] = ()) -> tuple[Paper, ...]:
    """Read all answers to a study.

    Args:
        study: the study.
        paths: files, and folders with files; none = the study's own folder `answers`.

    Raises:
        InputError: there is none, or a file cannot be read or answers another study.
    """
    given = tuple(paths) or (study.folder / ANSWERS,)
    files = [file for path in given for file in _files(path)]
    if not files:
        told = ", ".join(map(str, given))
        raise InputError(f"no answers in {told}; put {', '.join(SUFFIXES)} files there")
    return tuple(paper for file in files for paper in _papers(file, study))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return [file for file in sorted(path.iterdir()) if file.suffix.casefold() in SUFFIXES]


def _papers(path: Path, study: Study) -> Iterator[Paper]:
    match path.suffix.casefold():
        case ".json":
            yield from read_json(path, study)
        case ".xlsx":
            yield read_workbook(path, study)
        case ".tsv" | ".csv":
            yield read_text_sheet(path, study)
        case other:
            raise InputError(
                f"ends in {other!r}; answers are {', '.join(SUFFIXES)} files", path=path
            )


SHOWN = 20
"""How many faults a message names."""
NAMED = 5
"""How many unanswered items a note names."""
Answers = dict[str, "Value"]
"""Question → answer."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who answered.

    Args:
        name: what they call themselves, or the file's name.
        language: code of the language they answered for.
        about: what they said about themselves.
    """

    name: str
    language: str
    about: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Collected:
    """The answers to a study.

    Args:
        study: the study.
        people: by name.
        answers: item → person's name → question → answer, in the order of the study; only items
            that somebody answered.
        notes: what lacks, and what was passed over.
    """

    study: Study
    people: Mapping[str, Person]
    answers: Mapping[str, Mapping[str, Answers]]
    notes: tuple[str, ...]

    def column(self, question: str) -> Iterator[tuple[str, str, Value]]:
        """Yield (item, person, answer) of one question."""
        for item, by_person in self.answers.items():
            for person, answers in by_person.items():
                if question in answers:
                    yield item, person, answers[question]


def checked(study: Study, papers: Sequence[Paper]) -> Collected:
    """Check answers against the study.

    Raises:
        InputError: names every entry that fits no item or question, is not an answer to it, is said
            twice in different ways, or contradicts another.
    """
    faults: list[str] = []
    found: dict[str, dict[str, Answers]] = {}
    places: dict[tuple[str, str, str], str] = {}
    for paper in papers:
        person = _name(paper)
        for entry in paper.entries:
            try:
                value = _value(study, entry)
            except ValueError as error:
                faults.append(str(InputError(str(error), path=paper.path, line=entry.line)))
                continue
            if value is None:
                continue
            answers = found.setdefault(person, {}).setdefault(entry.item, {})
            place = f"{paper.path}" + (f":{entry.line}" if entry.line else "")
            key = (person, entry.item, entry.question)
            if answers.setdefault(entry.question, value) != value:
                faults.append(
                    f"{place}: {person} answers {entry.item}, {entry.question} as {value!r} and,"
                    f" in {places[key]}, as {answers[entry.question]!r}; keep one of them"
                )
            places.setdefault(key, place)
    faults += _contradictions(study, found, places)
    people = dict(_people(study, found, faults))
    if faults:
        more = f"\n… and {len(faults) - SHOWN} more" if len(faults) > SHOWN else ""
        raise InputError("answers that cannot be used:\n" + "\n".join(faults[:SHOWN]) + more)
    by_item = {
        item.id: {name: found[name][item.id] for name in people if item.id in found[name]}
        for item in study.items
    }
    notes = (*(note for paper in papers for note in paper.notes), *_lacking(study, found))
    return Collected(study, people, {item: told for item, told in by_item.items() if told}, notes)


def _name(paper: Paper) -> str:
    """Return the name by which a person's papers belong together."""
    for entry in paper.entries:
        if (entry.item, entry.question) == (ABOUT, "participant"):
            return str(entry.given).strip()
    return paper.person


def _value(study: Study, entry: Entry) -> Value | None:
    item = study.by_id.get(entry.item)
    if item is None:
        raise ValueError(f"no item is named {entry.item!r} in this study")
    question = item.question(entry.question)
    if question is None:
        known = ", ".join(question.name for question in item.questions)
        raise ValueError(f"{entry.item} asks no {entry.question!r}, but {known}")
    try:
        return question.read(entry.given)
    except ValueError as error:
        raise ValueError(f"{entry.item}, {entry.question}: {error}") from error


def _contradictions(
    study: Study,
    found: Mapping[str, Mapping[str, Answers]],
    places: Mapping[tuple[str, str, str], str],
) -> Iterator[str]:
    for person, items in found.items():
        for item, answers in items.items():
            for question in study.by_id[item].questions:
                when = question.when
                if question.name in answers and when is not None and not when.holds(answers):
                    yield (
                        f"{places[person, item, question.name]}: {person} answers {item},"
                        f" {question.name}, which is asked only where {when.question} is"
                        f" {when.value}; change one of the two"
                    )


def _people(
    study: Study, found: Mapping[str, Mapping[str, Answers]], faults: list[str]
) -> Iterator[tuple[str, Person]]:
    targets = study.manifest.targets
    for name in sorted(found):
        told = dict(found[name].get(ABOUT, {}))
        language = told.pop("language", targets[0].code if len(targets) == 1 else None)
        told.pop("participant", None)
        if language is None:
            faults.append(f"{name} does not tell for which language; answer {ABOUT}, language")
        else:
            yield name, Person(name, str(language), told)


def _lacking(study: Study, found: Mapping[str, Mapping[str, Answers]]) -> Iterator[str]:
    for person in sorted(found):
        open_items = [
            item.id
            for item in study.items
            if any(
                not question.is_optional
                and question.name not in found[person].get(item.id, {})
                and (question.when is None or question.when.holds(found[person].get(item.id, {})))
                for question in item.questions
            )
        ]
        if open_items:
            yield f"{person}: {_told(open_items)} of {len(study.items)} not answered, or not wholly"


def _told(items: Sequence[str] | Iterable[str]) -> str:
    names = list(items)
    shown = ", ".join(names[:NAMED]) + (" …" if len(names) > NAMED else "")
    return f"{count_noun(len(names), 'item')} ({shown})"


def read_answers(
    folders: Sequence[Path], answers: Sequence[Path], *, is_strict: bool
) -> tuple[Collected, ...]:
    """Read studies with their answers.

    Raises:
        UsageError: `answers` where several studies are given.
        InputError: see `read_papers` and `checked`; if strict, also where an answer lacks.
    """
    if answers and len(folders) > 1:
        raise UsageError("--answers goes with one study; put answers into each study's own folder")
    found = []
    for folder in folders:
        study = read_study(folder)
        found.append(checked(study, read_papers(study, answers)))
    lacking = [note for item in found for note in item.notes]
    if is_strict and lacking:
        raise InputError("answers are not complete:\n" + "\n".join(lacking))
    return tuple(found)
