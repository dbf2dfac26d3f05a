"""The embedded aligner links words pair by pair, exactly."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from discotag.core.errors import DiscotagError, InputError
from discotag.plugins.aligners.lexicon.aligner import LexiconAligner
from discotag.plugins.aligners.lexicon.sources import oriented
from discotag.testing.builders import tokens

from .lexicon_tables import LINKS, PAIR, made_up_pairs


def test_words_are_linked_across_a_change_of_order(table):
    assert LexiconAligner(table).align([PAIR])[0].links == LINKS


def test_scores_lie_between_threshold_and_one(table):
    for alignment in LexiconAligner(table, threshold=0.3).align(made_up_pairs(40, 1)):
        assert all(0.3 < score <= 1 for score in alignment.scores)


def test_unweighed_links_have_the_mean_of_both_posteriors(table):
    (found,) = LexiconAligner(table).unweighed([(tokens("red cat"), tokens("chat rouge"))])
    assert found.links == ((0, 1), (1, 0))
    assert all(0.9 < score <= 1 for score in found.scores)


def test_a_higher_threshold_only_takes_links_away(table):
    pairs = made_up_pairs(40, 2)
    low = LexiconAligner(table, threshold=0.1).align(pairs)
    high = LexiconAligner(table, threshold=0.6).align(pairs)
    assert all(set(few.links) <= set(many.links) for few, many in zip(high, low, strict=True))
    assert sum(len(few.links) for few in high) < sum(len(many.links) for many in low)


@pytest.mark.parametrize("size", [1, 2, 7, 60])
def test_a_pair_has_the_same_bits_alone_and_in_any_batch(table, size):
    pairs = made_up_pairs(60, 3)
    whole = LexiconAligner(table).align(pairs)
    aligner = LexiconAligner(table)
    order = random.Random(size).sample(range(60), 60)
    for start in range(0, 60, size):
        chosen = order[start : start + size]
        found = aligner.align([pairs[index] for index in chosen])
        assert found == tuple(whole[index] for index in chosen)


@pytest.mark.parametrize(("source", "target"), [("", "le chat"), ("the cat", ""), ("", "")])
def test_an_empty_side_gives_no_links(table, source, target):
    empty = (tokens(source), tokens(target))
    found = LexiconAligner(table).align([empty, PAIR])
    assert found[0].links == ()
    assert found[1].links == LINKS


def test_no_pairs_give_no_alignments(table):
    assert LexiconAligner(table).align([]) == ()


def test_a_turned_table_gives_the_same_links_turned(table):
    pairs = made_up_pairs(30, 4)
    there = LexiconAligner(table).align(pairs)
    back = LexiconAligner(oriented(table, "fr", Path("t"))).align([(t, s) for s, t in pairs])
    for one, other in zip(there, back, strict=True):
        assert set(one.links) == {(i, j) for j, i in other.links}


def test_a_table_of_another_pair_is_refused(table):
    with pytest.raises(InputError, match="en-fr and knows no de"):
        oriented(table, "de", Path("en-fr.npz"))


@pytest.mark.parametrize(("source", "target"), [("en", "ja"), ("fr", "de"), ("en", "en")])
def test_a_table_for_another_target_is_refused(table, source, target):
    with pytest.raises(InputError, match=f"en-fr, not {source}-{target}"):
        oriented(table, source, Path("t.npz"), target=target)


def test_a_variety_uses_the_table_of_its_language(table):
    assert oriented(table, "en", Path("t.npz"), target="fr-ca") is table
    assert oriented(table, "fr-ca", Path("t.npz"), target="en").source is table.target


def test_strange_characters_are_harmless(table):
    odd = tokens("\u200b \u202e \x00 😀 ﷽ İ ß ０ e\u0301 ー 。")
    assert len(LexiconAligner(table).align([(odd, odd)])[0].links) >= 8


def test_a_word_of_a_hundred_thousand_letters_is_harmless(table):
    pair = (tokens("the " + "a" * 100_000), tokens("le " + "a" * 100_000))
    assert LexiconAligner(table).align([pair])[0].links == ((0, 0), (1, 1))


def test_the_aligner_refuses_a_threshold_that_is_no_share():
    from discotag.testing.builders import context

    with pytest.raises(DiscotagError, match="threshold"):
        LexiconAligner.create(context("fr", threshold=7))
