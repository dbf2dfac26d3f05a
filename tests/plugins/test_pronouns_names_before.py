"""Names, groups and repeated nouns of a pronoun's own segment that may be what it stands for."""

# ruff: noqa: E501 - a parse is one line
import pytest

from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses, NounClassTable
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

from .pronoun_documents import table

SORTS = NounClasses(
    NounClassTable(
        schema_version=1,
        sources=("a grammar",),
        persons=("economist",),
        collectives=("team",),
        of_things=({"form": ("it",)},),
    )
)
ONE = "it/it/PRON/Number=Sing|Person=3"
SEVERAL = "it/it/PRON/Number=Plur|Person=3"
ELLE = "elle/lui/PRON/Gender=Fem|Number=Sing/3/nsubj tomba/tomber/VERB/_/-1/root"
ILS = "il/lui/PRON/Gender=Masc|Number=Plur/3/nsubj tombe/tomber/VERB/_/-1/root"


def is_tag(english, french, links):
    source = side("en", ["Wait/wait/VERB", english], clusters=[])
    built = document(source, ["Attendez/attendre/VERB", french], ["", links])
    tagger = PronounTagger.create(context(tables={"pronouns": table()}, unresolved="always"))
    tagger = PronounTagger(tagger._options, tagger._pairs, SORTS)
    (found,) = tagger.mark(built)
    return found.is_tag


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Avelo/Avelo/PROPN/Number=Sing/1/nsubj asked/ask/VERB/_/3/advcl", False),
        ("rain/rain/NOUN/Number=Sing/1/nsubj came/come/VERB/_/3/advcl", True),
        ("Avelo/Avelo/PROPN/Number=Sing/3/nsubj now/now/ADV/_/3/advmod", True),
        ("Avelo/Avelo/PROPN/Number=Sing/1/nmod office/office/NOUN/_/3/nsubj", True),
        ("Ann/Ann/PROPN/Number=Sing/1/nsubj economist/economist/NOUN/_/0/appos", True),
    ],
    ids=["a name", "a noun", "an argument of the same verb", "no subject", "a person"],
)
def test_a_name_before_it_may_be_what_it_is(name, expected):
    english = f"{name} {ONE}/3/nsubj fell/fall/VERB/_/-1/root"
    first = name.partition("/")[0]
    french = f"{first}/x/PROPN/_/1/nsubj demande/demander/VERB/_/3/advcl {ELLE}"
    assert is_tag(english, french, "0-0 1-1 2-2 3-3") is expected


@pytest.mark.parametrize(("relation", "expected"), [("nsubj", False), ("nmod", True)])
def test_a_name_that_is_taken_for_an_apposition_has_the_role_of_its_translation(relation, expected):
    english = f"Avelo/Avelo/PROPN/Number=Sing/1/appos trip/trip/NOUN/_/3/obl {ONE}/3/nsubj fell/fall/VERB/_/-1/root"
    french = f"Avelo/x/PROPN/_/1/{relation} voyage/voyage/NOUN/_/3/obl {ELLE}"
    assert is_tag(english, french, "0-0 2-2 3-3") is expected


@pytest.mark.parametrize(("gender", "expected"), [("Masc", True), ("Fem", False)])
def test_a_name_whose_determiner_has_another_gender_is_not_what_it_is(gender, expected):
    english = f"Avelo/Avelo/PROPN/Number=Sing/1/nsubj asked/ask/VERB/_/3/advcl {ONE}/3/nsubj fell/fall/VERB/_/-1/root"
    french = f"le/le/DET/Gender={gender}/1/det Avelo/Avelo/PROPN/_/3/nsubj {ELLE}"
    assert is_tag(english, french, "0-1 2-2 3-3") is expected


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("team/team/NOUN/Number=Sing/1/nsubj won/win/VERB/_/3/advcl", False),
        ("teams/team/NOUN/Number=Plur/1/nsubj won/win/VERB/_/3/advcl", True),
        ("rain/rain/NOUN/Number=Sing/1/nsubj came/come/VERB/_/3/advcl", True),
        ("Oslo/Oslo/PROPN/Number=Sing/3/obl Rome/Rome/PROPN/Number=Sing/0/conj", False),
        ("Oslo/Oslo/PROPN/Number=Sing/1/nsubj won/win/VERB/_/3/advcl", True),
        ("Oslo/Oslo/PROPN/Number=Sing/1/nsubj win/win/VERB/Number=Plur/3/advcl", False),
        ("United/unite/VERB/_/1/nsubj win/win/VERB/Number=Plur/3/advcl", False),
    ],
    ids=["a group", "several groups", "a thing", "two names", "one name", "a club", "another"],
)
def test_they_behind_a_group_or_several_names_need_no_context(own, expected):
    own = own.replace("PROPN/Number=Sing/3/obl", "PROPN/Number=Sing/1/nsubj")
    english = f"{own} {SEVERAL}/3/nsubj fell/fall/VERB/_/-1/root"
    french = f"équipe/équipe/NOUN/Gender=Fem/1/nsubj gagne/gagner/VERB/_/3/advcl {ILS}"
    assert is_tag(english, french, "2-2 3-3") is expected


