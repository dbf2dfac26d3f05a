"""The lexicon on lines linked by hand, since there is no published gold for English and Hebrew."""

import tomllib
from pathlib import Path

import pytest
import spacy

from discotag.plugin import LanguagePack, Tokens
from discotag.plugins.aligners.lexicon.aligner import LexiconAligner
from discotag.plugins.aligners.lexicon.table import load

LINES = tomllib.loads(Path(__file__).with_name("links.toml").read_text("utf-8"))["lines"]
FUNCTION_WORDS = """
the a an of to will would had has have been is are was did do be in at on for from and 's that than
must used
"""
POSSIBLE = frozenset(FUNCTION_WORDS.split())
"""English words whose links are possible, not sure."""


@pytest.fixture(scope="module")
def found():
    """Count links: found, found and possible, found and sure, sure."""
    pack = LanguagePack.from_package("discotag_lang_he")
    aligner = LexiconAligner(load(pack.resource("lexicon/en-he.npz")))
    pairs = [(tokens("en", english), tokens("he", hebrew)) for english, hebrew, _ in LINES]
    counts = [0, 0, 0, 0]
    for pair, (_, _, listed), alignment in zip(pairs, LINES, aligner.align(pairs), strict=True):
        named = [tuple(link.split("=")) for link in listed.split()]
        links = {(place(pair[0], left), place(pair[1], right)) for left, right in named}
        sure = {
            (place(pair[0], left), place(pair[1], right))
            for left, right in named
            if left.partition("~")[0].lower() not in POSSIBLE
        }
        made = {(i, j) for i, j in alignment.links if any(map(str.isalnum, pair[0].forms[i]))}
        for k, size in enumerate((made, made & links, made & sure, sure)):
            counts[k] += len(size)
    return counts


def test_nine_links_of_ten_are_right(found):
    assert found[1] / found[0] > 0.9


def test_four_sure_links_of_five_are_found(found):
    assert found[2] / found[3] > 0.8


def tokens(language, text):
    doc = spacy.blank(language)(text)
    starts = tuple(token.idx for token in doc)
    ends = tuple(token.idx + len(token) for token in doc)
    return Tokens(text, tuple(token.text for token in doc), starts, ends)


def place(side, name):
    form, _, number = name.partition("~")
    return [k for k, other in enumerate(side.forms) if other == form][int(number or 1) - 1]
