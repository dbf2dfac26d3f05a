"""Changes between tu, dumneata and dumneavoastră are found, through the pack's own analysis."""

from __future__ import annotations

import pytest

import discotag
import discotag_lint

ENGLISH = ["You have a new book.", "You have a key.", "He comes tomorrow."]
HIS = "Dumnealui vine mâine."


def found(target, source=ENGLISH):
    corpus = discotag.load(source, target, source_language="en", target_language="ro")
    return [
        row["message"] for row in discotag_lint.lint(corpus, codes=["DT101", "DT102"]).to_dicts()
    ]


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("Tu", "Dumneata", "“Dumneata” is half polite, “Tu” familiar or plain"),
        ("Dumneavoastră", "Dumneata", "“Dumneata” is half polite, “Dumneavoastră” polite"),
        ("Dumneata", "Tu", "“Tu” is familiar or plain, “Dumneata” half polite"),
    ],
)
def test_a_change_between_levels_is_found(first, second, message):
    verbs = {"Dumneavoastră": "aveți"}
    lines = [
        f"{first} {verbs.get(first, 'ai')} o carte nouă.",
        f"{second} {verbs.get(second, 'ai')} o cheie.",
        HIS,
    ]
    assert found(lines) == [message]


def test_dumneata_has_the_verbs_and_the_weak_pronouns_of_tu():
    source = ["You have a key.", "I see you tomorrow. Where are you?", "You know that."]
    target = ["Dumneata ai o cheie.", "Te văd mâine. Unde ești?", "Dumneata știi asta."]
    assert found(target, source) == []


def test_respect_to_a_third_person_is_no_level():
    assert found(["Tu ai o carte nouă.", "Ai o cheie.", HIS]) == []
