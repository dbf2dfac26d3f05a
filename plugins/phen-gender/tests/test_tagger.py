"""A word is a tag where its own sentence leaves a person's gender open and another tells it."""

from __future__ import annotations

import pytest

from discotag.plugin import (
    Cluster,
    DiscotagError,
    Mention,
    ReasonVerdict,
    TaggedDocument,
    TokenRef,
    read_table,
)
from discotag.testing import context, document, side
from discotag_phen_gender.lists import FOLDER, TABLE
from discotag_phen_gender.plugin import discotag_taggers
from discotag_phen_gender.tagger import GenderTagger

SHE = TokenRef("source", 1, 0)
FEMALE = "Die//DET/Gender=Fem/1/det Ärztin//NOUN/Gender=Fem|Number=Sing/2/nsubj schlief//VERB"
TIRED = "Sie//PRON/Gender=Fem|Number=Sing|Person=3|PronType=Prs/2/nsubj war//AUX//2/cop müde//ADJ"


def tagger(code="de", **options):
    read = read_table(FOLDER / f"{code}.toml", language=code, phenomenon=TABLE, owner="test")
    return GenderTagger.create(context(code, tables={TABLE: read}, **options))


def marks(made, **options):
    found = tuple(tagger(made.target.language, **options).mark(made))
    return TaggedDocument(made, found).marks


def told(found):
    return [(mark.segment, mark.token, mark.label, mark.is_tag) for mark in found]


def test_a_later_pronoun_tells_who_the_doctor_is(doctor):
    found = marks(doctor(FEMALE, TIRED))
    assert told(found) == [
        (0, 0, "feminine", True),
        (0, 1, "feminine", True),
        (1, 0, "feminine", False),
    ]
    assert {mark.evidence for mark in found[:2]} == {(SHE,)}
    assert found[1].source_tokens == (1,)
    assert found[1].distance == -1


def test_what_contradicts_the_source_is_a_mark_for_scorers_and_lint(doctor):
    assert told(marks(doctor())) == [
        (0, 0, "masculine", False),
        (0, 1, "masculine", False),
        (1, 0, "masculine", False),
    ]


def test_without_later_segments_nothing_in_the_source_tells(doctor):
    assert [mark.is_tag for mark in marks(doctor(), following=False)] == [False, False, False]


def test_a_doubtful_pronoun_tells_nothing(doctor):
    found = marks(doctor(score=0.1))
    assert [mark.evidence for mark in found if mark.segment == 0] == [(), ()]


def test_what_the_own_sentence_tells_of_anybody_leaves_no_tag(doctor):
    source = (
        "A//DET//1/det doctor//NOUN/Number=Sing/2/nsubj saw//VERB her//PRON",
        "She//PRON//1/nsubj snored//VERB",
    )
    pair = Cluster((Mention(0, 0, 2, 1), Mention(1, 0, 1, 0)))
    line = "Die//DET/Gender=Fem/1/det Ärztin//NOUN/Gender=Fem|Number=Sing/2/nsubj schlief//VERB"
    made = document(side("en", source, clusters=[pair]), side("de", (line, "")), ("1-1", ""))
    assert not any(mark.is_tag for mark in marks(made))


@pytest.mark.parametrize(
    ("source", "is_tag"),
    [
        ("The//DET//1/det teacher//NOUN/Number=Sing/2/nsubj slept//VERB", True),
        ("The//DET//1/det Astros//PROPN/Number=Sing/2/nsubj slept//VERB", False),
        (
            "Kinga//PROPN//1/compound Novak//PROPN a//DET teacher//NOUN/Number=Sing/1/appos",
            False,
        ),
    ],
    ids=["a person", "a name of whatever", "a full name"],
)
def test_only_a_word_for_a_person_without_a_full_name_is_left_open(source, is_tag):
    place = 3 if source.startswith("Kinga") else 1
    pair = Cluster((Mention(0, 0, place + 1, place), Mention(1, 0, 1, 0)))
    made = document(
        side("en", (source, "She//PRON//1/nsubj snored//VERB"), clusters=[pair]),
        side("de", ("Lehrerin//NOUN/Gender=Fem|Number=Sing//root", "")),
        (f"{place}-0", ""),
    )
    assert any(mark.is_tag for mark in marks(made)) == is_tag


