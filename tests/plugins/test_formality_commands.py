"""English commands that are taken for nouns: *Hammer the pegs in*, *Practise at home*."""

import pytest

from discotag.core.language import Address
from discotag.plugins.phenomena.formality.table import FormalityTable
from discotag.plugins.phenomena.formality.tagger import FormalityOptions, FormalityTagger
from discotag.testing import document

ENGLISH = Address(command_particles=("back", "up", "down"))
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
    ("particle", "relation", "labels"),
    [("up", "compound:prt", ["t"]), ("back", "advmod", ["t"]), ("soon", "advmod", [])],
    ids=["particle", "direction", "adverb"],
)
def test_a_verb_linked_to_a_particle_translates_its_verb(particle, relation, labels):
    end = f"{particle}/{particle}/ADV//1/{relation}"
    source = f"Then/then/ADV//1/advmod turn/turn/VERB/Mood=Imp {end}"
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
    tagger = FormalityTagger(table, FormalityOptions(), table.classes, source=ENGLISH)
    marks = tagger.mark(document([source], [target], ["1-0 2-1"]))
    assert [mark.label for mark in marks] == labels


def marked(rule, source, target, links, words=("tu",)):
    table = FormalityTable.model_validate(
        {
            "source": "made for this test",
            "class": [{"name": "t", "forms": list(words)}],
            "verb": [{"class": "t", "subject": "any", **rule}],
            "is_pro_drop": True,
        }
    )
    tagger = FormalityTagger(table, FormalityOptions(), table.classes, source=ENGLISH)
    return [mark.token for mark in tagger.mark(document([source], [target], [links]))]


@pytest.mark.parametrize(
    ("source", "target", "links", "tokens"),
    [
        ("Give/give/VERB/Mood=Imp her//PRON", "Dale//ADP x", "", [0]),
        ("–//PUNCT Give/give/VERB/Mood=Imp", "–//PUNCT Dale//ADP", "", [1]),
        ("Please//INTJ give/give/VERB/Mood=Imp", "Dale//ADP x", "", [0]),
        ("She//PRON gives/give/VERB/Mood=Ind", "Dale//ADP x", "", []),
        ("", "Dale//ADP x", "", []),
        ("Give/give/VERB/Mood=Imp her//PRON", "Hoy//ADV dale//ADP", "", []),
        ("Give/give/VERB/Mood=Imp her//PRON", "Dale//ADP da/dar/VERB", "0-1", []),
    ],
    ids=[
        "first",
        "behind-a-dash",
        "please",
        "statement",
        "empty",
        "second",
        "translated-elsewhere",
    ],
)
def test_a_word_that_opens_the_text_translates_the_command_that_opens_the_source(
    source, target, links, tokens
):
    rule = {"when": {"form": "dale"}, "source": "imperative"}
    assert marked(rule, source, target, links) == tokens


@pytest.mark.parametrize(
    ("source", "target", "links", "tokens"),
    [
        ("Avoid//NOUN coffee//NOUN", "Evita//VERB/Mood=Imp", "0-0", [0]),
        ("Avoid//NOUN coffee//NOUN", "Evita//VERB/Mood=Ind", "0-0", []),
        ("Coffees//NOUN/Number=Plur x//NOUN", "Evita//VERB/Mood=Imp", "0-0", []),
        ("x//ADV avoid//NOUN", "Evita//VERB/Mood=Imp", "1-0", []),
    ],
    ids=["command", "statement", "plural", "inside"],
)
def test_what_opens_both_texts_and_commands_in_one_is_a_command(source, target, links, tokens):
    rule = {"when": {"form": "evita"}, "source": "imperative"}
    assert marked(rule, source, target, links) == tokens


@pytest.mark.parametrize(("relation", "tokens"), [("root", [1]), ("amod", [])])
def test_an_adjective_that_is_all_of_a_clause_names_nothing(relation, tokens):
    source = f"Not/not/PART//1/advmod sure/sure/ADJ//-1/{relation}"
    assert marked({"when": {"form": "sabes"}}, source, "No//ADV sabes//VERB", "1-1") == tokens


@pytest.mark.parametrize(
    ("relation", "mood", "tokens"),
    [("iobj", "/Mood=Imp", [0]), ("nsubj", "/Mood=Imp", []), ("iobj", "/Mood=Ind", [])],
    ids=["object", "subject", "statement"],
)
def test_a_pronoun_behind_a_command_that_translates_an_object_is_no_subject(relation, mood, tokens):
    table = FormalityTable.model_validate(
        {
            "source": "made for this test",
            "class": [{"name": "v", "forms": ["vous"]}],
            "verb": [{"class": "v", "when": {"ending": "ez"}, "subject": "beside"}],
            "subjects": ["nous", "vous"],
            "is_pro_drop": True,
        }
    )
    tagger = FormalityTagger(table, FormalityOptions(), table.classes, source=ENGLISH)
    source = f"Tell/tell/VERB{mood}/-1/root us/we/PRON//0/{relation}"
    pairs = document([source], ["Parlez//VERB -nous//PRON"], ["0-0 1-1"])
    assert [mark.token for mark in tagger.mark(pairs)] == tokens
