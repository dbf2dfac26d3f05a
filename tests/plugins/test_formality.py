"""Formality: conditioned words, evidence, the published rules, and faulty tables."""

import pytest

from discotag.core.errors import TableError, UsageError
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.formality.table import normalised
from discotag.testing import document

from .formality_tables import FRENCH, GERMAN, labels, tagger


def tags(text, targets, **options):
    """Give `segment:token` of each tag of a document whose source says nothing."""
    built = document(["x"] * len(targets), targets, [""] * len(targets))
    return [
        f"{mark.segment}:{mark.token}"
        for mark in tagger(text, **options).mark(built)
        if mark.is_tag
    ]


ARE_YOU = "Are/be/AUX/_/2/cop you/you/PRON/Person=2/2/nsubj free/free/ADJ"


@pytest.mark.parametrize(
    ("form", "expected"),
    [("T’", "t'"), ("-Vous", "vous"), ("toi-même", "toi-même"), ("«tu»", "tu"), ("-t-il", "t-il")],
)
def test_forms_are_compared_without_case_hyphen_and_kind_of_apostrophe(form, expected):
    assert normalised(form) == expected


def test_a_listed_word_bears_its_class():
    assert labels(FRENCH, "x", "Tu votre") == "Tu:t votre:v"


def test_a_word_does_not_count_where_its_condition_fails():
    assert labels(FRENCH, "x", "ton le ton") == "ton:t"


def test_evidence_is_the_nearest_word_of_the_class_in_an_earlier_segment():
    built = document(["x"] * 4, ["Tu", "vous", "ton", "toi toi"], [""] * 4)
    marks = {(m.segment, m.token): m for m in tagger(FRENCH).mark(built)}
    assert marks[2, 0].evidence == (TokenRef("target", 0, 0),)
    assert marks[3, 1].evidence == (TokenRef("target", 2, 0),)
    assert marks[3, 1].distance == 1
    assert not marks[1, 0].is_tag


def test_a_word_of_the_same_segment_is_no_context():
    assert tags(FRENCH, ["Tu ton"]) == []


def test_the_published_code_counts_earlier_words_of_the_same_segment():
    assert tags(FRENCH, ["Tu ton"], words="muda", verbs="none", current=True) == ["0:1"]


def test_the_published_list_has_no_conditions_and_no_other_words():
    assert labels(FRENCH, "x", "le ton votre", words="muda", verbs="none") == "ton:t"


def test_without_memory_every_listed_word_is_a_tag_without_evidence():
    built = document(["x"], ["Tu vas"], [""])
    (mark,) = tagger(FRENCH, memory=False).mark(built)
    assert (mark.is_tag, mark.is_unresolved, mark.distance) == (True, True, None)


def test_a_window_limits_the_context():
    assert tags(FRENCH, ["Tu", "x", "toi"], window=1) == []
    assert tags(FRENCH, ["Tu", "x", "toi"], window=2) == ["2:0"]


def test_a_mark_names_its_source_words():
    built = document([ARE_YOU], ["Tu es libre"], ["0-1 1-0 2-2"])
    (mark,) = tagger(FRENCH).mark(built)
    assert mark.source_tokens == (1,)


@pytest.mark.parametrize(
    ("source", "target", "links", "expected"),
    [
        pytest.param("She sleeps", "Sie schläft", "0-0 1-1", "", id="she"),
        pytest.param("You sleep", "Sie schlafen", "0-0 1-1", "Sie:v", id="you-by-link"),
        pytest.param("Do you sleep", "Schlafen Sie", "", "Sie:v", id="capital-inside"),
        pytest.param("she sleeps", "dann schläft sie", "", "", id="lower-case"),
    ],
)
def test_german_sie_is_polite_by_capital_or_by_link(source, target, links, expected):
    assert labels(GERMAN, source, target, links) == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('forms = ["vous"', 'forms = ["Tu"'), "form 'tu' stands in t and v without a condition"),
        (('name = "v"', 'name = "V!"'), "class.2.name"),
        (("unless = { previous = {", "unless = { before = {"), "Nothing of this name"),
        (
            ('name = "v"', 'overridden_by = "w"\nname = "v"'),
            "overridden_by 'w': the table has t, v",
        ),
        (
            ('name = "v"', 'overridden_by = "t"\ncue_only = true\nname = "v"'),
            "a cue",
        ),
    ],
)
def test_a_faulty_table_is_refused_with_its_fault(change, message):
    with pytest.raises(TableError, match=message):
        tagger(FRENCH.replace(*change))


def test_a_list_that_the_language_lacks_is_a_usage_error():
    with pytest.raises(UsageError, match="has no list 'muda'; it has: table"):
        tagger(GERMAN, words="muda")


def test_evidence_comes_from_the_own_voice():
    lines = ["tu x", "« tu »", "x « tu »", "x", "« tu »", "tu"]
    assert tags(FRENCH, lines) == ["2:2", "5:0"]
    assert tags(FRENCH, lines, voices=False) == ["1:1", "2:2", "4:1", "5:0"]
    assert tags(FRENCH, lines, words="muda") == ["1:1", "2:2", "4:1", "5:0"]
