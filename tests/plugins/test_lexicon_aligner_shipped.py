"""The tables of the language packs link what they are known to link."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.tasks.alignment import compared, gold_sets, words
from discotag.plugins.aligners.lexicon.aligner import LexiconAligner
from discotag.plugins.aligners.lexicon.table import load
from discotag.testing.builders import tokens

if TYPE_CHECKING:
    from discotag.plugins.aligners.lexicon.table import TranslationTable


def shipped(language: str) -> TranslationTable:
    package = pytest.importorskip(f"discotag_lang_{language}")
    return load(Path(package.__file__).parent / "lexicon" / f"en-{language}.npz")


def test_the_shipped_french_table_links_pronouns():
    found = LexiconAligner(shipped("fr")).align(
        [(tokens("Do you know where she lives ?"), tokens("Sais -tu où elle habite ?"))]
    )[0]
    assert {(1, 1), (2, 0), (3, 2), (4, 3), (5, 4)} <= set(found.links)


def test_the_shipped_japanese_table_links_nouns_and_names():
    pytest.importorskip("sudachidict_core")
    found = LexiconAligner(shipped("ja")).align(
        [(tokens("Ashikaga read a book ."), tokens("足利 は 本 を 読ん だ 。"))]
    )[0]
    assert {(0, 0), (1, 4), (3, 2), (4, 6)} <= set(found.links)


@pytest.mark.corpus
@pytest.mark.parametrize(("language", "f1"), [("fr", 92.0), ("ja", 46.5)])
def test_the_shipped_tables_keep_their_measured_accuracy(language, f1):
    if "DISCOTAG_DATA" not in os.environ:
        pytest.skip("DISCOTAG_DATA does not name the folder of gold alignments")
    (gold,) = gold_sets(Path(os.environ["DISCOTAG_DATA"]) / "align", language)
    pairs = [(words(pair.english), words(pair.foreign)) for pair in gold.pairs]
    found = LexiconAligner(shipped(language)).align(pairs)
    assert compared([frozenset(item.links) for item in found], gold.pairs)[2] > f1
