"""HTML entities in translations: told where the source has none, put right where certain."""

from __future__ import annotations

import pytest

from discotag.core.tags import TaggedDocument
from discotag.testing.builders import context, document
from discotag_lint.checks.copies import EntityCheck


def found(source, target):
    built = document([source], [target])
    return list(EntityCheck.create(context("fr")).check(TaggedDocument(built, ())))


def test_an_entity_of_a_plain_text_is_told_with_its_character():
    (finding,) = found("It ended", "C&#39;est fini")
    assert (finding.code, finding.place.token) == ("DT601", 0)
    assert (finding.fix.start, finding.fix.end, finding.fix.replacement) == (1, 6, "'")
    assert "“&#39;”" in finding.message


@pytest.mark.parametrize(
    ("entity", "sign"),
    [("&eacute;", "é"), ("&nbsp;", "\u00a0"), ("&#x2019;", "’"), ("&quot;", '"'), ("&amp;", None),
     ("&lt;", None), ("&#0;", None), ("&NotEqualTilde;", None)],
)  # fmt: skip
def test_what_is_certain_is_put_right(entity, sign):
    findings = found("a word", f"un {entity} mot")
    assert [each.fix and each.fix.replacement for each in findings] == ([sign] if findings else [])
    assert findings or entity == "&#0;"


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Q&amp;A now", "C&#39;est"),
        ("so <b>now</b>", "C&#39;est"),
        ("now", "l&#39;<br/>"),
        ("now", "a & b; &brand; AT&T;"),
        ("now", ""),
    ],
    ids=["the source has entities", "it has tags", "the target has", "no known entity", "empty"],
)
def test_texts_that_are_html_and_other_signs_are_left_alone(source, target):
    assert found(source, target) == []
