"""Answers are read from every form; all that is wrong in them is named, with file and line."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from discotag.plugin import InputError
from discotag_annotate.answers import checked, read_papers
from discotag_annotate.forms import sheet
from discotag_annotate.forms.label_studio import tasks
from discotag_annotate.forms.sheet import HEADER, rows, tsv

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from discotag_annotate.study import Study


GIVEN = {
    "about": {"participant": "Anna =A1", "native": "French"},
    "first": {"any_missed": "no"},
    "second": {"tag0": "right", "any_missed": "yes", "missed": "formality: rêves"},
}


def named(study: Study) -> dict[str, dict[str, str]]:
    items = {"about": "about", "first": study.items[0].id, "second": study.items[1].id}
    return {items[name]: answers for name, answers in GIVEN.items()}


def filled(study: Study, answers: Mapping[str, Mapping[str, str]]) -> list[Any]:
    asked = rows(study, study.manifest.targets[0])
    return [row._replace(answer=answers.get(row.item, {}).get(row.part, "")) for row in asked]


def put(study: Study, name: str, content: str | bytes) -> Path:
    path = study.folder / "answers" / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def right(study: Study) -> None:
    """Check that what was put in came back."""
    found = checked(study, read_papers(study))
    (person,) = found.people.values()
    assert (person.name, person.language, person.about) == ("Anna =A1", "fr", {"native": "French"})
    first, second = study.items[0].id, study.items[1].id
    assert found.answers == {
        first: {"Anna =A1": {"any_missed": "no"}},
        second: {"Anna =A1": {"tag0": "right", "any_missed": "yes", "missed": (("formality", 1),)}},
    }


def test_a_filled_sheet_comes_back(tags_study: Study) -> None:
    put(tags_study, "sheet.tsv", tsv(filled(tags_study, named(tags_study))))
    right(tags_study)


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_a_sheet_saved_as_csv_comes_back(tags_study: Study, delimiter: str) -> None:
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter)
    writer.writerow(HEADER)
    writer.writerows(row[:5] for row in filled(tags_study, named(tags_study)))
    put(tags_study, "sheet.csv", "\ufeff" + stream.getvalue())
    right(tags_study)


def test_a_filled_workbook_comes_back(tags_study: Study) -> None:
    pytest.importorskip("openpyxl", reason="pip install 'discotag-annotate[xlsx]'")
    put(tags_study, "sheet.xlsx", sheet.xlsx(filled(tags_study, named(tags_study))))
    right(tags_study)


def test_what_the_page_saves_comes_back(tags_study: Study) -> None:
    answers = named(tags_study)
    content = {"schema": "discotag-answers/1", "study": tags_study.manifest.id, "answers": answers}
    put(tags_study, "anna.json", json.dumps(content))
    right(tags_study)


def test_what_label_studio_exports_comes_back(tags_study: Study) -> None:
    def result(name: str, kind: str, **value: Any) -> dict[str, Any]:
        return {"id": "x", "from_name": name, "to_name": "text", "type": kind, "value": value}

    exported = tasks(tags_study, tags_study.manifest.targets[0])
    said = [
        [result("any_missed", "choices", choices=["no"])],
        [
            result("tag0", "choices", choices=["right"]),
            result("any_missed", "choices", choices=["yes"]),
            result("missed", "textarea", text=["formality: rêves"]),
        ],
        [],
        [result("tag0", "choices", choices=["right"])],  # asked by no question of this item
    ]
    for task, results in zip(exported, said, strict=True):
        task["id"] = 7
        task["annotations"] = [
            {"completed_by": {"id": 3, "email": "anna@example.org"}, "result": results},
            {"completed_by": 4, "was_cancelled": True, "result": results},
        ]
    put(tags_study, "export.json", json.dumps(exported))
    found = checked(tags_study, read_papers(tags_study))
    assert list(found.people) == ["label-studio-anna@example.org"]
    assert [len(by_person) for by_person in found.answers.values()] == [1, 1]
    assert any("1 answer to what their tasks do not ask" in note for note in found.notes)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.json", "{", "cannot be read as JSON"),
        ("a.json", '{"schema": "x"}', "neither what the form saves"),
        ("a.json", '[{"data": 3}]', "neither what the form saves"),
        ("a.json", '{"schema": "discotag-answers/1", "study": "0", "answers": {}}', "study 0"),
        ("a.json", '[{"data": {"study": "0", "item": "x"}}]', "answers study 0"),
        ("a.tsv", "one\ttwo\n", "a.tsv:1: has no column 'item'"),
        ("a.tsv", "item\tpart\tanswer\nstudy\t000\t\n", "a.tsv:2: is a sheet of study 000"),
        ("a.tsv", "item\tpart\tanswer\nx\ty\tz\n", "has no row 'study'"),
        ("a.tsv", b"item\tpart\tanswer\n\xff\n", "is not UTF-8"),
        ("a.tsv", "", "is empty"),
    ],
)  # fmt: skip
def test_files_that_cannot_be_used_are_named(
    tags_study: Study, name: str, content: str | bytes, told: str
) -> None:
    put(tags_study, name, content)
    with pytest.raises(InputError, match=told):
        read_papers(tags_study)


def test_a_workbook_that_is_too_large_unpacked_is_refused(tags_study: Study) -> None:
    pytest.importorskip("openpyxl", reason="pip install 'discotag-annotate[xlsx]'")
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", " " * (2**24 + 1))
    put(tags_study, "a.xlsx", packed.getvalue())
    with pytest.raises(InputError, match="bytes unpacked"):
        read_papers(tags_study)


def test_a_broken_workbook_is_named(tags_study: Study) -> None:
    pytest.importorskip("openpyxl", reason="pip install 'discotag-annotate[xlsx]'")
    put(tags_study, "a.xlsx", b"PK nothing")
    with pytest.raises(InputError, match=r"a\.xlsx: is no workbook"):
        read_papers(tags_study)


def test_no_answers_are_told(tags_study: Study) -> None:
    with pytest.raises(InputError, match="no answers in"):
        read_papers(tags_study)


def test_a_file_of_another_kind_is_refused(tags_study: Study, tmp_path: Path) -> None:
    path = tmp_path / "anna.doc"
    path.write_text("x")
    with pytest.raises(InputError, match=r"ends in '\.doc'"):
        read_papers(tags_study, [path])


FRENCH = {"about": {"language": "fr"}}


def refused(study: Study, answered: Any, people: Any) -> str:
    with pytest.raises(InputError) as caught:
        answered(study, people)
    return str(caught.value)


def test_all_faults_are_told_at_once(span_study: Study, answered: Any) -> None:
    item = span_study.items[0].id
    told = refused(
        span_study,
        answered,
        {
            "anna": {**FRENCH, "span1-none": {"translatable": "yes"}, item: {"colour": "red"}},
            "ben": {**FRENCH, item: {"translatable": "perhaps"}},
            "cleo": {item: {"translatable": "yes"}},
        },
    )
    assert "anna.json: no item is named 'span1-none'" in told
    assert f"{item} asks no 'colour', but translatable, reasons, other" in told
    assert f"ben.json: {item}, translatable: 'perhaps' is none of the choices: yes, no" in told
    assert "cleo does not tell for which language" in told


def test_two_answers_of_one_person_are_refused(span_study: Study, answered: Any) -> None:
    item = span_study.items[0].id
    anna = {"about": {"language": "fr", "participant": "Anna"}}
    told = refused(
        span_study,
        answered,
        {
            "one": {**anna, item: {"translatable": "yes"}},
            "two": {**anna, item: {"translatable": "no"}},
        },
    )
    assert f"two.json: Anna answers {item}, translatable as 'no' and, in one.json, as 'yes'" in told


def test_two_files_of_one_person_belong_together(span_study: Study, answered: Any) -> None:
    first, second = (item.id for item in span_study.items[:2])
    anna = {"about": {"language": "fr", "participant": "Anna"}}
    found = answered(
        span_study,
        {
            "one": {**anna, first: {"translatable": "yes"}},
            "two": {**anna, first: {"translatable": "yes"}, second: {"translatable": "yes"}},
        },
    )
    assert list(found.people) == ["Anna"]
    assert set(found.answers) == {first, second}


def test_answers_to_what_was_not_asked_are_refused(span_study: Study, answered: Any) -> None:
    item = span_study.items[0].id
    people = {"anna": {**FRENCH, item: {"translatable": "yes", "reasons": ["gender"]}}}
    told = refused(span_study, answered, people)
    assert "anna answers" in told
    assert "asked only where translatable is no" in told


def test_what_lacks_is_told_and_blank_is_no_answer(span_study: Study, answered: Any) -> None:
    first, second, *_ = (item.id for item in span_study.items)
    found = answered(
        span_study,
        {"anna": {**FRENCH, first: {"translatable": "no"}, second: {"translatable": " "}}},
    )
    (note,) = found.notes
    assert note.startswith("anna: 4 items (")
    assert list(found.answers) == [first]


def test_complete_answers_have_no_notes(span_study: Study, answered: Any) -> None:
    given = {item.id: {"translatable": "yes"} for item in span_study.items}
    assert answered(span_study, {"anna": {**FRENCH, **given}}).notes == ()


def test_many_faults_are_cut_short(span_study: Study, answered: Any) -> None:
    strange = {f"x{number}": {"translatable": "yes"} for number in range(30)}
    told = refused(span_study, answered, {"anna": {**FRENCH, **strange}})
    assert told.endswith("… and 10 more")
