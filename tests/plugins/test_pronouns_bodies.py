"""Which noun a pronoun stands for by what is said of both: bodies, groups, and *one*."""

import pytest

from discotag.core.document import Cluster
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.agreement import naming_words
from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses, NounClassTable
from discotag.testing import document, side

from .pronoun_documents import mark, mention

SORTS = NounClasses(
    NounClassTable.model_validate(
        {
            "schema_version": 1,
            "sources": ["a grammar"],
            "persons": ["nurse"],
            "things": ["party", "letter", "theatre"],
            "intangible": ["party"],
            "speaking": ["letter"],
            "collectives": ["firm"],
            "of_wills": [{"form": "it", "head": {"lemma": "decide"}}],
            "of_groups": [{"form": "it", "head": {"lemma": "say"}}],
            "of_objects": [{"form": "it", "head": {"lemma": "weigh"}}],
            "of_things": [{"form": "it"}],
            "agents": [{"deprel": "nsubj", "head": {"lemma": "buy"}}],
            "goods": [{"deprel": "obj", "head": {"lemma": "buy"}}],
        }
    )
)
LINE = "{0}/{0}/NOUN/_/1/{1} bought/buy/VERB/_/-1/root"


def fits(verb, noun, role):
    it = f"it/it/PRON/_/1/nsubj x/{verb}/VERB/_/-1/root"
    built = document(side("en", [LINE.format(noun, role), it]), ["x/x/X", "x/x/X"], ["", ""])
    wanted = SORTS.of_pronoun(built, TokenRef("source", 1, 0))
    return SORTS.fits(built, wanted, TokenRef("source", 0, 0))


@pytest.mark.parametrize(
    ("noun", "role", "may"),
    [
        ("painting", "obj", True),
        ("museum", "nsubj", False),
        ("museum", "obl", True),
        ("party", "obl", False),
        ("nurse", "obl", False),
    ],
    ids=["what was bought", "who bought it", "a building", "an event", "a person"],
)
def test_what_weighs_something_is_a_body_and_not_who_bought_it(noun, role, may):
    assert fits("weigh", noun, role) is may


@pytest.mark.parametrize(
    ("verb", "noun", "role", "may"),
    [
        ("decide", "museum", "nsubj", True),
        ("decide", "painting", "obj", False),
        ("decide", "firm", "obj", True),
        ("decide", "theatre", "nsubj", True),
        ("decide", "theatre", "obl", False),
        ("decide", "letter", "obl", False),
        ("say", "letter", "obl", True),
        ("say", "painting", "obj", False),
        ("fall", "painting", "obj", True),
    ],
)
def test_what_decides_is_a_group_and_neither_what_was_bought_nor_what_is_written(
    verb, noun, role, may
):
    assert fits(verb, noun, role) is may


RED_ONE = "red/red/ADJ/_/1/amod one/one/NOUN/Number=Sing/2/nsubj fell/fall/VERB/_/-1/root"
ROUGE = "rouge/rouge/{}/Gender={}|Number=Sing/1/nsubj tomba/tomber/VERB"


@pytest.mark.parametrize(
    ("links", "found"), [("1-0 2-1", [0]), ("0-0 2-1", [0]), ("2-1", []), ("1-1", [])]
)
def test_one_is_named_by_the_adjective_that_is_left(links, found):
    built = document(side("en", [RED_ONE]), [ROUGE.format("ADJ", "Fem")], [links])
    assert naming_words(built, 0, 1) == found


def test_an_adjective_names_no_other_noun():
    cup = RED_ONE.replace("one/one", "cup/cup")
    built = document(side("en", [cup]), [ROUGE.format("ADJ", "Fem")], ["0-0 1-0"])
    assert naming_words(built, 0, 1) == []


@pytest.mark.parametrize(("gender", "is_named"), [("Fem", True), ("Masc", False)])
def test_one_is_an_antecedent_if_its_adjective_agrees(gender, is_named):
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)), (1.0, 0.95))
    it = (
        "It/it/PRON/_/1/nsubj broke/break/VERB",
        "Elle/lui/PRON/Gender=Fem|Number=Sing/1/nsubj cassa/casser/VERB",
    )
    lines = [(RED_ONE, ROUGE.format("ADJ", gender)), it]
    (found,) = mark(lines, [cluster], ["0-0 2-1", "0-0 1-1"], sure=0.0)
    named = (TokenRef("source", 0, 1), TokenRef("target", 0, 0))
    assert found.evidence == (named if is_named else ())


THINGS = """
schema_version = 1
sources = ["a grammar"]
[[en]]
name = "they"
source = { form = ["they"] }
[[en.class]]
label = "masc-plur"
forms = ["他们"]
[[en.class]]
label = "thing-plur"
forms = ["它们"]
"""


@pytest.mark.parametrize(("before", "is_named"), [("它们", True), ("他们", False)])
def test_several_things_are_not_the_people_before(before, is_named):
    they = "They/they/PRON/_/1/nsubj fell/fall/VERB"
    lines = [
        ("Wait/wait/VERB", "等/等/VERB"),
        (they, f"{before}/{before}/PRON/_/1/nsubj 倒/倒/VERB"),
        (they, "它们/它们/PRON/_/1/nsubj 倒/倒/VERB"),
    ]
    cluster = Cluster((mention(1, 0), mention(2, 0)), (1.0, 0.95))
    links = ["", "0-0 1-1", "0-0 1-1"]
    found = mark(lines, [cluster], links, text=THINGS, sure=0.01)[-1]
    assert bool(found.evidence) is is_named
