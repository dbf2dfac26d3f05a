"""Which words surely tell a person's gender: the own name, and pronouns that nobody else can be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from discotag.plugin import Cluster, Mention
from discotag.testing import side
from discotag_phen_gender.certain import Certain
from discotag_phen_gender.people import People

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
