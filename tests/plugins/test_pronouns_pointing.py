"""Pronouns that point back though nothing is found there, and doubtful nouns of their segment."""

# ruff: noqa: E501 - a parse is one line
import pytest

from discotag.core.document import Cluster
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.grammar import is_argument_of_same_verb
from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses, NounClassTable
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

from .pronoun_documents import LINKS, STUDY_LINE, mark, mention, table

NOTHING = ("Wait/wait/VERB", "Attendez/attendre/VERB")
IT_FELL = (
    "It/it/PRON/Number=Sing|Person=3/1/nsubj fell/fall/VERB/_/-1/root",
    "Elle/lui/PRON/Gender=Fem|Number=Sing/1/nsubj tomba/tomber/VERB/_/-1/root",
)


def tags(lines, clusters=(), alignment=None, **options):
    found = mark(lines, list(clusters), alignment or ["", LINKS], unresolved="no-coref", **options)
    return [one for one in found if one.is_tag]


def test_it_with_a_gender_that_no_noun_before_it_has_is_a_tag_without_evidence():
    (found,) = tags([NOTHING, IT_FELL])
    assert found.is_unresolved
    assert not found.evidence


def test_it_points_back_only_where_the_words_that_both_pronouns_belong_to_are_linked():
    assert not tags([NOTHING, IT_FELL], alignment=["", "0-0"])


@pytest.mark.parametrize(
    "english",
    [
        "They/they/PRON/Number=Plur|Person=3/1/nsubj fell/fall/VERB/_/-1/root",
        "Its/it/PRON/Number=Sing|Person=3|Poss=Yes/1/nsubj fell/fall/VERB/_/-1/root",
        "It/it/PRON/Number=Sing|Person=3/1/nsubj flu/flu/NOUN/_/-1/root",
    ],
    ids=["several", "a possessive", "what a noun is said of"],
)
def test_these_do_not_point_back(english):
    text = english.replace("They/", "It/").replace("Its/", "It/")
    assert not tags([NOTHING, (text, IT_FELL[1].replace("Elle", "Il").replace("Fem", "Masc"))])


@pytest.mark.parametrize(
    ("english", "is_tag"),
    [
        ("It/they/PRON/Number=Plur|Person=3/1/nsubj fell/fall/VERB/_/-1/root", False),
        ("It/they/PRON/Case=Acc|Number=Plur|Person=3/1/obj fell/fall/VERB/_/-1/root", True),
        ("It/this/PRON/Number=Plur|PronType=Dem/1/nsubj fell/fall/VERB/_/-1/root", True),
        (
            "It/they/PRON/Number=Plur/1/nsubj:pass torn/tear/VERB/_/-1/root be/be/AUX/_/1/aux:pass",
            True,
        ),
        ("It/we/PRON/Case=Acc|Number=Plur|Person=1/1/obj fell/fall/VERB/_/-1/root", False),
    ],
    ids=["a subject", "an object", "a demonstrative", "the subject of a passive", "who speaks"],
)
def test_several_point_back_where_they_are_not_people_in_general(english, is_tag):
    french = IT_FELL[1].replace("Elle", "Il").replace("Fem", "Masc")
    assert bool(tags([NOTHING, (english, french)])) == is_tag


def test_several_of_the_feminine_point_back():
    english = "It/they/PRON/Number=Plur|Person=3/1/nsubj fell/fall/VERB/_/-1/root"
    assert tags([NOTHING, (english, IT_FELL[1])])


def test_several_do_not_point_back_past_nouns_that_they_may_take_up_together():
    english = (
        "cup/cup/NOUN/_/2/nsubj plate/plate/NOUN/_/0/conj lay/lie/VERB/_/-1/root"
        " It/they/PRON/Case=Acc|Number=Plur|Person=3/4/obj see/see/VERB/_/2/conj"
    )
    french = "x/x/NOUN x/x/NOUN x/x/VERB " + IT_FELL[1].replace("/1/", "/4/")
    assert not tags([NOTHING, (english, french)], alignment=["", "3-3 4-4"])


def test_a_pronoun_does_not_point_back_past_a_noun_of_its_segment_that_agrees():
    own = (
        "Rain/rain/NOUN/_/2/obl it/it/PRON/Number=Sing|Person=3/2/nsubj fell/fall/VERB/_/-1/root",
        "Pluie/pluie/NOUN/Gender=Fem|Number=Sing/2/obl elle/lui/PRON/Gender=Fem|Number=Sing/2/nsubj tomba/tomber/VERB/_/-1/root",
    )
    assert not tags([NOTHING, own], alignment=["", "1-1 2-2"])


