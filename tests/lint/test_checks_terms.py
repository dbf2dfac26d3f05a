"""A compound or acronym with a strong habit and one exception is a finding."""

from __future__ import annotations

import pytest

from discotag.core.tags import TaggedDocument, TokenRef
from discotag.testing.builders import context, document
from discotag_lint.checks.terms import TermCheck

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
        ("test", "test", "test", "analyses-tests//NOUN"),
        ("test", "test", "test", "analyser//VERB"),
    ],
    ids=["a weak habit", "two habits", "no habit", "a compound of the word", "another form",
         "the word is there, too", "with a hyphen", "no noun"],
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


@pytest.mark.parametrize("links", ["0-0", "1-0", "0-0 1-0"], ids=["first", "last", "both"])
def test_one_word_may_translate_all_parts(links):
    (finding,) = findings("Warenkorb", "Warenkorb", "Warenkorb", "Korbwagen", link=links)
    assert finding.place == TokenRef("target", 3, 0)


def test_the_usual_word_may_stand_in_a_translation_of_several():
    found = list(_check(["panier//NOUN"] * 3 + ["panier//NOUN achat//NOUN"], "0-1 1-0"))
    assert found == []
    (finding,) = _check(["panier//NOUN"] * 3 + ["caddie//NOUN client//NOUN"], "0-1 1-0")
    assert finding.message == "“blood test” is “caddie” here, “panier” 3 times elsewhere"


@pytest.mark.parametrize(
    ("line", "links"),
    [
        ("caddie//NOUN le//DET de//ADP le//DET la//DET client//NOUN", "0-5 1-0"),
        ("caddie//NOUN client//NOUN roue//NOUN", "0-1 1-0 1-2"),
        ("caddie//NOUN", ""),
    ],
    ids=["far apart", "more words than the term", "no links"],
)
def test_unclear_links_tell_nothing(line, links):
    assert list(_check(["panier//NOUN"] * 3 + [line], links)) == []


def test_a_word_that_translates_another_word_too_tells_nothing():
    source = f"{BLOOD_TEST} lab/lab/NOUN//1/nmod"
    built = document(
        [source] * 4, ["test//NOUN"] * 3 + ["analyse//NOUN"], ["1-0"] * 3 + ["1-0 2-0"]
    )
    assert list(TermCheck.create(context("fr")).check(TaggedDocument(built, ()))) == []


def _check(lines, last_links):
    built = document([BLOOD_TEST] * len(lines), lines, ["1-0"] * (len(lines) - 1) + [last_links])
    return TermCheck.create(context("fr", name="terms")).check(TaggedDocument(built, ()))
