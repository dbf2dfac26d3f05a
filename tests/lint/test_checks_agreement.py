"""A pronoun of another gender than its one antecedent is a finding, if nothing else agrees."""

from __future__ import annotations

import pytest

from discotag.core.document import Cluster, Mention
from discotag.core.patterns import Pattern
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses, NounClassTable
from discotag.testing.builders import context, document, side
from discotag_lint.checks.agreement import AgreementCheck, AgreementOptions

TABLE = "une//DET/Gender=Fem/1/det table//NOUN/Gender=Fem|Number=Sing"
ENGLISH = ("a//DET//1/det table//NOUN/Number=Sing", "It//PRON/Gender=Neut|Person=3 fell//VERB")

ENGLISH_LEMMAS = (
    "a/a/DET//1/det table/table/NOUN/Number=Sing",
    "It/it/PRON/Gender=Neut|Person=3 fell/fall/VERB",
)


def findings(
    *,
    noun=TABLE,
    pronoun="Il//PRON/Gender=Masc|Number=Sing tomba//VERB",
    label="it→masc",
    score=0.9,
    kind="noun",
    english=ENGLISH,
    link="0-0 1-1",
    between=0,
    **options,
):
    segments = [english[0], *["so//ADV"] * between, english[1]]
    last = len(segments) - 1
    mentions = (Mention(0, 0, 2, 1, kind), Mention(last, 0, 1, 0, "pronoun"))
    source = side("en", segments, clusters=[Cluster(mentions, (1.0, score))])
    target = side("fr", [noun, *["donc//ADV"] * between, pronoun])
    built = document(source, target, [link, *["0-0"] * between, "0-0"])
    tagged = TaggedDocument(built, (Mark("pronouns", label, last, 0, (0,)),))
    return list(AgreementCheck.create(context("fr", name="agreement", **options)).check(tagged))


def test_a_disagreeing_pronoun_is_told_with_its_noun():
    (finding,) = findings()
    assert finding.code == "DT301"
    assert finding.message == "“Il” is masculine, “table” feminine"
    assert finding.place == TokenRef("target", 1, 0)
    assert finding.others == (TokenRef("target", 0, 1),)


def test_pronouns_of_one_segment_and_noun_are_one_finding():
    mentions = (Mention(0, 0, 2, 1), Mention(1, 0, 1, 0, "pronoun"), Mention(1, 2, 3, 2, "pronoun"))
    english = [ENGLISH[0], f"{ENGLISH[1]} it//PRON/Gender=Neut|Person=3"]
    source = side("en", english, clusters=[Cluster(mentions, (1.0, 0.9, 0.9))])
    pronoun = "{}//PRON/Gender=Masc|Number=Sing"
    target = side("fr", [TABLE, f"{pronoun.format('Il')} tomba//VERB {pronoun.format('il')}"])
    built = document(source, target, ["0-0 1-1", "0-0 2-2"])
    marks = tuple(Mark("pronouns", "it→masc", 1, token, (token,)) for token in (0, 2))
    (finding,) = AgreementCheck.create(context("fr")).check(TaggedDocument(built, marks))
    assert finding.place == TokenRef("target", 1, 0)
    assert finding.others == (TokenRef("target", 0, 1), TokenRef("target", 1, 2))


@pytest.mark.parametrize(
    "changes",
    [
        {"pronoun": "Elle//PRON/Gender=Fem tomba//VERB", "label": "it→fem"},
        {"label": "it→plur"},
        {"score": 0.2},
        {"kind": "name"},
        {"between": 4},
        {"link": "0-0"},
        {"link": "0-1 1-1"},
        {"link": "1-1:0.3"},
        {"noun": "un//DET/Gender=Masc/1/det table//NOUN/Gender=Fem"},
        {"noun": TABLE + " sur//ADP un//DET tapis//NOUN/Gender=Masc|Number=Sing"},
        {"english": (ENGLISH[0], "He//PRON/Gender=Masc|Person=3 fell//VERB")},
        {"noun": "«//PUNCT table//NOUN/Gender=Fem »//PUNCT", "link": "1-1"},
    ],
    ids=["agreement", "no gender", "an unsure cluster", "a name", "too far", "no link",
         "two words are linked to the noun", "an unsure link", "an unsure gender",
         "another noun agrees", "a person", "a quotation"],
)  # fmt: skip
def test_what_is_not_sure_is_left_alone(changes):
    assert findings(**changes) == []


