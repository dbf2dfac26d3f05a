"""Nouns that wait for the end of the text, and which of them are joined then."""

from __future__ import annotations

import pytest

from discotag.testing.builders import tokens
from discotag_e5.coref.chains import Chains, Late, joined, may_wait
from discotag_e5.coref.mentions import phrases

MILL = "the//DET/Definite=Def/1/det mill//NOUN/Number=Sing/-1/root"
PLANT = "the//DET/Definite=Def/1/det plant//NOUN/Number=Sing/-1/root"
IT = "it//PRON/PronType=Prs|Person=3|Number=Sing/1/nsubj burns//VERB"


def late_pair(first, second):
    """Return what becomes of two chains when the first noun of the second joins the first chain.

    Args:
        first: the segments of the first chain's mentions with their lines.
        second: the same of the other, whose first is the noun that waits.
    """
    chains, lines = Chains(), {**first, **second}
    owners, late = {}, None
    for place, (segment, line) in enumerate(sorted(lines.items())):
        (phrase,) = phrases(segment, tokens(line))
        part = "first" if segment in first else "second"
        if part in owners:
            chains.join(phrase, place, owners[part], 0.9)
            continue
        owners[part] = chains.start(phrase, place)
        if part == "second":
            late = Late(place, owners["second"], owners["first"], 0.4)
    found = joined(chains.all, [late])
    return [[(place, score) for place, _, score in members] for members in found]


def test_a_late_noun_joins_a_chain_without_later_pronouns():
    found = late_pair({0: MILL, 1: IT}, {2: PLANT, 3: IT})
    assert found == [[(0, 1.0), (1, 0.9), (2, 0.4), (3, 0.9)]]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param({0: MILL, 2: IT}, {1: PLANT}, id="a pronoun of the chain stands behind it"),
        pytest.param({0: MILL, 2: MILL}, {1: PLANT, 3: IT}, id="its own would get another noun"),
        pytest.param({0: IT}, {1: PLANT}, id="a pronoun would get a noun behind it"),
    ],
)
def test_a_late_noun_stays_alone_where_a_pronoun_would_get_another_noun(first, second):
    assert len(late_pair(first, second)) == 2


def test_chains_that_were_joined_take_up_further_nouns():
    chains = Chains()
    own = [
        chains.start(phrases(segment, tokens(line))[0], segment)
        for segment, line in enumerate((MILL, PLANT, MILL))
    ]
    waiting = [Late(1, own[1], own[0], 0.4), Late(2, own[2], own[1], 0.3)]
    (members,) = joined(chains.all, waiting)
    assert [(place, score) for place, _, score in members] == [(0, 1.0), (1, 0.4), (2, 0.3)]


def test_only_nouns_that_are_likely_enough_wait():
    (noun,), (pronoun,) = phrases(0, tokens(MILL)), phrases(0, tokens(IT))
    assert may_wait(noun, 0.3, 0.55)
    assert not may_wait(noun, 0.3, 0.65)
    assert not may_wait(pronoun, 0.3, 0.55)
