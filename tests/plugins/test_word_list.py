"""The analyzer `word-list`, and glossaries for the aligner: what a language begins with."""

from __future__ import annotations

import pytest

from discotag.core.errors import InputError, TableError
from discotag.plugins.aligners.lexicon.aligner import LexiconAligner
from discotag.plugins.aligners.lexicon.sources import read_glossary
from discotag.plugins.analyzers.word_list import Entry, WordListAnalyzer, read_words
from discotag.testing import tokens


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_listed_words_have_their_reading_and_others_look_like_what_they_are():
    analyzer = WordListAnalyzer({"psa": Entry("pies", "NOUN", "Case=Acc")})
    (found,) = analyzer.analyze(["Widzę psa, 42!"])
    assert found.forms == ("Widzę", "psa", ",", "42", "!")
    assert found.lemmas == ("widzę", "pies", ",", "42", "!")
    assert found.upos == ("X", "NOUN", "PUNCT", "NUM", "PUNCT")
    assert found.feats[1] == {"Case": "Acc"}
    assert found.text[found.starts[1] : found.ends[1]] == "psa"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("psa\tpies\tNOUN\n", "must hold form, lemma"),
        ("psa\tpies\tNOUN\t_\npsa\tpies\tNOUN\t_\n", "'psa' is there already"),
        ("psa\tpies\tNOUN\tAcc\n", "are no UD features"),
    ],
)
def test_a_list_that_is_wrong_is_told_with_its_line(tmp_path, text, message):
    path = write(tmp_path / "words.tsv", text)
    with pytest.raises(TableError, match=rf"words\.tsv:[12]: .*{message}"):
        read_words(path)


def test_words_of_a_glossary_are_linked_wherever_they_stand(tmp_path):
    path = write(tmp_path / "en-pl.tsv", "#key plain\ndog\tpies\nsleep\tśpi\nhouse\tdom\n")
    aligner = LexiconAligner(read_glossary(path, ("en", "pl")))
    (found,) = aligner.align([(tokens("dogs sleep"), tokens("śpi pies"))])
    assert found.links == ((0, 1), (1, 0))


@pytest.mark.parametrize(("text", "message"), [("dog\n", r":1: must hold"), ("", "no pair")])
def test_a_glossary_that_is_wrong_is_told(tmp_path, text, message):
    path = write(tmp_path / "en-pl.tsv", text)
    with pytest.raises(InputError, match=message):
        read_glossary(path, ("en", "pl"))


def test_a_form_with_a_capital_can_have_a_reading_of_its_own():
    entries = {"de": Entry("de", "PRON", "Person=3"), "De": Entry("De", "PRON", "Person=2")}
    first, second = WordListAnalyzer(entries).analyze(["de DE De de", "De"])
    assert [feats["Person"] for feats in first.feats] == ["3", "3", "2", "3"]
    assert second.feats[0]["Person"] == "3"  # the capital of a beginning says nothing
