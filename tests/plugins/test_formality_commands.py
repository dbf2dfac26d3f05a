"""English commands that are taken for nouns: *Hammer the pegs in*, *Practise at home*."""

import pytest

from discotag.plugins.formality.table import FormalityTable
from discotag.plugins.formality.tagger import FormalityOptions, FormalityTagger
from discotag.testing import document

TABLE = FormalityTable.model_validate(
    {
        "source": "made for this test",
        "class": [{"name": "t", "forms": ["tu"]}],
        "verb": [{"class": "t", "when": {"ending": "a"}, "source": "imperative"}],
        "is_pro_drop": True,
    }
)


@pytest.mark.parametrize(
    ("source", "target", "links", "is_marked"),
    [
        ("Hammer//NOUN the//DET pegs//NOUN/Number=Plur", "Clava//VERB x", "0-0", True),
        ("Practise//PROPN at//ADP home//NOUN", "Clava//VERB x", "0-0", True),
        ("x//VERB .//PUNCT Empty//ADJ the//DET tray//NOUN", "x .//PUNCT Clava//VERB", "2-2", True),
        ("Hammer//NOUN and//CCONJ pegs//NOUN", "Clava//VERB x", "0-0", False),
        ("Hammers//NOUN/Number=Plur the//DET pegs//NOUN", "Clava//VERB x", "0-0", False),
        ("Hammer//NOUN", "Clava//VERB x", "0-0", False),
        ("Hammer//NOUN the//DET pegs//NOUN", "x//NOUN clava//VERB", "0-1", False),
        ("x//NOUN hammer//NOUN the//DET pegs//NOUN", "Clava//VERB x", "1-0", False),
    ],
    ids=[
        "article",
        "preposition",
        "second-sentence",
        "other-word",
        "plural",
        "alone",
        "inside",
        "source-inside",
    ],
)
def test_a_noun_that_opens_its_sentence_before_an_article_is_a_command(
    source, target, links, is_marked
):
    tagger = FormalityTagger(TABLE, FormalityOptions(), TABLE.classes)
    marks = list(tagger.mark(document([source], [target], [links])))
    assert [mark.label for mark in marks] == (["t"] if is_marked else [])


@pytest.mark.parametrize(
    ("relation", "labels"), [("compound:prt", ["t"]), ("advmod", [])], ids=["particle", "adverb"]
)
def test_a_verb_linked_to_a_particle_translates_the_verb_of_the_particle(relation, labels):
    source = f"Then/then/ADV//1/advmod turn/turn/VERB/Mood=Imp up/up/ADP//1/{relation}"
    target = "gira/girar/VERB//-1/root sube/subir/VERB//0/conj"
    table = FormalityTable.model_validate(
        {
            "source": "made for this test",
            "class": [{"name": "t", "forms": ["tu"]}],
            "verb": [
                {"class": "t", "when": {"form": "sube"}, "source": "imperative", "subject": "any"}
            ],
            "is_pro_drop": True,
        }
    )
    tagger = FormalityTagger(table, FormalityOptions(), table.classes)
    marks = tagger.mark(document([source], [target], ["1-0 2-1"]))
    assert [mark.label for mark in marks] == labels
