"""The tagger on documents built by hand: no engine, no files."""

import pytest

from discotag.plugin import ContextOptions
from discotag.testing import document, tokens
from discotag_phen_tag_questions.tagger import TagQuestionsTable, TagQuestionsTagger, english_tag


@pytest.fixture
def tagger():
    classes = {"neutral": ("n'est-ce pas", "non"), "colloquial": ("hein",)}
    return TagQuestionsTagger(
        TagQuestionsTable(source="this test", classes=classes), ContextOptions()
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("It is cold , isn't it ?", (4, 5)),
        ("He left , did he not ?", (3, 4)),
        ("Who is it ?", ()),
        ("Well , who are you ?", ()),
        ("", ()),
    ],
)
def test_an_english_tag_question_is_an_auxiliary_and_a_pronoun(line, words):
    assert english_tag(tokens(line)) == words


def test_the_longest_phrase_is_marked_at_its_first_word(tagger):
    found = list(tagger.mark(document(["Cold , isn’t it ?"], ["Froid , n’est-ce pas ?"])))
    assert [(mark.label, mark.token, mark.source_tokens) for mark in found] == [
        ("neutral", 2, (2, 3))
    ]


def test_an_answer_is_no_tag_question(tagger):
    assert list(tagger.mark(document(["No ?"], ["Non ?"]))) == []
