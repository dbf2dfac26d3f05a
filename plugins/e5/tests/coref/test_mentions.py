"""Mentions read off a parse."""

from __future__ import annotations

import pytest

from discotag.testing.builders import tokens
from discotag_e5.coref.mentions import phrases


def found(line):
    words = tokens(line)
    return [
        (one.sort, " ".join(words.forms[one.mention.start : one.mention.end]))
        for one in phrases(0, words)
    ]


MILL = "mill//NOUN/Number=Sing/3/nsubj"
SHE = "She//PRON/PronType=Prs|Person=3|Gender=Fem/1/nsubj"
HER = "her//PRON/PronType=Prs|Person=3|Poss=Yes/3/nmod:poss"
SE = "se//PRON/PronType=Prs|Reflex=Yes/2/obj"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (
            f"The//DET/Definite=Def|PronType=Art/2/det old//ADJ//2/amod {MILL} burned//VERB",
            [("noun", "The old mill")],
        ),
        (
            "Ida//PROPN//3/nsubj and//CCONJ//2/cc Omar//PROPN//0/conj left//VERB",
            [("group", "Ida and Omar"), ("name", "Ida"), ("name", "Omar")],
        ),
        (
            f"{SHE} lost//VERB {HER} key//NOUN//1/obj",
            [("third", "She"), ("third", "her"), ("noun", "her key")],
        ),
        ("It//PRON/PronType=Prs|Person=3/1/expl rains//VERB", []),
        ("Who//PRON/PronType=Int/1/nsubj knows//VERB", []),
        (
            f"elle//PRON/PronType=Prs|Person=3/2/nsubj {SE} lave//VERB",
            [("third", "elle"), ("reflexive", "se")],
        ),
        ("New//PROPN//1/compound York//PROPN//2/nsubj sleeps//VERB", [("name", "New York")]),
        (
            "mills//NOUN//3/nsubj that//PRON/PronType=Rel/2/nsubj burn//VERB//0/acl fall//VERB",
            [("noun", "mills")],
        ),
        ("", []),
    ],
)
def test_what_is_a_mention(line, wanted):
    assert found(line) == wanted


def test_a_possessive_determiner_agrees_with_what_is_owned():
    line = "sa//DET/PronType=Prs|Poss=Yes|Gender=Fem|Number=Sing/1/det clé//NOUN/Gender=Fem/-1/root"
    owner, owned = phrases(0, tokens(line))
    assert (owner.gender, owner.number, owner.is_possessive) == ("", "", True)
    assert (owned.gender, owned.determiner) == ("Fem", "Poss")


def test_words_without_features_are_read_by_their_class():
    words = tokens("彼//PRON//2/nsubj は//ADP//0/case 来た//VERB")
    bare = type(words)(
        text=words.text,
        forms=words.forms,
        starts=words.starts,
        ends=words.ends,
        lemmas=words.lemmas,
        upos=words.upos,
        heads=words.heads,
        deprels=words.deprels,
    )
    assert [one.sort for one in phrases(4, bare)] == ["third"]
    assert phrases(4, bare)[0].mention.segment == 4
