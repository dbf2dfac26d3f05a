"""What treebanks call differently is left to the reference."""

from __future__ import annotations

import pytest

from discotag.plugins.analyzers.conllu import Word, parse_conllu
from discotag_train.pipelines.addressed import Line
from discotag_train.pipelines.corpus import to_doc, without_pos
from discotag_train.pipelines.harmonise import Conventions, Sejong
from discotag_train.pipelines.lexicon import whole
from discotag_train.pipelines.surface import Gold, project

spacy = pytest.importorskip("spacy")


def line(*words):
    """Build a line of (form, part of speech, lemma, features)."""
    gold = tuple(Gold(upos, lemma, feats, None, None) for _, upos, lemma, feats in words)
    return Line(tuple(word[0] for word in words), (True,) * len(words), gold)


MAY = ("mayo", "PROPN", "mayo", "_")
THAT = ("que", "SCONJ", "que", "_")
WHICH = ("que", "PRON", "que", "PronType=Rel")
HEAR = ("Oye", "VERB", "oír", "_")


@pytest.fixture
def conventions():
    found = Conventions({"situar"})
    placed = ("visto", "VERB", "ver", "VerbForm=Part")
    found.learn([line(HEAR, MAY, THAT, THAT, THAT, THAT, placed)] * 5 + [line(WHICH)] * 3)
    return found


def test_a_part_of_speech_that_the_reference_never_gives_becomes_its_own(conventions):
    (found,) = conventions.applied([line(HEAR, ("mayo", "NOUN", "mayo", "Gender=Masc"))])
    assert (found.gold[1].upos, found.gold[1].feats) == ("PROPN", "_")


def test_one_that_it_gives_seldom_is_left_out(conventions):
    (found,) = conventions.applied([line(HEAR, WHICH, THAT)])
    assert [gold.upos for gold in found.gold] == ["VERB", "", "SCONJ"]


def test_forms_that_the_reference_does_not_know_stay(conventions):
    (found,) = conventions.applied([line(HEAR, ("sol", "NOUN", "sol", "_"))])
    assert found.gold[1].upos == "NOUN"


def test_a_participle_gets_its_infinitive(conventions):
    parts = (("situada", "VERB", "situado", "VerbForm=Part"), ("vista", "VERB", "visto", "_"))
    (found,) = conventions.applied([line(HEAR, *parts)])
    assert [gold.lemma for gold in found.gold] == ["oír", "situar", "visto"]


def test_what_is_left_out_is_unknown_and_not_empty():
    left_out = ("que", "", "que", "")
    doc = to_doc(line(HEAR, left_out), spacy.blank("es"), lemmas=True)
    assert [token.has_morph() for token in doc] == [True, False]


REFERENCE = """\
1\t가면\t가+면\tVERB\tVV+EC\t_\t0\troot\t_\t_
2\t보고\t보+고\tVERB\tVV+EC\t_\t1\tconj\t_\t_
3\t집에\t집+에\tADV\tNNG+JKB\t_\t1\tobl\t_\t_
"""


def word(form: str, lemma: str, upos: str, xpos: str, misc: str = "_") -> Word:
    return Word(form, lemma, upos, xpos, "_", -1, "root", misc)


@pytest.fixture(scope="module")
def sejong() -> Sejong:
    return Sejong(parse_conllu(REFERENCE.splitlines(), "reference"))


def test_kaist_s_tags_become_sejong_s(sejong: Sejong) -> None:
    found = sejong.word(word("3년을", "3+년+을", "NOUN", "nnc+nbu+jco"))
    assert found.xpos == "SN+NNB+JKO"


def test_a_part_of_speech_that_the_reference_does_not_use_is_replaced(sejong: Sejong) -> None:
    assert sejong.word(word("사면", "사+면", "SCONJ", "pvg+ecs")).upos == "VERB"
    assert sejong.word(word("그", "그", "DET", "mmd")).upos == "DET"


def test_a_lemma_without_all_morphemes_is_completed_or_not_learned(sejong: Sejong) -> None:
    complete = sejong.word(word("했지요", "하", "AUX", "px+ep+ef", "OrigLemma=하+었+지요"))
    assert complete.lemma == "하+었+지요"
    assert sejong.word(word("한다", "하", "AUX", "VX+EF")).lemma == ""


