"""DT302: a person's words in a segment all show another gender than the source tells."""

from __future__ import annotations

import pytest

from discotag.plugin import Cluster, Mention, TaggedDocument, TokenRef
from discotag.testing import context, document, side
from discotag_lint.check import Severity
from discotag_phen_gender.check import PersonGenderCheck
from discotag_phen_gender.plugin import discotag_checks

MASCULINE = "Der//DET/Gender=Masc/1/det Arzt//NOUN/Gender=Masc|Number=Sing/2/nsubj schlief//VERB"
FEMININE = "Die//DET/Gender=Fem/1/det Ärztin//NOUN/Gender=Fem|Number=Sing/2/nsubj schlief//VERB"
DOCTOR = "The//DET//1/det doctor//NOUN/Number=Sing/2/nsubj slept//VERB"
TIRED = "She//PRON/Gender=Fem|Number=Sing|Person=3/2/nsubj was//AUX//2/cop tired//ADJ"
IT = "It//PRON//1/nsubj rained//VERB"
HER = "Sie//PRON/Gender=Fem|Number=Sing|Person=3|PronType=Prs/2/nsubj war//AUX//2/cop müde//ADJ"


def findings(made, **options):
    check = PersonGenderCheck.create(context(made.target.language, **options))
    return list(check.check(TaggedDocument(made, ())))


def test_each_segment_that_contradicts_the_source_is_found(doctor):
    first, second = findings(doctor())
    assert first.code == "DT302"
    assert first.message == "“Arzt” is masculine, “She” of the source tells of a woman"
    assert (first.place, first.others) == (
        TokenRef("target", 0, 1),
        (TokenRef("source", 1, 0),),
    )
    assert second.place == TokenRef("target", 1, 0)


def test_what_agrees_is_not_found(doctor):
    assert findings(doctor(FEMININE, HER)) == []


def test_one_segment_alone_is_found_where_it_is_wrong(doctor):
    (found,) = findings(doctor(MASCULINE, HER))
    assert found.place == TokenRef("target", 0, 1)


def test_a_masculine_noun_is_no_fault_where_it_is_usual_for_women(doctor):
    line = "Le//DET/Gender=Masc/1/det docteur//NOUN/Gender=Masc|Number=Sing/2/nsubj dormait//VERB"
    elle = "Elle//PRON/Gender=Fem|Number=Sing|Person=3/2/nsubj était//AUX//2/cop las//NOUN"
    assert findings(doctor(line, elle, language="fr")) == []


def test_double_forms_are_no_fault(doctor):
    line = "Ärzt:in//NOUN/Gender=Fem|Number=Sing/1/nsubj schlief//VERB"
    assert findings(doctor(line, HER, links=("1-0 2-1", "0-0"))) == []


def test_an_unsure_antecedent_is_left_alone(doctor):
    assert findings(doctor(MASCULINE, "", score=0.5)) == []


def test_a_doubtful_link_is_left_alone(doctor):
    assert findings(doctor(MASCULINE, "", links=("1-1:0.2", ""))) == []


def test_what_tells_must_be_near(doctor):
    assert findings(doctor(MASCULINE, "", links=("1-1", "")), reach=0) == []


def test_a_text_that_changes_a_persons_gender_is_found(doctor):
    line = "The//DET//1/det doctor//NOUN/Number=Sing/2/nsubj slept//VERB"
    pair = Cluster((Mention(0, 0, 2, 1), Mention(1, 0, 2, 1)), (1.0, 0.9))
    english = side("en", (line, line), clusters=[pair])
    made = document(english, side("de", (MASCULINE, FEMININE)), ("0-0 1-1 2-2",) * 2)
    (found,) = findings(made)
    assert found.message == "“Ärztin” is feminine, “Arzt” masculine"


def test_persons_of_whom_nothing_tells_are_noted_on_request(doctor):
    made = doctor(MASCULINE, "", links=("1-1", ""), is_joined=False)
    assert findings(made) == []
    (found,) = findings(made, untold=True)
    assert found.severity is Severity.NOTE
    assert "nothing tells" in found.message


def test_it_reads_no_more_than_it_declares(doctor):
    (info,) = discotag_checks()
    assert findings(doctor().restricted(info.needs)) == findings(doctor())


def observed(made):
    check = PersonGenderCheck.create(context(made.target.language))
    return [
        (item.kind, item.cost, item.message) for item in check.observe(TaggedDocument(made, ()))
    ]


def test_it_speaks_for_and_against_a_text_in_choose(doctor):
    wrong, right = observed(doctor()), observed(doctor(FEMININE, HER))
    assert ("gender", 1.0, "“Arzt” is masculine, which is not the person's gender") in wrong
    assert ("gender", -1.0, "“Ärztin” is feminine, which is the person's gender") in right
    assert sum(cost for _, cost, _ in right) < 0 < sum(cost for _, cost, _ in wrong)


@pytest.mark.parametrize(("between", "found"), [(0, 1), (1, 0)])
def test_a_noun_is_believed_only_beside_what_tells(between, found):
    last = 1 + between
    person = Cluster((Mention(0, 0, 2, 1), Mention(last, 0, 1, 0)))
    english = side("en", (DOCTOR, *[IT] * between, TIRED), clusters=[person])
    target = side("de", (MASCULINE, *[""] * last))
    made = document(english, target, ("0-0 1-1 2-2", *[""] * last))
    assert len(findings(made)) == found


def test_where_what_tells_disagrees_nothing_is_found():
    he = TIRED.replace("She", "He")
    person = Cluster((Mention(0, 0, 2, 1), Mention(1, 0, 1, 0), Mention(2, 0, 1, 0)))
    both = side("en", (DOCTOR, TIRED, he), clusters=[person])
    agreed = side("en", (DOCTOR, TIRED, TIRED), clusters=[person])
    target = side("de", (MASCULINE, "", ""))
    links = ("0-0 1-1 2-2", "", "")
    assert findings(document(both, target, links)) == []
    assert len(findings(document(agreed, target, links))) == 1


def test_what_may_agree_with_a_thing_is_not_found(doctor):
    thing = "männliche//ADJ/Gender=Masc/1/amod Baum//NOUN/Gender=Masc|Number=Sing///root"
    assert findings(doctor(thing, "", links=("1-0", ""))) == []


def test_what_is_made_of_a_name_shows_no_gender():
    him = "Him//PRON/Gender=Masc|Number=Sing|Person=3//root"
    person = Cluster((Mention(0, 0, 1, 0), Mention(1, 0, 1, 0), Mention(2, 0, 1, 0)))
    english = side("en", ("Johnson//PROPN/Number=Sing//root", him, him), clusters=[person])
    line = "kdysi//ADV///root Johnsonův//ADJ/Polarity=Pos/0/nmod"
    made = document(english, side("cs", (line, "", "")), ("0-1", "", ""), languages=("en", "cs"))
    assert findings(made) == []
