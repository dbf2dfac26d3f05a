"""A cause is a short key for each mark and each word that was nearly marked."""

from __future__ import annotations

import pytest

from discotag.core.explanations import (
    Explanation,
    Reason,
    ReasonVerdict,
    Ruling,
    causes,
    nearest,
    reasons_of,
)
from discotag.core.patterns import Pattern, TokenContext
from discotag.core.tags import Mark, TokenRef
from discotag.language.match_explanations import shortfall, shortfall_of_all
from discotag.testing import document

PLACE = TokenRef("target", 0, 1)
THERE = TokenRef("target", 0, 0)


def no(rule="form past", text="its part of speech is NOUN, not VERB", **fields):
    return Reason(PLACE, "verb_form", ReasonVerdict.NO, rule, text, **fields)


def test_a_tag_has_the_rule_that_made_it_and_the_kind_of_its_evidence():
    mark = Mark("verb_form", "past", 0, 1, (), (THERE,))

    def decide():
        yield Ruling.mark(PLACE, "form past", "it fits")
        yield Ruling.context(mark, Explanation("another has it", "same-form"), "none has it")

    (cause,) = causes(reasons_of("verb_form", decide()), [mark])
    assert (cause.outcome, cause.label, cause.key) == ("tag", "past", "form/same-form")
    assert cause.reason is not None
    assert cause.reason.text == "another has it"


def test_each_of_two_marks_of_a_word_has_its_own_cause():
    marks = [
        Mark("verb_form", "past", 0, 1, (), (THERE,)),
        Mark("verb_form", "future", 0, 1),
    ]

    def decide():
        for mark in marks:
            yield Ruling.mark(PLACE, f"form {mark.label}", "it fits")
            found, missing = Explanation("found", "same-form"), Explanation("no", "form-missing")
            yield Ruling.context(mark, found, missing)

    assert [
        (cause.label, cause.key) for cause in causes(reasons_of("verb_form", decide()), marks)
    ] == [
        ("future", "form/form-missing"),
        ("past", "form/same-form"),
    ]


def test_a_refused_word_has_the_condition_of_the_nearest_rule():
    far = no(label="past", cause="upos", held=0, asked=3)
    near = no("form future", "Mood is Ind, not Sub", label="future", cause="Mood", held=2, asked=3)
    (cause,) = causes([far, near, far], [])
    assert (cause.outcome, cause.label, cause.key) == ("no", "future", "form/Mood")


def test_a_marked_word_is_not_counted_as_refused_too():
    mark = Mark("verb_form", "past", 0, 1)
    (cause,) = causes([no()], [mark])
    assert cause.outcome == "mark"
    assert cause.key == "untold"


def test_of_rules_that_lack_as_much_the_one_of_which_more_held_is_nearest():
    rules = [no(held=2, asked=3), no(held=1, asked=2), no()]
    assert nearest(rules) == rules[0]
    assert nearest([rules[2], no("form other")]).rule == "form other"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('"Haus" (a noun) is linked to nothing', "form/linked-nothing"),
        ("3 other links of the pair count, 5 make a habit", "form/other-links-pair-count"),
        ('"x"', "form/untold"),
    ],
    ids=["quoted", "numbers", "nothing"],
)
def test_a_key_made_from_a_text_holds_nothing_of_the_word(text, key):
    (cause,) = causes([no(text=text, label="past")], [])
    assert cause.key == key


@pytest.fixture
def site():
    words = ["the/the/DET house/house/NOUN stands/stand/VERB"]
    return TokenContext(document(words, ["das Haus steht"]), "source", 0, 1)


def pattern(**fields):
    return Pattern.model_validate(fields)


def test_a_shortfall_counts_the_conditions_that_held(site):
    found = shortfall((pattern(upos="NOUN", form="horse"), site))
    assert found == Explanation("form is house, not horse", "form", 1, 2)
    assert shortfall((pattern(upos="NOUN"), site), (None, site)) is None


def test_of_alternatives_all_are_told_and_the_nearest_is_counted(site):
    found = shortfall_of_all([pattern(upos="VERB"), pattern(upos="NOUN", form="horse")], site)
    assert found == Explanation(
        "its part of speech is NOUN, not VERB; or form is house, not horse", "form", 1, 2
    )
    assert shortfall_of_all([pattern(upos="VERB"), pattern(upos="NOUN")], site) is None
    assert shortfall_of_all([], site) is None
