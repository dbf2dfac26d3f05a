"""Documents that hypothesis draws are legal, and lead taggers to no error."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from discotag.core.tags import TaggedDocument
from discotag.plugins.phenomena.lexical_cohesion.tagger import LexicalCohesionTagger
from discotag.testing import context
from discotag.testing.strategies import documents

QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@QUICK
@given(documents(words=("maison", "chat"), source_words=("house", "cat")))
def test_marks_of_drawn_documents_lie_in_them(document):
    tagger = LexicalCohesionTagger.create(context("fr"))
    tagged = TaggedDocument(document, tuple(tagger.mark(document)))
    assert {mark.phenomenon for mark in tagged.marks} <= {"lexical_cohesion"}


@QUICK
@given(documents(longest=3))
def test_offsets_of_drawn_words_are_those_of_their_text(document):
    assert len(document) <= 3
    for tokens in document.target:
        for token in tokens:
            assert tokens.text[token.start : token.end] == token.form
            assert token.head < token.index
