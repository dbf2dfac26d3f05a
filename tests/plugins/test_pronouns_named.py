"""Pronouns of which their clause says that a noun names them, and possessives put first."""

# ruff: noqa: E501 - a parse is one line
import pytest

from discotag.core.document import Cluster
from discotag.plugins.phenomena.pronouns.grammar import subject_after
from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses, NounClassTable
from discotag.plugins.phenomena.pronouns.pairs import counterparts
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

from .pronoun_documents import LINKS, mention, table

NEUTER = """
schema_version = 1
sources = ["a grammar"]
[[en]]
name = "it"
source = { form = ["it"], upos = ["PRON"] }
target = { upos = ["PRON", "VERB"] }
[[en.class]]
label = "neut"
forms = ["es"]
[[en.class]]
label = "masc"
forms = ["gelegt"]
decided_by = "known"
[[en.class]]
label = "fem"
forms = ["sie"]
"""
SORTS = NounClassTable.model_validate(
    {
        "schema_version": 1,
        "sources": ["a grammar"],
        "persons": ["nurse"],
        "of_named": [
            {"form": "it", "head": {"lemma": "weigh"}},
            {"form": "it", "head": {"lemma": "lay"}},
        ],
    }
)
NOTHING = ("Wait/wait/VERB", "Warte/warten/VERB")


def tags(source, target, alignment, clusters=(), before=NOTHING, *, text=NEUTER):
    english = side("en", [before[0], source], clusters=list(clusters))
    first = "" if before is NOTHING else "0-0"
    built = document(english, [before[1], target], [first, alignment])
    given = context(tables={"pronouns": table(text)})
    tagger = PronounTagger.create(given)
    tagger = PronounTagger(tagger._options, tagger._pairs, NounClasses(SORTS))
    return [found.label for found in tagger.mark(built) if found.is_tag]


IT = "It/it/PRON/Number=Sing|Person=3/1/nsubj {}/VERB/_/-1/root"
ES = "Es/es/PRON/Gender=Neut|Number=Sing/1/nsubj {}/VERB/_/-1/root"


@pytest.mark.parametrize(
    ("verb", "found"),
    [("weighs/weigh", ["it→neut"]), ("helps/help", [])],
    ids=["only things weigh", "an event helps"],
)
def test_a_neuter_of_which_its_clause_says_that_it_is_a_thing_points_back(verb, found):
    assert tags(IT.format(verb), ES.format("x/x"), LINKS) == found


SAYS = "{}/1/nsubj says/say/VERB/_/-1/root it/it/PRON/Number=Sing|Person=3/3/nsubj weighs/weigh/VERB/_/1/ccomp"


@pytest.mark.parametrize(
    ("english", "german", "found"),
    [
        ("Aldi/Aldi/PROPN/_", "Aldi/Aldi/PROPN/_", []),
        ("book/book/NOUN/Number=Sing", "Buch/Buch/NOUN/Gender=Neut|Number=Sing", []),
        ("nurse/nurse/NOUN/Number=Sing", "Mann/Mann/NOUN/Gender=Masc|Number=Sing", ["it→neut"]),
    ],
    ids=["a name", "a thing", "a person"],
)
def test_it_does_not_where_a_noun_before_it_in_its_segment_may_be_the_thing(english, german, found):
    target = f"{german} sagt/sagen/VERB es/es/PRON/Gender=Neut|Number=Sing/3/nsubj wiegt/wiegen/VERB/_/1/ccomp"
    assert tags(SAYS.format(english), target, "0-0 1-1 2-2 3-3") == found


def test_a_participle_whose_pronoun_is_left_out_points_back_where_its_clause_says_that_it_is_a_thing():
    target = "gelegt/legen/VERB/Gender=Masc|Number=Sing"
    assert tags(IT.format("laid/lay"), target, "0-0 1-0") == ["it→masc"]
    assert tags(IT.format("helped/help"), target, "0-0 1-0") == []


COMES = "He/he/PRON/_/1/nsubj comes/come/VERB/_/-1/root to/to/PART/_/3/mark collect/collect/VERB/_/1/xcomp it/it/PRON/Number=Sing|Person=3/3/obj"


