"""Tables are adapted to the pairs of a text."""

from __future__ import annotations

from discotag.plugins.aligners.lexicon.adapt import CODEBOOK, adapt
from discotag.plugins.aligners.lexicon.aligner import LexiconAligner
from discotag.plugins.aligners.lexicon.table import load, save
from discotag.testing.builders import tokens

from .lexicon_tables import made_up_pairs


def test_adaptation_learns_a_term_the_table_does_not_know(table):
    pairs = [
        (tokens("the wug sleeps"), tokens("le blick dort")),
        (tokens("the red wug in the house"), tokens("le blick rouge dans la maison")),
        (tokens("the cat in the wug"), tokens("le chat dans le blick")),
    ] * 3
    question = (tokens("the wug zorp sleeps"), tokens("le quux blick dort"))
    before = LexiconAligner(table).align([question])[0]
    after = LexiconAligner(adapt(table, pairs)).align([question])[0]
    assert (1, 1) in before.links
    assert (1, 2) in after.links


def test_adaptation_is_repeatable_and_fits_the_format(table, tmp_path):
    pairs = made_up_pairs(30, 6)
    for name in ("a", "b"):
        save(adapt(table, iter(pairs)), tmp_path / name, CODEBOOK)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    again = adapt(load(tmp_path / "a"), pairs)
    assert not again.source.known[again.source.keys.index("qwzx")]
