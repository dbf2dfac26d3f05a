"""Graphic words: a prefixed word takes the annotation of its content word."""

from discotag.plugins.analyzers.conllu import parse_conllu
from discotag_train.pipelines.lexicon import whole

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
