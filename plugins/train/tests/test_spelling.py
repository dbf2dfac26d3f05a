"""What a spelling dictionary tells of words that a treebank lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import spacy
from spacy.tokens import Doc

from discotag.plugin import InputError
from discotag.plugin.training import lexicon
from discotag_train.pipelines.spelling import guesses, read_shapes, read_spelling, seen

if TYPE_CHECKING:
    from pathlib import Path

AFF = """SET UTF-8
SFX a Y 3
SFX a а и [^к]а
SFX a а у а
SFX a ка ці ка
SFX r Y 2
SFX r ти ла ти
SFX r ти в ти
"""
DIC = """8
шкода/a
ріка/a
трава/a
рука/a
бігати/r
спати/r
Київ/a
де
"""


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    (tmp_path / "xx.aff").write_text(AFF, "utf-8")
    path = tmp_path / "xx.dic"
    path.write_text(DIC, "utf-8")
    return path


def treebank(*words: tuple[str, str]) -> list[Doc]:
    vocab = spacy.blank("xx").vocab
    forms = [form for form, _ in words]
    return [Doc(vocab, words=forms, lemmas=forms, pos=[upos for _, upos in words])]


def test_suffixes_make_forms_where_their_condition_holds(dictionary: Path):
    spelling = read_spelling(dictionary)
    assert list(spelling.forms("шкода", "a")) == ["шкоди", "шкоду"]
    assert list(spelling.forms("рука", "a")) == ["руку", "руці"]
    assert "Київ" not in dict(spelling.words)


def test_the_treebank_tells_what_part_of_speech_a_flag_is(dictionary: Path, monkeypatch):
    monkeypatch.setattr("discotag_train.pipelines.spelling.EVERY", 1)
    monkeypatch.setattr("discotag_train.pipelines.spelling.USUAL", 1)
    docs = treebank(("шкода", "NOUN"), ("ріка", "NOUN"), ("спати", "VERB"), ("де", "ADV"))
    told = guesses(read_spelling(dictionary), docs)
    assert told["words"] == {
        "NOUN": ["рука", "ріка", "трава", "шкода"],
        "VERB": ["бігати", "спати"],
    }
    component = lexicon.LexiconLemmatizer()
    component.fill({"lemmas": {}, "verbs": [], "endings": {}, **told})
    vocab = spacy.blank("xx").vocab
    doc = Doc(vocab, words=["руці", "бігав"], lemmas=["руць", "бігавити"], pos=["NOUN", "VERB"])
    assert [token.lemma_ for token in component(doc)] == ["рука", "бігати"]


def test_flags_of_two_letters_numbers_and_aliases(tmp_path: Path):
    path = tmp_path / "xx.dic"
    path.write_text("1\nab/XyZz\n", "utf-8")
    path.with_suffix(".aff").write_text("FLAG long\nSFX Xy Y 1\nSFX Xy 0 c .\n", "utf-8")
    assert read_spelling(path).words == (("ab", ("Xy", "Zz")),)
    path.write_text("1\nab/2\n", "utf-8")
    path.with_suffix(".aff").write_text("FLAG num\nAF 2\nAF 5\nAF 7,8\n", "utf-8")
    assert read_spelling(path).words == (("ab", ("7", "8")),)


def test_what_is_missing_or_wrong_is_named(tmp_path: Path):
    path = tmp_path / "xx.dic"
    path.write_text("1\nab/a\n", "utf-8")
    with pytest.raises(InputError, match=r"xx\.dic: cannot be read as a spelling dictionary"):
        read_spelling(path)
    path.with_suffix(".aff").write_text("SFX a Y 1\nSFX a 0 c [x\n", "utf-8")
    with pytest.raises(InputError, match=r"xx\.aff: \[x is no condition"):
        read_spelling(path)


def test_shapes_are_read_by_part_of_speech(tmp_path: Path):
    path = tmp_path / "xx-shapes.tsv"
    path.write_text("# ends\nVERB\tVerbForm=Inf\tти тися\nNOUN\t_\tа\n", "utf-8")
    assert read_shapes(path) == {
        "NOUN": {"а": ""},
        "VERB": {"ти": "VerbForm=Inf", "тися": "VerbForm=Inf"},
    }
    path.write_text("VERB\t_\tти\nVERB\t_\tти\n", "utf-8")
    with pytest.raises(InputError, match=r"tsv:2: ти appears twice"):
        read_shapes(path)


def test_a_word_of_the_dictionary_that_is_taken_for_a_function_word_becomes_what_it_is(
    tmp_path: Path,
):
    vocab = spacy.blank("xx").vocab
    docs = [Doc(vocab, words=["Але", "шкода"], lemmas=["але", "шкода"], pos=["CCONJ", "ADV"])]
    forms = seen(docs, {"на": ["ADP", "на"], "сім": ["NUM", "сім"]}, ["ADP", "ADV", "CCONJ"])
    assert forms == {"ADP": {"на"}, "ADV": {"шкода"}, "CCONJ": {"але"}}
    component = lexicon.LexiconLemmatizer()
    component.fill(
        {
            "lemmas": {},
            "verbs": [],
            "endings": {},
            "words": {"NOUN": ["ріка", "шкода"]},
            "changes": {"NOUN": {"у": ["а"]}},
            "shapes": {"NOUN": {"у": "Case=Acc|Number=Sing", "а": "Case=Nom"}},
        }
    )
    component.see(forms)
    component.to_disk(tmp_path / "spelling")
    stored = lexicon.LexiconLemmatizer().from_disk(tmp_path / "spelling")
    words, tags = ["Ріку", "шкода", "шкоду", "на", "туди"], ["ADP", "ADV", "PROPN", "ADP", "ADV"]
    doc = stored(Doc(vocab, words=words, lemmas=words, pos=tags))
    assert [token.pos_ for token in doc] == ["NOUN", "ADV", "PROPN", "ADP", "ADV"]
    assert doc[0].lemma_ == "ріка"
    assert str(doc[0].morph) == "Case=Acc|Number=Sing"