def test_a_double_form_is_a_class_of_its_own(doctor):
    line = "Ärzt:in//NOUN/Gender=Fem|Number=Sing/1/nsubj schlief//VERB"
    found = marks(doctor(line, "", links=("1-0 2-1", "")))
    assert told(found) == [(0, 0, "neutral", True)]


def test_several_persons_are_left_alone(doctor):
    source = "The//DET//1/det doctors/doctor/NOUN/Number=Plur/2/nsubj slept//VERB"
    line = "Die//DET//1/det Ärztinnen/Ärztin/NOUN/Gender=Fem|Number=Plur/2/nsubj schliefen//VERB"
    found = marks(doctor(line, "", source=(source, ""), links=("0-0 1-1 2-2", ""), is_joined=False))
    assert found == ()


def test_words_for_things_show_nobodys_gender(doctor):
    source = "The//DET//1/det night//NOUN/Number=Sing/2/nsubj fell//VERB"
    line = "Die//DET/Gender=Fem/1/det Nacht//NOUN/Gender=Fem|Number=Sing/2/nsubj fiel//VERB"
    assert (
        marks(doctor(line, "", source=(source, ""), is_joined=False, links=("0-0 1-1", ""))) == ()
    )


def test_words_beside_a_noun_of_no_gender_show_none(doctor):
    source = "The//DET//1/det patient//NOUN/Number=Sing/2/nsubj slept//VERB"
    line = "La//DET/Gender=Fem/1/det personne//NOUN/Gender=Fem|Number=Sing/2/nsubj dormait//VERB"
    made = doctor(
        line, "", source=(source, ""), links=("0-0 1-1", ""), language="fr", is_joined=False
    )
    assert told(marks(made)) == [(0, 1, "neutral", False)]


def test_a_participle_behind_to_have_shows_nothing(doctor):
    line = (
        "Il//PRON/Gender=Masc|Number=Sing|Person=3/2/nsubj a/avoir/AUX/VerbForm=Fin/2/aux:tense"
        " dormi//VERB/Gender=Masc|Number=Sing|VerbForm=Part"
    )
    found = marks(doctor("", line, links=("", "0-0 2-2"), language="fr"))
    assert told(found) == [(1, 0, "masculine", False)]


def test_a_person_whom_only_the_text_gave_a_gender_keeps_it(doctor):
    source = ("A//DET//1/det teacher//NOUN/Number=Sing/2/nsubj came//VERB",) * 2
    line = "Eine//DET/Gender=Fem/1/det Lehrerin//NOUN/Gender=Fem|Number=Sing/2/nsubj kam//VERB"
    pair = Cluster((Mention(0, 0, 2, 1), Mention(1, 0, 2, 1)))
    made = document(side("en", source, clusters=[pair]), side("de", (line, line)), ("1-1",) * 2)
    assert not any(mark.is_tag for mark in marks(made))
    found = [mark for mark in marks(made, chosen=True) if mark.token == 1]
    assert [[place.side for place in mark.evidence] for mark in found] == [["target"]] * 2
    assert [mark.distance for mark in found] == [-1, 1]


@pytest.mark.parametrize(("unnamed", "is_tag"), [(3, True), (0, False)])
def test_a_pronoun_whom_nobody_is_named_for_may_tell(doctor, unnamed, is_tag):
    source = (
        "He//PRON//1/nsubj slept//VERB",
        "Clausen//PROPN//3/nsubj was//AUX//3/cop an//DET//3/det artist//NOUN",
    )
    line = (
        "Clausen//PROPN//3/nsubj war//AUX//3/cop ein//DET/Gender=Masc/3/det"
        " Künstler//NOUN/Gender=Masc|Number=Sing"
    )
    made = doctor("", line, source=source, links=("", "0-0 2-2 3-3"), is_joined=False)
    found = marks(made, unnamed=unnamed)
    assert {mark.is_tag for mark in found if mark.token == 3} == {is_tag}


def test_reasons_name_what_decides(doctor):
    reasons = tagger().reasons(doctor(FEMALE, TIRED))
    tags = [reason for reason in reasons if reason.verdict is ReasonVerdict.TAG]
    assert {reason.places for reason in tags} == {(SHE,)}
    assert "another segment" in tags[0].text


def test_it_reads_no_more_than_it_declares(doctor):
    (info,) = discotag_taggers()
    made = doctor()
    assert marks(made.restricted(info.needs)) == marks(made)


def test_a_wrong_option_is_an_error():
    with pytest.raises(DiscotagError, match="unnamed"):
        tagger(unnamed=-1)