@pytest.mark.parametrize(
    ("links", "found"),
    [("1-0 4-1", ["it→fem"]), ("1-0 3-2 4-1", []), ("4-1", [])],
    ids=["one verb is left", "another verb", "no verb"],
)
def test_of_two_verbs_one_may_be_left_where_a_pronoun_points_back(links, found):
    target = "holt/holen/VERB/_/-1/root sie/sie/PRON/Gender=Fem|Number=Sing/0/obj ab/ab/ADP/_/0/compound:prt"
    assert tags(COMES, target, links) == found


DID = "It/it/PRON/Number=Sing|Person=3/1/nsubj did/do/AUX/_/-1/root"


@pytest.mark.parametrize(
    ("english", "found"),
    [(DID, ["it→fem"]), (DID.replace("did/do/AUX", "deed/deed/X"), [])],
    ids=["translates a verb", "translates none"],
)
def test_a_verb_that_was_taken_for_a_noun_is_nothing_that_its_subject_stands_for(english, found):
    target = (
        "Tat/Tat/NOUN/Gender=Fem|Number=Sing/-1/root sie/sie/PRON/Gender=Fem|Number=Sing/0/nsubj"
    )
    assert tags(english, target, "0-1 1-0") == found


ITS = "its/its/PRON/Poss=Yes/2/nmod:poss report/report/NOUN/_/5/obl"


@pytest.mark.parametrize(
    ("english", "behind"),
    [
        (
            f"In/in/ADP/_/2/case {ITS} ,/,/PUNCT/_/5/punct Bank/Bank/PROPN/_/5/x errs/err/VERB/_/-1/root",
            4,
        ),
        (
            f"We/we/PRON/_/5/nsubj {ITS} ,/,/PUNCT/_/5/punct Bank/Bank/PROPN/_/5/x errs/err/VERB/_/-1/root",
            None,
        ),
        (
            f"In/in/ADP/_/2/case {ITS} errs/err/VERB/_/-1/root ,/,/PUNCT/_/3/punct Bank/Bank/PROPN/_/3/x",
            None,
        ),
        (
            f"In/in/ADP/_/2/case {ITS} ,/,/PUNCT/_/5/punct here/here/PRON/_/5/x errs/err/VERB/_/-1/root",
            None,
        ),
    ],
    ids=["put first", "behind a subject", "a verb between", "no noun"],
)
def test_a_possessive_put_first_stands_for_the_noun_behind_the_comma(english, behind):
    assert subject_after(side("en", [english])[0], 1) == behind


OWN = "the/the/DET {}/{}/NOUN/Number=Sing/-1/root and/and/CCONJ it/it/PRON/Number=Sing|Person=3/1/conj"
OWN_TARGET = "die/der/DET {}/x/NOUN/Gender=Fem|Number=Sing und/und/CCONJ sie/sie/PRON/Gender=Fem|Number=Sing/1/conj"


def test_a_chain_of_pronouns_gives_way_to_a_noun_of_the_segment_that_agrees():
    chain = Cluster((mention(0, 0), mention(1, 3)), (1.0, 0.95))
    before = ("It/it/PRON/_/-1/root", "Sie/sie/PRON/Gender=Fem|Number=Sing")
    own = OWN.format("lamp", "lamp"), OWN_TARGET.format("Lampe")
    assert tags(*own, "0-0 1-1 2-2 3-3", [chain], before) == []


LE = "{}/le/PRON/Gender=Fem|Number=Plur/{}/obj"


@pytest.mark.parametrize(
    ("links", "found"),
    [("1-1 1-3 0-2", [3]), ("1-1 1-3", [1, 3])],
    ids=["one verb is linked", "none is"],
)
def test_the_counterpart_of_a_pronoun_is_the_one_whose_verb_is_linked(links, found):
    english = side("en", ["gives/give/VERB/_/-1/root it/it/PRON/_/0/obj"])
    target = f"x/x/VERB/_/-1/root {LE.format('le', 0)} dà/dare/VERB/_/0/conj {LE.format('le', 2)}"
    built = document(english, [target], [links])
    pairs = sorted(tuple(map(int, link.split("-"))) for link in links.split() if link[0] == "1")
    assert [j for _, j in counterparts(built, 0, pairs)] == found


