"""Reasons of the tagger: what a listed word is, and what its list asks for where it is none."""

from __future__ import annotations

import pytest

from discotag.plugin import ReasonVerdict, TokenRef
from discotag.testing.builders import context
from discotag_dev.packs import PackTagger, phenomenon_examples
from discotag_phen_connectives.tagger import ConnectiveTagger
from discotag_phen_connectives.words import described_groups, languages, read_words

SOURCE = ("It rained", "Nevertheless they played")
TARGET = ("Es//PRON//1/nsubj regnete//VERB", "Trotzdem//ADV//1/advmod spielten//VERB")
LINKS = ("0-0 1-1", "0-0 1-1")
UNSURE = "as a connective it has confidence {}, and 0.50 are needed"
ASKS = UNSURE.format("0.00") + "; its list asks for: "


@pytest.fixture
def told(built, connective):
    """Return verdict, text and evidence of each reason of one connective of the second segment."""

    def tell(*, options=None, **fields):
        layer = {1: [connective(0, **fields)]}
        document = built(SOURCE, TARGET, LINKS, theirs=layer)
        tagger = ConnectiveTagger.create(context("de", source="ja", **(options or {})))
        return [(str(r.verdict), r.rule, r.text, r.places) for r in tagger.reasons(document)]

    return tell


def test_a_tag_names_its_sense_and_its_evidence(told):
    assert told(form="trotzdem") == [
        (
            "mark",
            "connective concession",
            '"trotzdem" is listed, sense concession, with confidence 0.95',
            (),
        ),
        (
            "tag",
            "context",
            "what it joins to stands before the segment",
            (TokenRef("target", 0, 1),),
        ),
    ]


def test_a_mark_says_that_both_clauses_stand_in_the_segment(told):
    _, (verdict, _, text, places) = told(form="trotzdem", is_before=False)
    assert (verdict, text, places) == (
        "mark",
        "both clauses that it joins stand in the segment",
        (),
    )


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (
            {"form": "und", "confidence": 0.0},
            ASKS + "clauses on both sides",
        ),
        (
            {"form": "doch", "confidence": 0.0},
            ASKS + "initial = true",
        ),
        (
            {"form": "und", "confidence": 0.3},
            UNSURE.format("0.30"),
        ),
        (
            {"form": "trotzdem", "options": {"senses": ["cause"]}},
            "its sense concession is not asked for (option senses)",
        ),
    ],
    ids=["clauses", "place", "unsure", "sense"],
)
def test_a_word_that_is_not_marked_says_why(told, fields, text):
    assert told(**fields) == [("no", "connective concession", text, ())]


def test_the_other_words_of_a_connective_point_to_its_first(built, connective):
    layer = {1: [connective(0, 1, form="trotz allem")]}
    document = built(SOURCE, TARGET, LINKS, theirs=layer)
    reasons = ConnectiveTagger.create(context("de", source="ja")).reasons(document)
    (other,) = [reason for reason in reasons if reason.place.token == 1]
    assert (other.verdict, other.places) == (ReasonVerdict.NO, (TokenRef("target", 1, 0),))
    assert other.text == "it is part of a connective, which its first word tells of"


def test_conditions_are_told_where_a_word_has_some():
    assert described_groups(read_words("de"), "trotzdem") == ""
    assert described_groups(read_words("fr-ca"), "et") == "clauses on both sides"
    assert described_groups(read_words("fr"), "et") == "clauses on both sides"


@pytest.mark.parametrize("language", sorted(languages() - {"en"}))
def test_every_listed_word_in_running_text_is_told_of(language):
    pytest.importorskip(f"discotag_lang_{language}")
    examples = phenomenon_examples("discotag_phen_connectives")
    lines = PackTagger(language, ("connectives",))
    tagger = ConnectiveTagger.create(context(language))
    for example in examples.values():
        if example.pair == ("en", language):
            document = lines.tagged(example.source, example.target).document
            marks, reasons = list(tagger.mark(document)), tagger.reasons(document)
            listed = {
                TokenRef("target", segment, token)
                for segment, found in enumerate(document.target.layer("connectives"))
                for item in found
                for token in item.tokens
            }
            assert {reason.place for reason in reasons} == listed
            assert {
                reason.place for reason in reasons if reason.verdict is not ReasonVerdict.NO
            } == {TokenRef("target", mark.segment, mark.token) for mark in marks}