def test_the_treebank_s_tag_goes_to_the_token_and_the_document() -> None:
    gold = project([word("집에", "집+에", "ADV", "NNG+JKB")], [(0, 2)], [(0, 2)])
    assert gold is not None
    line = Line(("집에",), (False,), tuple(gold))
    nlp = spacy.blank("xx")
    assert [t.tag_ for t in to_doc(line, nlp, lemmas=True, tags=True)] == ["NNG+JKB"]
    assert [t.tag_ for t in to_doc(line, nlp, lemmas=True)] == [""]


def test_a_piece_of_a_word_has_no_tag_of_its_own() -> None:
    gold = project([word("a-b", "a", "NOUN", "NNG")], [(0, 3)], [(0, 1), (1, 2), (2, 3)])
    assert gold is not None
    assert [g.xpos for g in gold] == ["NNG", "", ""]
    assert isinstance(gold[0], Gold)


def test_a_treebank_may_teach_all_but_parts_of_speech() -> None:
    line = Line(("집에",), (False,), (Gold("ADV", "집+에", "_", -1, "root", "NNG+JKB"),))
    nlp = spacy.blank("xx")
    (token,) = to_doc(without_pos(line), nlp, lemmas=True, tags=True)
    assert (token.pos_, token.morph.key, token.tag_, token.lemma_) == ("", 0, "NNG+JKB", "집+에")


# "and when the children saw their house"
LINES = """\
# text = וכשהילדים ראו את ביתם
1-3	וכשהילדים	_	_	_	_	_	_	_	_
1	ו	ו	CCONJ	_	_	4	cc	_	_
2	כשה	כש	SCONJ	_	_	4	mark	_	_
3	ילדים	ילד	NOUN	_	Gender=Masc|Number=Plur	4	nsubj	_	_
4	ראו	ראה	VERB	_	Number=Plur|Person=3|Tense=Past	0	root	_	_
5	את	את	ADP	_	_	6	case	_	_
6-7	ביתם	_	_	_	_	_	_	_	_
6	בית	בית	NOUN	_	Gender=Masc|Number=Sing	4	obj	_	_
7	ם	הוא	PRON	_	Gender=Masc|Number=Plur|Person=3|PronType=Prs	6	nmod	_	_

# text = ובשבילו קורא
1-3	ובשבילו	_	_	_	_	_	_	_	_
1	ו	ו	CCONJ	_	_	4	cc	_	_
2	בשביל	בשביל	ADP	_	_	3	case	_	_
3	ו	הוא	PRON	_	Gender=Masc|Number=Sing|Person=3|PronType=Prs	4	obl	_	_
4	קורא	קרא	VERB	_	Gender=Masc|Person=1,2,3|Tense=Pres|VerbForm=Part	0	root	_	_

# text = ועל
1-2	ועל	_	_	_	_	_	_	_	_
1	ו	ו	CCONJ	_	_	_	_	_	_
2	על	על	ADP	_	_	_	_	_	_

"""


def _whole():
    return [whole(sentence) for sentence in parse_conllu(LINES.splitlines(), "test")]


def test_a_prefixed_noun_is_a_noun_whose_head_is_carried_over():
    word = _whole()[0].words[0]
    assert (word.form, word.lemma, word.upos, word.head) == ("וכשהילדים", "ילד", "NOUN", 1)


def test_a_suffix_pronoun_becomes_features_of_its_noun():
    word = _whole()[0].words[3]
    assert word.feats == (
        "Gender=Masc|Gender[clit]=Masc|Number=Sing|Number[clit]=Plur|Person[clit]=3"
    )


def test_a_preposition_with_a_pronoun_is_the_pronoun():
    word = _whole()[1].words[0]
    assert (word.upos, word.lemma, word.head) == ("PRON", "הוא", 1)


def test_a_participle_has_neither_person_nor_tense():
    assert _whole()[1].words[1].feats == "Gender=Masc|VerbForm=Part"


def test_prefixes_alone_give_way_to_the_last_word():
    assert _whole()[2].words[0].upos == "ADP"
