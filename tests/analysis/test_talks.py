"""Talks: quotations in neighbouring segments, and who is named as their speaker."""

from __future__ import annotations

import pytest

from discotag.core.tags import TokenRef
from discotag.language.quotations import NOBODY, Speaker, dialogues, quotations, speakers
from discotag.language.voices import SpeakerConventions, voice_names
from discotag.testing import document

ANN, BEN = Speaker(frozenset({"ann"})), Speaker(frozenset({"ben"}))
ANOTHER, SHE = Speaker(is_new=True), Speaker(is_known=True)


def found(told, segments=("“Go,” x", "y “Come”", "z “Stay”")):
    """Return the talk of each quotation, by the first one of it."""
    return list(dialogues(segments, quotations(segments), told).values())


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([NOBODY, NOBODY, NOBODY], [1, 1, 1]),
        ([], [1, 1, 1]),
        ([ANN, BEN, BEN], [1, 2, 2]),
        ([ANN, SHE, NOBODY], [1, 1, 1]),
        ([ANN, ANOTHER, ANOTHER], [1, 2, 3]),
        ([ANN, BEN, ANN], [1, 2, 1]),
        ([SHE, BEN, NOBODY], [1, 2, 2]),
        ([NOBODY, BEN, NOBODY], [1, 1, 1]),
    ],
    ids=["nobody told", "no speakers", "somebody else named", "goes on", "indefinite subjects",
         "named again", "a name behind a pronoun", "the first one named"],
)  # fmt: skip
def test_a_quotation_of_somebody_else_begins_a_talk(told, expected):
    assert found(told) == expected


def test_what_answers_a_question_belongs_to_its_talk():
    assert found([ANN, BEN], ("“Why?” x", "“So,” y")) == [1, 1]
    assert found([ANN, BEN], ("“Why?” x", "y “So”")) == [1, 2]


def test_a_quotation_that_runs_on_keeps_its_talk():
    assert found([ANN, BEN], ("x “Go.", "Now” y")) == [1]


def test_whom_the_segment_before_names_speaks_first():
    assert found([ANN, NOBODY, BEN], ("x", "“Go”", "y “Come”")) == [1, 2]


ANOTHER_SAID = "another/another/DET/PronType=Ind/1/nsubj said/say/VERB"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ann/Ann/PROPN//1/nsubj said/say/VERB", ANN),
        ("mayor/mayor/NOUN//2/nsubj Ann/Ann/PROPN//0/appos said/say/VERB", ANN),
        ("he/he/PRON/PronType=Prs/1/nsubj said/say/VERB", SHE),
        (ANOTHER_SAID, ANOTHER),
        ("a/a/DET/Definite=Ind/1/det man/man/NOUN//2/nsubj said/say/VERB", ANOTHER),
        ("the/the/DET/Definite=Def/1/det man/man/NOUN//2/nsubj said/say/VERB", NOBODY),
        ("Ann/Ann/PROPN//1/obj saw/see/VERB", NOBODY),
    ],
    ids=[
        "a name",
        "behind a title",
        "a pronoun",
        "another",
        "indefinite",
        "definite",
        "no subject",
    ],
)
def test_a_subject_tells_who_speaks(line, expected):
    assert speakers(document([line], ["x"]), [[]]) == (expected,)


def test_subjects_within_a_quotation_tell_nobody():
    made = document(["“/“/PUNCT Ann/Ann/PROPN//2/nsubj said/say/VERB ”/”/PUNCT"], ["x"])
    assert speakers(made, quotations(made.source.segments)) == (NOBODY,)


def test_a_source_without_a_parse_tells_nobody():
    assert speakers(document(["Ann said"], ["x"]), [[]]) == (NOBODY,)


def test_the_source_parts_the_quotations_of_a_translation():
    lines = ["« va »", "« viens »"]
    name = voice_names(document([ANOTHER_SAID] * 2, lines), SpeakerConventions())
    other = voice_names(document(["they said"] * 2, lines), SpeakerConventions())
    first, second = TokenRef("target", 0, 1), TokenRef("target", 1, 1)
    assert name(first) != name(second)
    assert other(first) == other(second)
