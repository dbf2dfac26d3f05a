"""Who a text speaks of, what words tell of them, and which of these words are certain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from discotag.plugin import Cluster, Mention, TokenRef
from discotag.testing import side
from discotag_phen_gender.certain import Certain
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


ROLE = "The//DET//1/det teacher//NOUN/Number=Sing/2/nsubj slept//VERB"
HE = "He//PRON//1/nsubj snored//VERB"
LEE = "Lee//PROPN/Number=Sing/1/nsubj slept//VERB"
TOM_LEE = "Tom//PROPN/Number=Sing/2/nsubj Lee//PROPN/Number=Sing/0/flat left//VERB"
SAW = "{}//PROPN/Number=Sing/1/nsubj yawned//VERB"


def certain(lines, *chain, alternatives=()):
    """Return the forms that surely tell the gender of the first word of a chain."""
    found = Cluster(tuple(Mention(s, t, t + 1, t) for s, t in sorted(chain)))
    text = replace(side("en", lines, clusters=[found]), alternatives=alternatives)
    people = People(text)
    segment, token = chain[0]
    person = people.at(segment, token)
    told = Certain(people).of([text[segment][token]], segment, person, person.evidence)
    return [text[item.place.segment].forms[item.place.token] for item in told]


def test_a_pronoun_of_the_next_sentence_tells_where_nobody_else_is_named():
    assert certain((ROLE, HE), (0, 1), (1, 0)) == ["He"]


def test_of_a_surname_the_full_name_tells_and_no_pronoun():
    assert certain((TOM_LEE, HE, LEE), (2, 0), (0, 0), (1, 0)) == ["Tom"]


@pytest.mark.parametrize(
    ("between", "found"),
    [
        (SAW.format("Baxter"), []),
        ("The//DET//1/det doctor//NOUN/Number=Sing/2/nsubj yawned//VERB", []),
        ("The//DET//1/det actress//NOUN/Number=Sing/2/nsubj yawned//VERB", ["He"]),
        ("The//DET//1/det police//NOUN/Number=Sing/2/nsubj came//VERB", ["He"]),
        ("The//DET//1/det doctors//NOUN/Number=Plur/2/nsubj yawned//VERB", ["He"]),
        ("in//ADP//1/case London//PROPN/Number=Sing/2/obl rained//VERB", ["He"]),
    ],
    ids=["a name", "a role", "of the other gender", "several at once", "a plural", "a place"],
)
def test_behind_somebody_else_a_pronoun_tells_nothing(between, found):
    assert certain((ROLE, between, HE), (0, 1), (2, 0)) == found


def test_behind_a_doubtful_pronoun_no_further_one_tells():
    lines = (ROLE, SAW.format("Baxter"), HE, ROLE, HE)
    assert certain(lines, (0, 1), (2, 0), (3, 1), (4, 0)) == []


@pytest.mark.parametrize(("share", "found"), [(0.4, []), (0.1, ["He"])])
def test_a_pronoun_that_is_likely_anothers_tells_nothing(share, found):
    doctor = "The//DET//1/det doctor//NOUN/Number=Sing/2/nsubj yawned//VERB"
    other = Cluster((Mention(0, 1, 2, 1), Mention(2, 0, 1, 0, "pronoun")), (1.0, share))
    chain = ((1, 1), (2, 0))
    assert certain((doctor, ROLE, HE), *chain, alternatives=(other,)) == found


OF = (
    "The//DET//1/det president//NOUN/Number=Sing/4/nsubj of//ADP//3/case {}//PROPN//1/nmod"
    " slept//VERB"
)


@pytest.mark.parametrize(("place", "found"), [("Peru", []), ("Chile", ["He"])])
def test_a_role_in_two_places_is_that_of_two_persons(place, found):
    lines = (OF.format("Chile"), OF.format(place), HE)
    assert certain(lines, (0, 1), (1, 1), (2, 0)) == found


@pytest.mark.parametrize(("name", "found"), [("Baxter", []), ("Lee", ["He"])])
def test_one_person_has_not_two_surnames(name, found):
    lines = (LEE, SAW.format(name), HE)
    assert certain(lines, (0, 0), (1, 0), (2, 0)) == found


@pytest.mark.parametrize(("distance", "found"), [(2, ["He"]), (4, [])])
def test_a_pronoun_tells_who_says_i_only_close_by(distance, found):
    lines = (
        "I//PRON//1/nsubj slept//VERB",
        *["It//PRON//1/nsubj rained//VERB"] * (distance - 1),
        HE,
    )
    assert certain(lines, (0, 0), (distance, 0)) == found


def test_the_roles_of_a_list_are_not_joined_with_its_first_name():
    line = (
        "They//PRON//1/nsubj met//VERB Tom//PROPN/Number=Sing/1/obj ,//PUNCT//5/punct"
        " the//DET//5/det mayor//NOUN/Number=Sing/2/appos ,//PUNCT//8/punct the//DET//8/det"
        " clerk//NOUN/Number=Sing/2/appos"
    )
    people = People(
        side("en", (line,), clusters=[Cluster((Mention(0, 2, 3, 2), Mention(0, 4, 6, 5)))])
    )
    assert people.at(0, 2) is not people.at(0, 5)
