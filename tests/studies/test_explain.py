"""Explaining: taggers of strangers, with reasons, without, and with wrong ones."""

from __future__ import annotations

import sys

import pytest

from discotag.core.errors import ComponentError, UsageError
from discotag.core.explanations import Ruling, marks_of, reasons_of
from discotag.core.tags import Mark, TokenRef
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.studies.explain import explain, locate


class Telling:
    """Marks words in capitals and tells why; of words with a capital first, why not."""

    create = classmethod(lambda cls, context: cls())
    shift = 0

    def mark(self, document):
        return marks_of(self._decide(document))

    def reasons(self, document):
        return reasons_of("shouting", self._decide(document))

    def _decide(self, document):
        for segment, tokens in enumerate(document.target):
            for token in tokens:
                place = TokenRef("target", segment, token.index + self.shift)
                if token.form.isupper():
                    yield Ruling.mark(
                        place, "capitals", "all of it", (TokenRef("source", segment, 0),)
                    )
                    yield Mark("shouting", "loud", segment, token.index)
                elif token.form.istitle():
                    yield Ruling.no(place, "capitals", "only the first letter")


class Astray(Telling):
    """Tells reasons of words that do not exist."""

    shift = 99


@pytest.fixture
def explained(world, make_text):
    """Explain a segment of the small world with one of the taggers."""

    def run(tagger="Shouting", segment=0, word=None):
        registry = world(tagger)
        for kind in (Telling, Astray):
            setattr(sys.modules["fake_components"], kind.__name__, kind)
        config = RunConfig(source_language="en", target_language="xx", scorers=())
        text = make_text("d", "HEY you Bob", "Oh NO", systems=0)
        (found,) = explain(plan(config, registry), registry, text, segment, word)
        return found

    return run


def test_a_tagger_without_reasons_is_silent_and_its_marks_are_there(explained):
    found = explained("Shouting")
    assert found.silent == ("shouting",)
    assert [mark.token for mark in found.marks] == [0]
    assert found.reasons == ()


def test_reasons_of_one_segment_are_given_and_no_others(explained):
    found = explained("Telling", segment=1)
    assert found.silent == ()
    assert [(r.place.token, str(r.verdict)) for r in found.reasons] == [(0, "no"), (1, "mark")]


def test_a_word_of_the_source_has_the_reasons_that_went_by_it(explained):
    found = explained("Telling", word="src")
    (place,) = found.places
    assert place == TokenRef("source", 0, 0)
    assert [reason.text for reason in found.of(place)] == ["all of it"]


def test_a_reason_that_points_outside_the_document_names_the_tagger(explained):
    with pytest.raises(ComponentError, match=r"tagger shouting.*does not exist"):
        explained("Astray")


def test_a_word_may_be_named_by_its_index(explained):
    assert explained("Telling", word="2").places == (TokenRef("target", 0, 2),)


def test_a_corpus_is_read_no_further_than_the_document(make_text):
    def texts():
        yield make_text("a", "x", "y")
        raise AssertionError("read on")

    text, segment, word = locate(texts(), "a:1:y")
    assert (text.id, segment, word) == ("a", 1, "y")


@pytest.fixture
def numbered(make_text):
    """Make documents with the ids that are given, of eight segments each."""

    def make(*ids):
        return [make_text(name, *"abcdefgh") for name in ids]

    return make


def test_documents_are_looked_for_before_segments(numbered):
    text, segment, word = locate(numbered("0", "1", "2"), "2:3")
    assert (text.id, segment, word) == ("2", 3, None)
    text, segment, word = locate(numbered("0", "1", "2"), "1:3:x")
    assert (text.id, segment, word) == ("1", 3, "x")


def test_the_first_document_may_go_without_its_id(numbered):
    assert locate(numbered("talk", "2"), "3")[0].id == "talk"
    text, segment, word = locate(numbered("talk", "other"), "3:x")
    assert (text.id, segment, word) == ("talk", 3, "x")


def test_a_number_that_no_document_has_is_no_segment_of_the_first(numbered):
    with pytest.raises(UsageError, match=r"give DOC:SEGMENT.*documents: '0', '1', '2'"):
        locate(numbered("0", "1", "2"), "7:3")


def test_an_address_that_fits_two_documents_is_told(numbered):
    with pytest.raises(UsageError, match=r"segment 1 of document 'a' or segment 2 of document"):
        locate(numbered("a", "b", "a:1"), "a:1:2")