def test_a_noun_that_is_named_again_in_the_segment_of_the_pronoun_decides_it():
    own = (
        OWN.format("lamp", "lamp"),
        OWN_TARGET.format("Lampe").replace("NOUN/Gender=Fem|Number=Sing", "NOUN"),
    )
    before = ("lamp/lamp/NOUN/Number=Sing", "Lampe/Lampe/NOUN/Gender=Fem|Number=Sing")
    cluster = Cluster((mention(0, 0, "noun"), mention(1, 3)), (1.0, 0.7))
    links = "0-0 1-1 2-2 3-3"
    assert tags(*own, links, [cluster], before) == []
    assert tags(own[0].replace("lamp/lamp", "shop/shop"), *own[1:], links, [cluster], before)


def test_a_person_of_the_segment_decides_no_pronoun_of_things():
    of_things = SORTS.model_copy(update={"of_things": SORTS.of_named})
    own = (
        OWN.format("nurse", "nurse").replace("1/conj", "4/nsubj") + " weighs/weigh/VERB/_/1/conj",
        OWN_TARGET.format("Pflegerin"),
    )
    cluster = Cluster((mention(0, 0, "noun"), mention(1, 3)), (1.0, 0.5))
    before = ("lamp/lamp/NOUN/Number=Sing", "Lampe/Lampe/NOUN/Gender=Fem|Number=Sing")
    english = side("en", [before[0], own[0]], clusters=[cluster])
    built = document(english, [before[1], own[1]], ["0-0", "0-0 1-1 2-2 3-3"])
    tagger = PronounTagger.create(context(tables={"pronouns": table(NEUTER)}))
    tagger = PronounTagger(tagger._options, tagger._pairs, NounClasses(of_things))
    (found,) = tagger.mark(built)
    assert found.is_tag


def test_the_subject_that_only_the_translation_shows_decides_a_possessive():
    text = """
schema_version = 1
sources = ["a grammar"]
[[en]]
name = "its"
source = { form = ["its"], upos = ["PRON"] }
[[en.class]]
label = "fem"
forms = ["ihrem"]
"""
    source = (
        "In/in/ADP/_/2/case its/its/PRON/Poss=Yes/2/nmod:poss report/report/NOUN/_/-1/root firm/firm/NOUN/Number=Sing/2/compound errs/err/NOUN/_/2/appos",
    )
    target = "In/in/ADP/_/2/case ihrem/ihr/DET/_/2/det Bericht/Bericht/NOUN/Gender=Masc/3/obl irrt/irren/VERB/_/-1/root Firma/Firma/NOUN/Gender=Fem|Number=Sing/3/nsubj"
    lamp = ("lamp/lamp/NOUN/Number=Sing", "Lampe/Lampe/NOUN/Gender=Fem|Number=Sing")
    cluster = Cluster((mention(0, 0, "noun"), mention(1, 1)), (1.0, 0.5))
    for links, is_tag in (("1-1 2-2 3-4", False), ("1-1 2-2", True)):
        english = side("en", [lamp[0], source[0]], clusters=[cluster])
        built = document(english, [lamp[1], target], ["0-0", links])
        tagger = PronounTagger.create(context(tables={"pronouns": table(text)}))
        (found,) = tagger.mark(built)
        assert found.is_tag is is_tag


def test_a_person_of_no_gender_decides_they_only_where_the_coreference_is_unsure():
    sees = "The/the/DET/_/1/det nurse/nurse/NOUN/Number=Sing/2/nsubj says/say/VERB/_/-1/root they/they/PRON/Number=Plur|Person=3/4/nsubj fell/fall/VERB/_/2/ccomp"
    target = "la/le/DET/_/1/det X/x/NOUN/_/2/nsubj dit/dire/VERB/_/-1/root sie/sie/PRON/Gender=Fem|Number=Plur/4/nsubj x/x/VERB/_/2/ccomp"
    before = (
        "They/they/PRON/Number=Plur|Person=3/1/nsubj left/leave/VERB",
        "Sie/sie/PRON x/x/VERB",
    )
    text = NEUTER.replace('name = "it"', 'name = "they"').replace('["it"]', '["they"]')

    def found(score):
        cluster = Cluster((mention(0, 0), mention(1, 3)), (1.0, score))
        links = "0-0 1-1 2-2 3-3 4-4"
        return tags(sees, target, links, [cluster], before, text=text)

    assert found(0.95) == ["they→fem"]
    assert found(0.4) == []
