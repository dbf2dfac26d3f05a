"""What treebanks call differently is left to the reference."""

import pytest

spacy = pytest.importorskip("spacy")

from discotag_train.pipelines.addressed import Line  # noqa: E402
from discotag_train.pipelines.corpus import to_doc  # noqa: E402
from discotag_train.pipelines.harmonise import Conventions  # noqa: E402
from discotag_train.pipelines.surface import Gold  # noqa: E402


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
