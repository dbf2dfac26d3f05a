"""Formality: verbs that bear a class, by their form, their subject and their source."""

import pytest

from discotag.pipeline.config import profile

from .formality_tables import FRENCH, INVERTING, SPANISH, labels

COME = "Come/come/VERB/Mood=Imp"
ATTEND = "Attends/attendre/VERB/Mood=Imp"


@pytest.mark.parametrize(
    ("source", "target", "links", "expected"),
    [
        pytest.param("x", "Venez/venir/VERB", "", "Venez:v", id="the-ending-alone-tells"),
        pytest.param(COME, ATTEND, "0-0", "Attends:t", id="an-imperative-by-its-source"),
        pytest.param(
            "He/he/PRON/Person=3/1/nsubj comes/come/VERB", "entre/entrer/VERB", "1-0", "",
            id="no-imperative-in-the-source",
        ),
        pytest.param(
            "come/come/VERB/VerbForm=Inf", "viens/venir/VERB", "0-0", "viens:t",
            id="a-base-form-without-subject",
        ),
        pytest.param(
            "You/you/PRON/Person=2/1/nsubj eat/eat/VERB drink/drink/VERB//1/conj",
            "Tu/toi/PRON/_/1/nsubj manges/manger/VERB bois/boire/VERB//1/conj",
            "0-0 1-1 2-2", "Tu:t bois:t", id="a-coordinated-verb-without-its-own-subject",
        ),
        pytest.param("x", "Vous venez/venir/VERB", "", "Vous:v", id="agreement-is-no-news"),
        pytest.param("x", "Paul et toi irez", "", "toi:t", id="plural-agreement"),
        pytest.param(
            "x", "Toi///_/4/nsubj et///_/2/cc Paul///_/0/conj aussi///_/4/advmod irez", "",
            "Toi:t", id="plural-agreement-by-the-parse",
        ),
        pytest.param("x", "ne vous trompez", "", "vous:v trompez:v", id="object-clitic"),
    ],
)  # fmt: skip
def test_verbs_that_alone_bear_a_class_are_marked(source, target, links, expected):
    assert labels(FRENCH, source, target, links) == expected


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("Tu ne les vois/voir/VERB pas", "Tu:t vois:t"),
        ("vois/voir/VERB -tu", "vois:t -tu:t"),
        ("Vous vous trompez/tromper/VERB", "Vous:v vous:v trompez:v"),
        ("Je te vois/voir/VERB", "te:t"),
    ],
)
def test_agreeing_verbs_are_marked_where_asked_for(target, expected):
    assert labels(FRENCH, "x", target, verbs="all") == expected


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("Hast/haben/VERB du Zeit", "Hast:t du:t"),
        ("du hast/haben/VERB", "du:t hast:t"),
        ("er fastest/fasten/VERB du", "du:t"),
        ("Hast/haben/VERB keine Zeit", ""),
    ],
)
def test_a_subject_may_stand_behind_its_verb_where_the_table_says_so(target, expected):
    assert labels(INVERTING, "x", target, verbs="all") == expected