@pytest.mark.parametrize(
    ("beside", "is_tag"),
    [
        ("the/the/DET/Definite=Def/2/det", False),
        ("a/a/DET/Definite=Ind/2/det", True),
        ("the/the/DET/Definite=Def/2/det old/old/ADJ/_/2/amod", True),
    ],
    ids=["the noun alone", "one of many", "a noun that is described"],
)
def test_a_noun_that_says_which_thing_it_is_decides(beside, is_tag):
    last = beside.count(" ") + 2
    english = f"It/it/PRON/Number=Sing|Person=3/{last}/nsubj {beside.replace('/2/', f'/{last}/')} table/table/NOUN/_/-1/root"
    french = f"Elle/lui/PRON/Gender=Fem|Number=Sing/1/nsubj {'x/x/ADJ ' * (last - 1)}table/table/NOUN/Gender=Fem|Number=Sing"
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)), (1.0, 0.9))
    links = [LINKS, f"0-0 {last}-{last}"]
    assert bool(tags([STUDY_LINE, (english, french)], [cluster], links, sure=0.99)) is is_tag


RAIN = (
    "In/in/ADP/_/1/case rain/rain/NOUN/Number=Sing/3/obl it/it/PRON/Number=Sing|Person=3/3/nsubj fell/fall/VERB/_/-1/root",
    "Sous/sous/ADP/_/1/case orage/orage/NOUN/Gender=Masc|Number=Sing/3/obl elle/lui/PRON/Gender=Fem|Number=Sing/3/nsubj tomba/tomber/VERB/_/-1/root",
)


@pytest.mark.parametrize(("score", "is_tag"), [(0.5, True), (0.9, False)], ids=["not sure", "sure"])
def test_a_doubtful_noun_of_the_segment_that_cannot_agree_gives_way_to_a_sure_one(score, is_tag):
    cluster = Cluster((mention(1, 1, "noun"), mention(1, 2)), (1.0, score))
    study = (STUDY_LINE[0].replace("study/NOUN/_/-1/root", "study/NOUN/Number=Sing/-1/nsubj"),)
    found = tags([(study[0], STUDY_LINE[1]), RAIN], [cluster], [LINKS, "0-0 1-1 2-2 3-3"])
    assert [tuple(place) for one in found for place in one.evidence] == (
        [("source", 0, 1), ("target", 0, 1)] if is_tag else []
    )


def test_a_noun_of_the_segment_that_the_coreference_hardly_believes_decides_nothing():
    cluster = Cluster((mention(1, 1, "noun"), mention(1, 2)), (1.0, 0.2))
    (found,) = tags([NOTHING, RAIN], [cluster], ["", "0-0 1-1 2-2 3-3"])
    assert found.is_unresolved


PERSONS = NounClasses(NounClassTable(schema_version=1, sources=("a grammar",), persons=("nurse",)))


@pytest.mark.parametrize(
    ("before", "translated", "is_tag"),
    [
        ("nurse/nurse/NOUN/Number=Sing/3/obl", "infirmier/infirmier/NOUN", False),
        ("someone/someone/PRON/PronType=Ind/3/obl", "tous/tous/PRON", False),
        ("rain/rain/NOUN/Number=Sing/3/obl", "pluie/pluie/NOUN", True),
    ],
    ids=["a person of no told gender", "somebody", "a thing"],
)
def test_they_behind_a_person_of_their_segment_need_no_context(before, translated, is_tag):
    they = (
        f"For/for/ADP/_/1/case {before} they/it/PRON/Number=Plur|Person=3/4/nsubj can/can/AUX/_/4/aux fall/fall/VERB/_/-1/root",
        f"Pour/pour/ADP/_/1/case {translated}/_/3/obl il/lui/PRON/Gender=Masc|Number=Plur/3/nsubj tombe/tomber/VERB/_/-1/root",
    )
    text = they[0].replace("they/", "it/")
    men = ("men/man/NOUN/Number=Plur/-1/nsubj", "hommes/homme/NOUN/Gender=Masc|Number=Plur")
    source = side(
        "en", [men[0], text], clusters=[Cluster((mention(0, 0, "noun"), mention(1, 2)), (1.0, 0.5))]
    )
    built = document(source, [men[1], they[1]], ["0-0", "0-0 1-1 2-2 4-3"])
    tagger = PronounTagger.create(context(tables={"pronouns": table()}))
    tagger = PronounTagger(tagger._options, tagger._pairs, PERSONS)
    (found,) = tagger.mark(built)
    assert found.is_tag is is_tag


def test_a_noun_of_time_is_taken_up_only_where_something_is_said_of_it():
    evening = "Evening/evening/NOUN/_/1/{} fell/fall/VERB/_/-1/root"
    table = NounClassTable(schema_version=1, sources=("a grammar",), times=("evening",))
    for relation, is_meant in (("obl", False), ("nsubj", True)):
        built = document([evening.format(relation)], ["x"], [""])
        place = TokenRef("source", 0, 0)
        assert NounClasses(table).fits(built, None, place) == is_meant


@pytest.mark.parametrize(("subject", "is_shared"), [("", True), (" He/he/PRON/_/3/nsubj", False)])
def test_a_subject_belongs_to_coordinated_verbs_that_have_no_other(subject, is_shared):
    verbs = "Ann/Ann/PROPN/_/1/nsubj read/read/VERB/_/-1/root it/it/PRON/_/3/obj burned/burn/VERB/_/1/conj"
    found = document([verbs + subject], ["x"], [""]).source[0]
    assert is_argument_of_same_verb(found, 0, 2) == is_shared
