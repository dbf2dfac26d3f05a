"""Answers that fit nothing, say two things or contradict each other are refused, all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError

if TYPE_CHECKING:
    from discotag_annotate.study import Study

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
