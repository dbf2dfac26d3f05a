"""Who a text speaks of: roles, names and pronouns of one person, and what they tell."""

from __future__ import annotations

import pytest

from discotag.plugin import Cluster, Mention, TokenRef
from discotag.testing import side
from discotag_phen_gender.english import said_of, subject_of
from discotag_phen_gender.people import People, leading

DOCTOR = "The//DET//1/det doctor//NOUN/Number=Sing/2/nsubj slept//VERB"
TIRED = "She//PRON/Gender=Fem|Number=Sing|Person=3/2/nsubj was//AUX//2/cop tired//ADJ"
MARY = "Mary//PROPN/Number=Sing/3/nsubj Smith//PROPN/Number=Sing/0/flat is//AUX//3/cop here//ADV"


def mention(segment, token, kind="noun"):
    return Mention(segment, token, token + 1, token, kind)


def people(*lines, clusters=(), **options):
    return People(side("en", lines, clusters=clusters), **options)


def test_a_pronoun_tells_the_gender_of_its_cluster():
    pair = Cluster((mention(0, 1), mention(1, 0, "pronoun")), (1.0, 0.9))
    person = people(DOCTOR, TIRED, clusters=[pair]).at(0, 1)
    assert person.gender() == "feminine"
    assert [item.place for item in person.evidence] == [TokenRef("source", 1, 0)]
    assert person.gender(without=1) is None


def test_a_doubtful_mention_does_not_join():
    pair = Cluster((mention(0, 1), mention(1, 0, "pronoun")), (1.0, 0.2))
    assert people(DOCTOR, TIRED, clusters=[pair]).at(0, 1).gender() is None


def test_a_given_name_tells_and_a_surname_is_part_of_the_name():
    found = people(MARY)
    assert found.at(0, 1) is found.at(0, 0)
    assert found.at(0, 1).gender() == "feminine"


@pytest.mark.parametrize(
    ("line", "role", "subject"),
    [
        ("Clausen//PROPN//3/nsubj was//AUX//3/cop an//DET//3/det artist//NOUN", 3, 0),
        ("She//PRON//1/nsubj became/become/VERB a//DET//3/det nurse//NOUN//1/xcomp", 3, 0),
        ("He//PRON//1/nsubj worked//VERB as//ADP//4/case a//DET//4/det cook//NOUN//1/obl", 4, 0),
        ("the//DET//1/det artist//NOUN//2/compound Clausen//PROPN", 1, 2),
        ("Clausen//PROPN ,//PUNCT//3/punct an//DET//3/det artist//NOUN//0/appos", 3, 0),
    ],
    ids=["is a", "became", "as", "before a name", "apposition"],
)
def test_a_role_is_said_of_somebody(line, role, subject):
    tokens = side("en", [line])[0]
    assert said_of(tokens[role]) == subject


def test_a_role_in_a_list_is_somebody_elses():
    line = (
        "Lee//PROPN the//DET//2/det mayor/mayor/NOUN//0/appos and//CCONJ//5/cc the//DET//5/det"
        " nurse/nurse/NOUN//2/conj"
    )
    tokens = side("en", [line])[0]
    assert said_of(tokens[2]) is None


def test_an_object_is_said_of_nobody():
    tokens = side("en", ["She//PRON//1/nsubj saw/see/VERB a//DET//3/det nurse//NOUN//1/obj"])[0]
    assert said_of(tokens[3]) is None
    assert subject_of(tokens[1]) == 0


def test_things_are_no_persons():
    assert people("The//DET//1/det table//NOUN//2/nsubj broke//VERB").at(0, 1) is None


def test_a_sister_of_a_thing_is_no_woman():
    line = "its//PRON sister/sister/NOUN/Number=Sing//nmod SARS//PROPN/Number=Sing"
    assert people(line).nearby(range(1)) is None


def test_pronouns_whom_nobody_is_named_for_must_agree():
    she, he = "She//PRON", "He//PRON"
    assert [item.gender for item in people(she, she).unnamed(range(2))] == ["feminine"] * 2
    assert people(she, he).unnamed(range(2)) == ()


def test_the_mother_of_somebody_tells_less_than_the_pronoun():
    line = "His//PRON//1/nmod:poss mother/mother/NOUN/Number=Sing/2/nsubj slept//VERB"
    assert people(line).nearby(range(1)) == "masculine"


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([], None),
        ([("feminine", 3.0)], "feminine"),
        ([("feminine", 3.0), ("masculine", 1.0)], "feminine"),
        ([("feminine", 3.0), ("masculine", 1.5)], None),
    ],
)
def test_a_gender_leads_with_twice_the_weight(told, expected):
    assert leading(told) == expected
