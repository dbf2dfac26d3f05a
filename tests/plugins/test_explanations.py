"""Reasons: each mark has one that says yes, each candidate left out one that says no."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import discotag.demo
from discotag.core.document import ParallelText
from discotag.core.explanations import Reason, ReasonVerdict
from discotag.core.registry import open_registry
from discotag.core.tags import TokenRef
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages

DEMO = Path(discotag.demo.__file__).parent
SEGMENTS = 40
FIVE = ("ellipsis", "formality", "lexical_cohesion", "pronouns", "verb_form")


def lines(*names):
    text = DEMO.joinpath(*names).read_text(encoding="utf-8")
    return tuple(text.splitlines()[:SEGMENTS])


@cache
def told(language, profile):
    """Tag the first demo lines; give the tagged document, and tagger → reasons."""
    pytest.importorskip("discotag_lang_en")
    pytest.importorskip(f"discotag_lang_{language}")
    registry = open_registry()
    config = RunConfig(
        source_language="en",
        target_language=language,
        phenomena=FIVE,
        profile=profile,
        scorers=(),
    )
    stages = Stages(plan(config, registry), registry)
    text = ParallelText(
        "demo", lines("src.en"), {"ref": lines(f"en-{language}", f"ref.{language}")}, {}
    )
    (tagged,) = stages.tag_batch([text])
    document = tagged.references["ref"]
    reasons = {choice.info.phenomenon: of for choice, of in stages.reasons(document.document)}
    return document, reasons


def places(marks):
    return {TokenRef("target", mark.segment, mark.token) for mark in marks}


def said(reasons, *verdicts):
    return {reason.place for reason in reasons if reason.verdict in verdicts}


@pytest.mark.parametrize("profile", ["discotag", "muda"])
@pytest.mark.parametrize("phenomenon", FIVE)
def test_every_mark_and_only_marks_have_a_reason_that_says_so(phenomenon, profile):
    tagged, reasons = told("fr", profile)
    marks = [mark for mark in tagged.marks if mark.phenomenon == phenomenon]
    assert marks
    assert said(reasons[phenomenon], ReasonVerdict.MARK, ReasonVerdict.TAG) == places(marks)
    tags = [mark for mark in marks if mark.is_tag]
    assert said(reasons[phenomenon], ReasonVerdict.TAG) == places(tags)


def test_a_reason_that_context_decides_names_the_evidence():
    tagged, reasons = told("fr", "discotag")
    tags = {(mark.phenomenon, mark.segment, mark.token, mark.evidence) for mark in tagged.tags}
    named = {
        (reason.phenomenon, reason.place.segment, reason.place.token, reason.places)
        for of_tagger in reasons.values()
        for reason in of_tagger
        if reason.verdict is ReasonVerdict.TAG
    }
    assert tags == named


@pytest.mark.parametrize("phenomenon", FIVE)
def test_words_that_a_rule_considers_and_leaves_out_are_told_with_a_text(phenomenon):
    tagged, reasons = told("fr", "discotag")
    marked = places(mark for mark in tagged.marks if mark.phenomenon == phenomenon)
    refused = said(reasons[phenomenon], ReasonVerdict.NO) - marked
    assert refused
    assert all(reason.text and "None" not in reason.text for reason in reasons[phenomenon])


def test_every_finite_verb_of_no_known_form_is_told():
    tagged, reasons = told("fr", "discotag")
    verbs = {
        TokenRef("target", segment, token.index)
        for segment, tokens in enumerate(tagged.document.target)
        for token in tokens
        if token.upos in {"VERB", "AUX"}
    }
    assert verbs <= {reason.place for reason in reasons["verb_form"]}


def test_every_linked_word_is_told_by_lexical_cohesion():
    tagged, reasons = told("fr", "discotag")
    document = tagged.document
    linked = {
        TokenRef("target", segment, target)
        for segment in range(len(document))
        for _, target in document.links(segment).links
    }
    assert linked <= {reason.place for reason in reasons["lexical_cohesion"]}


def test_reasons_are_plain_values():
    _, reasons = told("fr", "discotag")
    assert all(isinstance(reason, Reason) for of in reasons.values() for reason in of)
    assert all(len(set(of)) == len(of) for of in reasons.values())
