"""A connective that joins its segment to earlier text is a tag; others are marks."""

from __future__ import annotations

import pytest

from discotag.plugin import DiscotagError, MissingLayerError, TaggedDocument, TokenRef
from discotag.testing.builders import context
from discotag_phen_connectives.plugin import discotag_taggers
from discotag_phen_connectives.tagger import ConnectiveTagger

RAIN = "Es//PRON//1/nsubj regnete//VERB"
PLAYED = "Trotzdem//ADV//1/advmod spielten//VERB sie//PRON//1/nsubj"
SOURCE = ("It rained", "Nevertheless they played")
LINKS = ("0-0 1-1", "0-0 1-2 2-1")


def marks(document, **options):
    return TaggedDocument(
        document,
        tuple(ConnectiveTagger.create(context("de", source="ja", **options)).mark(document)),
    ).marks


def test_evidence_is_the_head_of_the_segment_before(built, connective):
    (mark,) = marks(built(SOURCE, (RAIN, PLAYED), LINKS, theirs={1: [connective(0)]}))
    assert (mark.segment, mark.token, mark.label) == (1, 0, "concession")
    assert mark.evidence == (TokenRef("target", 0, 1),)
    assert mark.source_tokens == (0,)


def test_a_connective_within_its_segment_is_a_mark_without_evidence(built, connective):
    layer = {1: [connective(0, is_before=False)]}
    (mark,) = marks(built(SOURCE, (RAIN, PLAYED), LINKS, theirs=layer))
    assert not mark.is_tag


def test_the_first_segment_has_nothing_before_it(built, connective):
    (mark,) = marks(built(SOURCE, (RAIN, PLAYED), LINKS, theirs={0: [connective(0)]}))
    assert not mark.is_tag


def test_segments_without_words_are_passed_over(built, connective):
    document = built(
        ("It rained", "", "…", "But no"), (RAIN, "", "…", PLAYED), ("", "", "", ""),
        theirs={3: [connective(0)]},
    )  # fmt: skip
    (mark,) = marks(document)
    assert mark.evidence == (TokenRef("target", 0, 1),)
    assert not marks(document, window=2)[0].is_tag


def test_unlikely_words_are_not_marked(built, connective):
    layer = {1: [connective(0, confidence=0.4)]}
    document = built(SOURCE, (RAIN, PLAYED), LINKS, theirs=layer)
    assert marks(document) == ()
    assert len(marks(document, confidence=0.3)) == 1


def test_a_linked_source_connective_is_preferred_to_other_linked_words(built, connective):
    links = (LINKS[0], "0-0 1-0")
    theirs = {1: [connective(0)]}
    (mark,) = marks(built(SOURCE, (RAIN, PLAYED), links, theirs=theirs))
    assert mark.source_tokens == (0, 1)
    (mark,) = marks(built(SOURCE, (RAIN, PLAYED), links, ours={1: [connective(0)]}, theirs=theirs))
    assert mark.source_tokens == (0,)


def test_labels_may_be_the_words_themselves(built, connective):
    layer = {1: [connective(0, form="trotzdem")]}
    (mark,) = marks(built(SOURCE, (RAIN, PLAYED), LINKS, theirs=layer), label="form")
    assert mark.label == "trotzdem"


def test_senses_can_be_chosen(built, connective):
    document = built(SOURCE, (RAIN, PLAYED), LINKS, theirs={1: [connective(0)]})
    assert marks(document, senses=["cause"]) == ()
    assert len(marks(document, senses=["concession"])) == 1


@pytest.mark.parametrize("options", [{"senses": ["consession"]}, {"label": "word"}], ids=str)
def test_a_wrong_option_is_told(options):
    with pytest.raises(DiscotagError, match=r"concession|label"):
        ConnectiveTagger.create(context("de", **options))


def test_it_reads_what_it_declares_and_fails_without_it(built, connective):
    (info,) = discotag_taggers()
    needs = info.needs
    document = built(SOURCE, (RAIN, PLAYED), LINKS, theirs={1: [connective(0)]})
    assert marks(document.restricted(needs)) == marks(document)
    with pytest.raises(MissingLayerError, match="connectives"):
        marks(document.restricted(needs - {"target.connectives"}))
