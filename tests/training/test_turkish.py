"""Turkish treebanks in one style: whole words, verbs as verbs, tenses by their endings."""

from pathlib import Path

import pytest

from training.pipelines.turkish import Word, normalise, sentences, typeset, verbal

SPLIT = """# text = Üzgündü.
1-2\tÜzgündü\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
1\tÜzgün\tüzgün\tADJ\t_\t_\t0\troot\t_\t_
2\tdü\ti\tAUX\t_\tNumber=Sing|Person=3|Tense=Past\t1\tcop\t_\t_
3\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_
"""


def word(form: str, lemma: str, upos: str, feats: str = "_") -> Word:
    return Word(["1", form, lemma, upos, "_", feats, "0", "root", "_", "_"])


def test_a_word_and_its_copula_are_one(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(SPLIT, encoding="utf-8")
    (words,) = sentences(path)
    assert [(w.form, w.upos, w.head) for w in words] == [
        ("Üzgündü", "ADJ", "0"),
        (".", "PUNCT", "1"),
    ]
    assert words[0].feats == {"Number": "Sing", "Person": "3", "Tense": "Past"}


@pytest.mark.parametrize(
    ("form", "upos", "verb_form"),
    [
        ("olduğunu", "NOUN", "Part"),
        ("olan", "ADJ", "Part"),
        ("olması", "NOUN", "Vnoun"),
        ("olup", "ADV", "Conv"),
    ],
)
def test_a_participle_is_a_verb(form: str, upos: str, verb_form: str) -> None:
    found = word(form, "ol", upos)
    verbal(found, frozenset({"ol"}), {})
    assert (found.upos, found.feats["VerbForm"]) == ("VERB", verb_form)


@pytest.mark.parametrize(
    ("form", "lemma", "aspect", "tense"),
    [
        ("geldi", "gel", "Perf", "Past"),
        ("gelmişti", "gel", "Perf", "Pqp"),
        ("geliyordu", "gel", "Prog", "Past"),
        ("gelirdi", "gel", "Hab", "Past"),
        ("gelecekti", "gel", "Prosp", "Past"),
        ("kırdı", "kır", "Perf", "Past"),
        ("bekliyorum", "bekle", "Prog", "Pres"),
    ],
)
def test_the_ending_gives_the_tense(form: str, lemma: str, aspect: str, tense: str) -> None:
    found = word(form, lemma, "VERB", "Person=3|VerbForm=Fin")
    normalise(found)
    assert (found.feats["Aspect"], found.feats["Tense"]) == (aspect, tense)


def test_a_line_in_capitals_is_written_small() -> None:
    line = [word("İYİ", "iyi", "ADJ"), word("IŞIK", "ışık", "NOUN"), word(".", ".", "PUNCT")]
    typeset(line)
    assert [w.form for w in line] == ["İyi", "ışık", "."]
    assert line[1].is_glued
