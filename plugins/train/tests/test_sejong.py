"""Korean treebanks in one style, and what the tagger is trained on."""

from __future__ import annotations

import pytest
import spacy

from discotag.plugins.analyzers.conllu import Word, parse_conllu
from discotag_train.pipelines.addressed import Line
from discotag_train.pipelines.corpus import to_doc, without_pos
from discotag_train.pipelines.harmonise import Sejong
from discotag_train.pipelines.surface import Gold, project

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
