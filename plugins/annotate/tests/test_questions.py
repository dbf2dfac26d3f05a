"""Questions read what stands in files, and refuse what is no answer."""

from __future__ import annotations

from typing import Any

import pytest

from discotag_annotate.items import Condition, Question, choices

ONE = Question(name="one", kind="choice", ask="?", choices=choices(yes="yes", no="no, never"))
SEVERAL = Question(name="several", kind="choices", ask="?", choices=choices(a="A", b="B", c="C"))
NUMBER = Question(name="number", kind="number", ask="?", highest=5)
TEXT = Question(name="text", kind="text", ask="?")
WORDS = Question(
    name="words",
    kind="words",
    ask="?",
    choices=choices(formality="f", pronouns="p"),
    words=("la", "nuit", "la", "lune"),
)


@pytest.mark.parametrize(
    ("question", "given", "value"),
    [
        pytest.param(ONE, "yes", "yes", id="value"),
        pytest.param(ONE, " YES ", "yes", id="case and spaces"),
        pytest.param(ONE, "No, never", "no", id="label"),
        pytest.param(ONE, "  ", None, id="blank"),
        pytest.param(SEVERAL, "c; a", ("a", "c"), id="list in a cell"),
        pytest.param(SEVERAL, ["b"], ("b",), id="list"),
        pytest.param(SEVERAL, [], None, id="empty list"),
        pytest.param(NUMBER, 3, 3, id="number"),
        pytest.param(NUMBER, "0", 0, id="zero is an answer"),
        pytest.param(NUMBER, "4.0", 4, id="as spreadsheets write it"),
        pytest.param(TEXT, " case ", "case", id="text"),
        pytest.param(WORDS, "formality: la#2; pronouns: nuit", (("pronouns", 1), ("formality", 2)),
                     id="words in a cell"),
        pytest.param(WORDS, [["formality", 0]], (("formality", 0),), id="words"),
    ],
)  # fmt: skip
def test_answers_are_read(question: Question, given: Any, value: Any) -> None:
    assert question.read(given) == value


@pytest.mark.parametrize(
    ("question", "given", "told"),
    [
        pytest.param(ONE, "maybe", "none of the choices: yes, no", id="unknown choice"),
        pytest.param(ONE, 1, "none of the choices", id="number for a choice"),
        pytest.param(SEVERAL, "a; x", "'x' is none", id="one of a list"),
        pytest.param(SEVERAL, {"a": 1}, "no list", id="no list"),
        pytest.param(NUMBER, 6, "more than 5", id="too large"),
        pytest.param(NUMBER, "-1", "no whole number", id="negative"),
        pytest.param(NUMBER, "1.5", "no whole number", id="fraction"),
        pytest.param(NUMBER, True, "no whole number", id="truth value"),
        pytest.param(TEXT, 3, "no text", id="number for a text"),
        pytest.param(WORDS, "formality: soleil", "a word that is shown", id="word not there"),
        pytest.param(WORDS, "formality: la#3", "a word that is shown", id="no third one"),
        pytest.param(WORDS, "la", "CHOICE: WORD", id="no choice"),
        pytest.param(WORDS, [["formality", 4]], "index", id="index too large"),
    ],
)
def test_what_is_no_answer_is_refused(question: Question, given: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        question.read(given)


def test_a_condition_holds_for_one_answer_or_for_one_of_several() -> None:
    condition = Condition(question="reasons", value="other")
    assert condition.holds({"reasons": "other"})
    assert condition.holds({"reasons": ("gender", "other")})
    assert not condition.holds({"reasons": ("gender",)})
    assert not condition.holds({})


def test_choices_without_a_choice_are_refused() -> None:
    with pytest.raises(ValueError, match="its choices"):
        Question(name="one", kind="choice", ask="?")
