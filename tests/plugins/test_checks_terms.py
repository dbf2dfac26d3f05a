"""A compound or acronym with a strong habit and one exception is a finding."""

from __future__ import annotations

import pytest

from discotag.core.tags import TaggedDocument, TokenRef
from discotag.plugins.checks.terms import TermCheck
from discotag.testing.builders import context, document

BLOOD_TEST = "blood/blood/NOUN//1/compound test/test/NOUN"


def findings(*targets, source=BLOOD_TEST, link="1-0", **options):
    lines = [target if "/" in target else f"{target}//NOUN" for target in targets]
    built = document([source] * len(lines), lines, [link] * len(lines))
    check = TermCheck.create(context("fr", name="terms", **options))
    return list(check.check(TaggedDocument(built, ())))


def test_the_exception_is_told_with_the_nearest_usual_place():
    (finding,) = findings("test", "test", "analyse", "test")
    assert finding.code == "DT201"
    assert finding.message == "“blood test” is “analyse” here, “test” 3 times elsewhere"
    assert finding.place == TokenRef("target", 2, 0)
    assert finding.others == (TokenRef("target", 1, 0),)


@pytest.mark.parametrize(
    "targets",
    [
        ("test", "test", "analyse"),
        ("test", "test", "test", "analyse", "analyse"),
        ("test", "test", "test", "bilan", "analyse"),
        ("test", "test", "test", "testeur"),
        ("test", "test", "test", "tests//NOUN"),
        ("test", "test", "test", "analyse//NOUN test//NOUN"),
        ("test", "test", "test", "analyser//VERB"),
    ],
    ids=["a weak habit", "two habits", "no habit", "a compound of the word", "another form",
         "the word is there, too", "no noun"],
)  # fmt: skip
def test_what_is_no_exception(targets):
    assert findings(*targets) == []


def test_single_nouns_are_terms_only_if_asked_for():
    words = ("maison", "maison", "maison", "logis")
    assert findings(*words, source="house/house/NOUN", link="0-0") == []
    assert len(findings(*words, source="house/house/NOUN", link="0-0", nouns=True)) == 1


def test_acronyms_are_terms_unless_they_are_spelled_out():
    source = "LRTIs/lrti/NOUN"
    (finding,) = findings("IVRI", "IVRI", "IVRI", "LRTI", source=source, link="0-0")
    assert finding.message == "“LRTI” is “LRTI” here, “IVRI” 3 times elsewhere"
    assert findings("IVRI", "IVRI", "IVRI", "infection", source=source, link="0-0") == []


def test_an_unsure_link_tells_nothing():
    assert findings("test", "test", "test", "analyse", link="1-0:0.4") == []
    assert len(findings("test", "test", "test", "analyse", link="1-0:0.9")) == 1


def test_a_word_linked_to_several_tells_nothing():
    built = document(
        [BLOOD_TEST] * 4,
        ["test//NOUN"] * 3 + ["analyse//NOUN labo//NOUN"],
        ["1-0"] * 3 + ["1-0 1-1"],
    )
    assert list(TermCheck.create(context("fr")).check(TaggedDocument(built, ()))) == []
