"""Chains, and which of them a mention may belong to."""

from __future__ import annotations

from discotag.testing.builders import tokens
from discotag_e5.coref.chains import MOST, PRONOUNS, REACH, Chains
from discotag_e5.coref.mentions import phrases

MILL = "the//DET/Definite=Def/1/det mill//NOUN/Gender=Fem|Number=Sing/-1/root"
IT = "it//PRON/PronType=Prs|Person=3|Number=Sing/1/nsubj burns//VERB"


def read(lines):
    """Return chains in which each mention of some lines (by segment) stands alone."""
    chains, place = Chains(), 0
    for segment, line in lines.items():
        for phrase in phrases(segment, tokens(line)):
            chains.start(phrase, place)
            place += 1
    return chains


def pronoun(segment):
    return phrases(segment, tokens(IT))[0]


def test_the_latest_chain_comes_first():
    chains = read({0: MILL, 1: "a//DET//1/det barn//NOUN"})
    found = chains.candidates(pronoun(2))
    assert [(chain.noun.form, nearer) for chain, nearer in found] == [("barn", 0), ("mill", 1)]


def test_a_pronoun_looks_back_so_far():
    chains = read({0: MILL})
    assert chains.candidates(pronoun(PRONOUNS))
    assert not chains.candidates(pronoun(PRONOUNS + 1))


def test_a_noun_takes_up_its_own_word_from_far_away():
    chains = read({0: MILL})
    (same,) = phrases(REACH, tokens(MILL))
    (other,) = phrases(REACH, tokens("a//DET//1/det barn//NOUN"))
    assert chains.candidates(same)
    assert not chains.candidates(other)
    assert not chains.candidates(phrases(REACH + 1, tokens(MILL))[0])


def test_a_pronoun_chooses_among_so_many():
    chains = read({0: " ".join(f"w{number}//NOUN" for number in range(MOST + 5))})
    assert len(chains.candidates(pronoun(1))) == MOST


def test_a_phrase_does_not_belong_to_what_it_holds():
    line = "her//PRON/PronType=Prs|Person=3|Poss=Yes/1/nmod:poss mill//NOUN"
    owner, owned = phrases(0, tokens(line))
    chains = Chains()
    chains.start(owner, 0)
    assert chains.candidates(owned) == []


def test_a_chain_knows_what_its_mentions_show():
    chains = read({0: MILL})
    (chain,) = chains.all
    chains.join(pronoun(1), 1, chain, 0.7)
    assert chain.numbers == {"Sing"}
    assert chain.genders == {"Fem"}
    assert (chain.noun_place, chain.places, chain.scores) == (0, [0, 1], [1.0, 0.7])
    assert (chain.lately(1), chain.lately(6), chain.lately(7)) == (2, 1, 0)
