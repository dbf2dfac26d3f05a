"""Answers checked: every entry fits a question, nobody says two things, and what lacks is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discotag.plugin import InputError, count_noun
from discotag_annotate.people import ABOUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag_annotate.answers.papers import Entry, Paper
    from discotag_annotate.questions import Value
    from discotag_annotate.study import Study

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
        about: what they told of themselves.
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
        InputError: names every entry that fits no item or question, is no answer to it, is said
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
