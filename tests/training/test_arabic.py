"""Arabic treebanks as Arabic is written: letters that meet, and what a written word is."""

import pytest

from discotag.plugins.analyzers.conllu import Sentence, Word
from training.pipelines.arabic import Known, attached, prefixed, rebuilt, written


def word(form, upos, head, *, lemma=None, xpos="", feats="_", deprel="dep"):
    return Word(form, lemma or form, upos, xpos, feats, head, deprel)


@pytest.mark.parametrize(
    ("form", "letters", "case", "joined"),
    [
        ("سيارة", "ه", None, "سيارته"),
        ("إلى", "ها", None, "إليها"),
        ("مستوى", "ه", None, "مستواه"),
        ("كتبوا", "ها", None, "كتبوها"),
        ("أبناء", "ه", "Nom", "أبناؤه"),
    ],
)
def test_a_pronoun_is_attached_as_it_is_written(form, letters, case, joined):
    assert attached(form, letters, case) == joined


@pytest.mark.parametrize(
    ("letter", "form", "joined"),
    [("ل", "البيت", "للبيت"), ("ل", "اللغة", "للغة"), ("ب", "البيت", "بالبيت")],
)
def test_a_particle_is_attached_as_it_is_written(letter, form, joined):
    assert prefixed(letter, form) == joined


def test_a_vocalised_sentence_becomes_written_words():
    words = (
        word("وَ", "CONJ", 1, xpos="C---------"),
        word("رَأَى", "VERB", -1, xpos="VP-A-3MS--", deprel="root"),
        word("هَا", "PRON", 1, xpos="SP---3FS4-", feats="Gender=Fem|Person=3", deprel="dobj"),
        word("فِي", "ADP", 4, xpos="P---------", deprel="case"),
        word("اَلسَّيَّارَةِ", "NOUN", 1, feats="Number=Sing", lemma="سَيَّارَة", deprel="nmod"),
    )
    groups = rebuilt(Sentence(words, (), {}, 1))
    assert [group.form for group in groups] == ["ورآها", "في", "السيارة"]
    first, _, last = written(words, groups, Known({}, frozenset()))
    assert (first.upos, first.head) == ("VERB", -1)
    assert "Gender[clit]=Fem" in first.feats
    assert (last.lemma, last.deprel, last.feats) == ("سيارة", "obl", "Gender=Fem|Number=Sing")