def test_a_rival_of_another_number_is_none():
    assert len(findings(noun=TABLE + " des//DET tapis//NOUN/Gender=Masc|Number=Plur")) == 1


def test_a_neuter_may_stand_for_anything():
    noun = "die//DET/Gender=Fem/1/det Lampe//NOUN/Gender=Fem|Number=Sing"
    pronoun = "Es//PRON/Gender=Neut/2/nsubj ist//AUX//2/cop Licht//NOUN/Gender=Neut"
    assert findings(noun=noun, pronoun=pronoun, label="it→neut") == []
    pronoun = "Es//PRON/Gender=Neut/1/nsubj fiel//VERB"
    assert findings(noun=noun, pronoun=pronoun, label="it→neut") == []


def test_without_coreference_nothing_is_found():
    built = document(ENGLISH, [TABLE, "Il//PRON/Gender=Masc tomba//VERB"], ["0-0 1-1", "0-0"])
    tagged = TaggedDocument(built, (Mark("pronouns", "it→masc", 1, 0, (0,)),))
    assert list(AgreementCheck.create(context("fr")).check(tagged)) == []


@pytest.mark.parametrize(("score", "count"), [(0.9, 1), (0.5, 0)], ids=["sure", "less sure"])
def test_a_noun_before_the_antecedent_is_a_rival_where_the_cluster_is_less_sure(score, count):
    segments = ["a//DET rug//NOUN", *ENGLISH]
    mentions = (Mention(1, 0, 2, 1), Mention(2, 0, 1, 0, "pronoun"))
    source = side("en", segments, clusters=[Cluster(mentions, (1.0, score))])
    rug = "un//DET tapis//NOUN/Gender=Masc|Number=Sing"
    target = side("fr", [rug, TABLE, "Il//PRON/Gender=Masc|Number=Sing tomba//VERB"])
    built = document(source, target, ["0-0 1-1", "0-0 1-1", "0-0"])
    tagged = TaggedDocument(built, (Mark("pronouns", "it→masc", 2, 0, (0,)),))
    assert len(list(AgreementCheck.create(context("fr")).check(tagged))) == count


@pytest.mark.parametrize(("score", "count"), [(0.9, 1), (0.5, 0)], ids=["sure", "less sure"])
def test_an_antecedent_in_the_pronouns_own_segment_must_be_sure(score, count):
    mentions = (Mention(0, 0, 2, 1), Mention(0, 2, 3, 2, "pronoun"))
    source = side("en", [" ".join(ENGLISH)], clusters=[Cluster(mentions, (1.0, score))])
    target = side("fr", [TABLE + " il//PRON/Gender=Masc|Number=Sing tomba//VERB"])
    built = document(source, target, ["0-0 1-1 2-2"])
    tagged = TaggedDocument(built, (Mark("pronouns", "it→masc", 0, 2, (2,)),))
    assert len(list(AgreementCheck.create(context("fr")).check(tagged))) == count


def test_who_speaks_is_no_thing():
    table = NounClassTable(
        schema_version=1,
        sources=("a grammar",),
        things=("table",),
        of_persons=(Pattern(form=("it",), next=Pattern(form=("fell",))),),
    )
    source = side(
        "en",
        ENGLISH_LEMMAS,
        clusters=[
            Cluster((Mention(0, 0, 2, 1, "noun"), Mention(1, 0, 1, 0, "pronoun")), (1.0, 0.9))
        ],
    )
    target = side("fr", [TABLE, "Il//PRON/Gender=Masc|Number=Sing tomba//VERB"])
    tagged = TaggedDocument(
        document(source, target, ["0-0 1-1", "0-0"]),
        (Mark("pronouns", "it→masc", 1, 0, (0,)),),
    )
    assert len(list(AgreementCheck(AgreementOptions()).check(tagged))) == 1
    assert list(AgreementCheck(AgreementOptions(), NounClasses(table)).check(tagged)) == []
