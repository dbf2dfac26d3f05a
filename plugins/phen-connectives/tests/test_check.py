"""A finding is a sure connective of the source, unlinked, where the target has none at all."""

from __future__ import annotations

import pytest

from discotag.plugin import TaggedDocument, TokenRef
from discotag.testing.builders import context
from discotag_phen_connectives.check import LostConnectiveCheck
from discotag_phen_connectives.plugin import discotag_checks

SOURCE = ("It rained", "However , they played outside")
TARGET = ("Es regnete", "Sie spielten draußen")
LINKS = ("0-0 1-1", "2-0 3-1 4-2")


def findings(document, source="en", **options):
    check = LostConnectiveCheck.create(context("de", source=source, **options))
    return list(check.check(TaggedDocument(document, ())))


def test_a_lost_connective_is_told_with_its_word(built, connective):
    (finding,) = findings(built(SOURCE, TARGET, LINKS, ours={1: [connective(0)]}, theirs={}))
    assert finding.code == "DT401"
    assert finding.message == "“However” (concession) of the source has no counterpart here"
    assert finding.place == TokenRef("target", 1, 0)
    assert finding.others == (TokenRef("source", 1, 0),)


@pytest.mark.parametrize(
    "changes",
    [
        {"confidence": 0.6},
        {"sense": "conjunction"},
        {"is_before": False},
        {"sense": "cause", "kind": "coordinator"},
    ],
    ids=["a doubtful one", "one that says little", "one within its segment", "and for a cause"],
)
def test_some_source_connectives_may_be_lost(built, connective, changes):
    ours = {1: [connective(0, **changes)]}
    assert findings(built(SOURCE, TARGET, LINKS, ours=ours, theirs={})) == []


def test_a_linked_word_is_a_counterpart(built, connective):
    links = (LINKS[0], f"0-0 {LINKS[1]}")
    assert findings(built(SOURCE, TARGET, links, ours={1: [connective(0)]}, theirs={})) == []


@pytest.mark.parametrize(
    ("links", "sense", "codes"),
    [
        ("2-0 4-2", "cause", []),
        ("2-0 3-1 4-2", "cause", ["DT401"]),
        ("2-0 3-1 4-2", "concession", []),
    ],
    ids=["free", "linked to another word", "linked to another word, of the same sense"],
)
def test_a_listed_word_of_the_target_counts_as_present_where_it_is_free(
    built, connective, links, sense, codes
):
    theirs = {1: [connective(1, confidence=0.0, sense=sense)]}
    document = built(SOURCE, TARGET, (LINKS[0], links), ours={1: [connective(0)]}, theirs=theirs)
    assert [finding.code for finding in findings(document)] == codes


def test_a_word_of_the_same_sense_may_stand_for_another_connective(built, connective):
    ours = {1: [connective(0), connective(3, sense="cause")]}
    theirs = {1: [connective(1, confidence=0.0)]}
    document = built(SOURCE, TARGET, (LINKS[0], "2-0 3-1 4-2"), ours=ours, theirs=theirs)
    assert [finding.code for finding in findings(document)] == ["DT401"]


def test_two_connectives_of_one_sense_need_one_counterpart(built, connective):
    ours = {1: [connective(0), connective(2)]}
    assert findings(built(SOURCE, TARGET, LINKS, ours=ours, theirs={})) == []


def test_short_and_missing_translations_are_left_alone(built, connective):
    ours = {1: [connective(0)]}
    for text in ("Nein", ""):
        document = built(SOURCE, (TARGET[0], text), ("", ""), ours=ours, theirs={})
        assert findings(document) == []


def test_a_segment_has_one_finding(built, connective):
    ours = {1: [connective(0), connective(2)]}
    links = (LINKS[0], "3-1")
    assert len(findings(built(SOURCE, TARGET, links, ours=ours, theirs={}))) == 1


def test_it_reads_no_more_than_it_declares(built, connective):
    (info,) = discotag_checks()
    document = built(SOURCE, TARGET, LINKS, ours={1: [connective(0)]}, theirs={})
    needs = info.needs | {"source.connectives"}
    assert findings(document.restricted(needs)) == findings(document)


def test_a_source_without_the_layer_is_left_alone(built):
    assert findings(built(SOURCE, TARGET, LINKS, theirs={}), source="xx") == []
