"""Patterns say conditions on a token; every field given must hold."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from discotag.core.errors import MissingLayerError
from discotag.core.patterns import Pattern, TokenContext
from discotag.testing import document

DOCUMENT = document(
    ["You/you/PRON/Person=2/1/nsubj sleep/sleep/VERB/_/-1/root"],
    [
        (
            "«/«/PUNCT/_/2/punct Vous/vous/PRON/Number=Plur|Person=2/2/nsubj "
            "dormez/dormir/VERB/Mood=Ind|Person=2/-1/root/V3"
        )
    ],
    ["0-1 1-2"],
)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"form": "vous"}, True),
        ({"form": ["tu", "vous"]}, True),
        ({"exact": "vous"}, False),
        ({"lemma": "vous", "upos": "PRON"}, True),
        ({"upos": "DET"}, False),
        ({"feats": {"Person": "2", "Number": ["Sing", "Plur"]}}, True),
        ({"feats": {"Gender": ""}}, True),
        ({"feats": {"Number": ""}}, False),
        ({"ending": "ous"}, True),
        ({"beginning": "vo"}, True),
        ({"beginning": ["tu", "ou"]}, False),
        ({"deprel": "nsubj"}, True),
        ({"case": "capital"}, True),
        ({"case": "lower"}, False),
        ({"initial": True}, True),
        ({"linked": ["you"]}, True),
        ({"linked": [{"upos": "PRON", "feats": {"Person": "2"}}]}, True),
        ({"linked": ["he"]}, False),
        ({"head": {"upos": "VERB", "xpos": "V"}}, True),
        ({"next": {"lemma": "dormir"}}, True),
        ({"previous": {"form": "«"}}, True),
        ({"any_of": [{"form": "tu"}, {"form": "vous"}]}, True),
        ({"none_of": [{"upos": "PRON"}]}, False),
    ],
    ids=str,
)
def test_a_condition(condition, expected):
    assert (
        Pattern.model_validate(condition).matches(TokenContext(DOCUMENT, "target", 0, 1))
        is expected
    )


@pytest.mark.parametrize(
    ("morpheme", "expected"),
    [
        ("시/EP", True),
        (["았/EP", "/EF"], True),
        ("시", True),
        ("/EC", False),
        ("시/EF", False),
        ("ㄴ/EF", False),
    ],
    ids=str,
)
def test_a_morpheme_is_a_part_of_lemma_and_tag_at_the_same_place(morpheme, expected):
    line = "가신다/가+시+ㄴ다/VERB/_/-1/root/VV+EP+EF"
    korean = document(["He/he/PRON goes/go/VERB"], [line], ["1-0"])
    assert Pattern(morpheme=morpheme).matches(TokenContext(korean, "target", 0, 0)) is expected


def test_a_child_is_looked_for_among_dependents():
    verb = TokenContext(DOCUMENT, "target", 0, 2)
    assert Pattern(child=Pattern(deprel="nsubj", feats={"Person": "2"})).matches(verb)
    assert not Pattern(child=Pattern(deprel="obj")).matches(verb)


def test_an_unknown_condition_is_refused():
    with pytest.raises(ValidationError, match="forms"):
        Pattern.model_validate({"forms": ["vous"]})


def test_a_layer_that_was_not_declared_cannot_be_read():
    restricted = DOCUMENT.restricted({"target.tokens"})
    with pytest.raises(MissingLayerError, match="pos"):
        Pattern(upos="PRON").matches(TokenContext(restricted, "target", 0, 1))


def test_a_token_where_its_index_is_meant_is_an_error():
    with pytest.raises(TypeError, match=r"expected an index, .*write token\.index"):
        TokenContext(DOCUMENT, "target", 0, DOCUMENT.target[0][1])


@pytest.mark.parametrize(
    ("token", "condition", "expected"),
    [
        (0, {"next": {"form": "dormez", "within": 2}}, True),
        (0, {"next": {"form": "dormez"}}, False),
        (2, {"previous": {"form": "«", "within": 2}}, True),
        (2, {"previous": {"form": "dormez", "within": 5}}, False),
        (2, {"next": {"form": "«", "within": 5}}, False),
    ],
)
def test_a_neighbour_may_be_several_words_away(token, condition, expected):
    assert Pattern(**condition).matches(TokenContext(DOCUMENT, "target", 0, token)) is expected
