"""Items and their questions: drawn by a seed, and what is not an answer is refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from discotag_annotate.instruments.common import drawn, shares, shuffled
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


UNITS = [("news", number) for number in range(80)] + [("talk", number) for number in range(20)]


def sample(size: int, *, seed: int = 1, each: bool = False) -> list[tuple[str, int]]:
    return drawn(UNITS, size, seed=seed, name=str, stratum=lambda unit: unit[0], each=each)


def test_the_same_seed_draws_the_same_and_another_seed_others() -> None:
    assert sample(10) == sample(10)
    assert set(sample(10)) != set(sample(10, seed=2))


def test_a_larger_sample_holds_the_smaller_one() -> None:
    assert set(sample(10, each=True)) < set(sample(15, each=True))


def test_every_stratum_has_its_share() -> None:
    assert Counter(unit[0] for unit in sample(10)) == {"news": 8, "talk": 2}
    assert Counter(unit[0] for unit in sample(10, each=True)) == {"news": 10, "talk": 10}


def test_no_more_is_drawn_than_there_is() -> None:
    assert Counter(unit[0] for unit in sample(30, each=True)) == {"news": 30, "talk": 20}
    assert len(sample(500)) == len(UNITS)


def test_the_order_of_the_units_does_not_matter() -> None:
    assert shuffled(UNITS, 1, str) == shuffled(UNITS[::-1], 1, str)


@pytest.mark.parametrize(
    ("sizes", "total", "found"),
    [
        ({"a": 90, "b": 9, "c": 1}, 10, {"a": 8, "b": 1, "c": 1}),
        ({"a": 5, "b": 0}, 3, {"a": 3}),
        ({"a": 5, "b": 5, "c": 5}, 2, {"a": 1, "b": 1, "c": 0}),
        ({"a": 2, "b": 1}, 9, {"a": 2, "b": 1}),
        ({}, 5, {}),
    ],
)
def test_shares_add_up(sizes: dict[str, int], total: int, found: dict[str, int]) -> None:
    assert shares(sizes, total) == found