@pytest.mark.parametrize(("relation", "expected"), [("appos", False), ("obl", True)])
def test_a_noun_that_repeats_a_pronoun_behind_it_decides_it(relation, expected):
    english = f"so/so/ADV/_/3/advmod now/now/ADV/_/3/advmod {ONE}/3/nsubj fell/fall/VERB/_/-1/root voice/voice/NOUN/Number=Sing/2/{relation}"
    french = f"tant/tant/ADV/_/3/advmod puis/puis/ADV/_/3/advmod {ELLE}"
    assert is_tag(english, french, "2-2 3-3") is expected


@pytest.mark.parametrize(("gender", "expected"), [("_", False), ("Gender=Fem", True)])
def test_any_plural_before_they_may_be_who_is_meant_where_nouns_have_no_gender(gender, expected):
    english = f"men/man/NOUN/Number=Plur/1/nsubj won/win/VERB/_/3/advcl {SEVERAL}/3/nsubj fell/fall/VERB/_/-1/root"
    french = f"groupe/groupe/NOUN/{gender}/1/nsubj gagne/gagner/VERB/_/3/advcl {ILS}"
    assert is_tag(english, french, "2-2 3-3") is expected


@pytest.mark.parametrize(
    ("subject", "expected"), [("Avelo/Avelo/ADV", False), ("here/here/ADV", True)]
)
def test_a_possessive_belongs_to_a_subject_whose_capital_tells_that_it_is_a_name(subject, expected):
    english = f"{subject}/_/1/nsubj sold/sell/VERB/_/-1/root its/it/PRON/Number=Sing|Person=3|Poss=Yes/3/nmod:poss ships/ship/NOUN/Number=Plur/1/obj"
    text = english.replace("its/", "it/")
    french = f"tant/tant/ADV/_/3/advmod puis/puis/ADV/_/3/advmod {ELLE}"
    assert is_tag(text, french, "0-0 2-2 1-3") is expected


def test_a_possessive_follows_a_pronoun_that_a_noun_of_its_segment_decides():
    english = f"study/study/NOUN/Number=Sing/1/nsubj says/say/VERB/_/-1/root {ONE}/3/nsubj sold/sell/VERB/_/1/ccomp it/it/PRON/Number=Sing|Person=3|Poss=Yes/5/nmod:poss ships/ship/NOUN/Number=Plur/3/obj"
    french = "étude/étude/NOUN/Gender=Fem|Number=Sing/1/nsubj dit/dire/VERB/_/-1/root elle/lui/PRON/Gender=Fem|Number=Sing/3/nsubj vendit/vendre/VERB/_/1/ccomp elle/lui/PRON/Gender=Fem|Number=Sing/5/det bateaux/bateau/NOUN/Gender=Masc/3/obj"
    source = side("en", ["Wait/wait/VERB", english], clusters=[])
    built = document(source, ["Attendez/attendre/VERB", french], ["", "0-0 1-1 2-2 3-3 4-4 5-5"])
    tagger = PronounTagger.create(context(tables={"pronouns": table()}, unresolved="always"))
    assert [mark.is_tag for mark in tagger.mark(built)] == [False, False]