COMMANDING = """
source = "a grammar"
inverts = true
subjects = ["du", "er", "es"]
[[class]]
name = "t"
forms = ["du"]
[[verb]]
class = "t"
when = { upos = "VERB" }
source = "imperative"
subject = "beside"
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [("Forget/forget/VERB/Mood=Imp", "Vergiss:t"), ("rains/rain/VERB/Mood=Ind", "")],
    ids=["its object", "its subject"],
)
def test_a_pronoun_behind_a_command_is_its_object(source, expected):
    assert labels(COMMANDING, source, "Vergiss//VERB es//PRON", "0-0") == expected


ENJOY = "Enjoy/enjoy/VERB/Mood=Imp your/your/PRON/Person=2 night/night/NOUN"
HEAD_OF_CLAUSE = """
source = "a grammar"
[[class]]
name = "t"
forms = ["tu"]
[[verb]]
class = "t"
when = { ending = "e", upos = "VERB", initial = true }
source = "addressed"
"""


@pytest.mark.parametrize(
    ("source", "links", "expected"),
    [
        pytest.param(ENJOY, "", "Passe:t", id="an-imperative-anywhere"),
        pytest.param("Thank//INTJ you/you/PRON/Person=2", "", "Passe:t", id="you-anywhere"),
        pytest.param(
            "It/it/PRON/Person=3/1/nsubj remains/remain/VERB you/you/PRON/Person=2", "1-0", "",
            id="its-verb-has-another-subject",
        ),
        pytest.param("It/it/PRON/Person=3 rains/rain/VERB/Mood=Ind", "", "", id="nobody"),
    ],
)  # fmt: skip
def test_addressed_needs_somebody_spoken_to_in_the_segment(source, links, expected):
    assert labels(HEAD_OF_CLAUSE, source, "Passe/passer/VERB", links) == expected


def test_verbs_can_be_left_out():
    assert labels(FRENCH, "x", "Venez", verbs="none") == ""


@pytest.mark.parametrize(
    ("source", "target", "links", "expected"),
    [
        pytest.param(
            "You/you/PRON/Person=2/1/nsubj sing/sing/VERB", "Canta/cantar/VERB/Person=3", "1-0",
            "Canta:v", id="third-person-for-you",
        ),
        pytest.param(
            "She/she/PRON/Person=3/1/nsubj sings/sing/VERB", "Canta/cantar/VERB/Person=3", "1-0",
            "", id="third-person-for-she",
        ),
        pytest.param(
            "You/you/PRON/Person=2/1/nsubj like/like/VERB fish/fish/NOUN",
            "Te gusta/gustar/VERB/Person=3 pescado/pescado/NOUN/_/1/nsubj", "1-1 2-2",
            "", id="an-overt-third-person-subject",
        ),
        pytest.param(
            "You/you/PRON/Person=2/1/nsubj sing/sing/VERB", "Cantas/cantar/VERB/Person=2", "1-0",
            "Cantas:t", id="second-person",
        ),
        pytest.param("your", "su", "0-0", "su:v", id="su-for-your"),
        pytest.param("his", "su", "0-0", "", id="su-for-his"),
    ],
)  # fmt: skip
def test_spanish_verbs_and_possessives_follow_the_source(source, target, links, expected):
    assert labels(SPANISH, source, target, links) == expected


@pytest.mark.parametrize("name", ["paper", "preprint"])
def test_the_papers_read_verbs_only_where_subjects_are_dropped(name: str):
    verbs = profile(name).options["formality"]["verbs"]
    source, links = "You/you/PRON/Person=2/1/nsubj sing/sing/VERB", "1-0"
    spanish = labels(SPANISH, source, "Cantas/cantar/VERB/Person=2", links, verbs=verbs)
    french = labels(FRENCH, COME, ATTEND, "0-0", verbs=verbs)
    assert (spanish, french) == ("Cantas:t", "")


LOPEZ = "Mr//NOUN Lopez//{} left/leave/VERB"


@pytest.mark.parametrize("upos", ["PROPN", "ADJ", "X"])
def test_a_name_is_no_verb_of_address(upos):
    assert labels(FRENCH, LOPEZ.format(upos), "M.//NOUN Lopez//VERB", "1-1") == ""
    assert labels(FRENCH, LOPEZ.format(upos), "M.//NOUN venez//VERB", "2-1") == "venez:v"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("he//PRON//1/nsubj takes//VERB pains//NOUN//1/obj", ""),
        ("you//PRON/Person=2/1/nsubj take//VERB pains//NOUN//1/obj", "venez:v"),
        ("to//ADP your//DET/Person=2/2/nmod coming//NOUN", "venez:v"),
        ("to//ADP the//DET coming//VERB", "venez:v"),
    ],
    ids=["a noun", "what you do", "yours", "a verb"],
)
def test_what_translates_a_noun_is_no_verb_of_address(source, expected):
    assert labels(FRENCH, source, "venez//VERB", "2-0") == expected


def test_a_verb_without_a_link_takes_the_source_verb_that_is_left_over():
    target = "dors/dormir/VERB/VerbForm=Fin il//PRON dort/dormir/VERB/VerbForm=Fin"
    yours = "you//PRON/Person=2/1/nsubj sleep//VERB he//PRON/Person=3/3/nsubj sleeps//VERB"
    assert labels(FRENCH, yours, target, "3-2 2-1") == "dors:t"
    his = yours.replace("you//PRON/Person=2", "he//PRON/Person=3")
    assert labels(FRENCH, his, target, "3-2 2-1") == ""
