"""What keeps a word that shows a gender from being a tag: its own sentence, or a doubt of whom."""

from __future__ import annotations

import pytest

from discotag.plugin import Cluster, Document, Mark, Mention, TaggedDocument, read_table
from discotag.testing import context, document, side
from discotag_phen_gender.lists import FOLDER, TABLE
from discotag_phen_gender.tagger import GenderTagger

SHE = "She//PRON//1/nsubj snored//VERB"
TEACHER = "The//DET//1/det teacher//NOUN/Number=Sing/2/nsubj slept//VERB"

FULL_NAME = (
    "The//DET//1/det teacher//NOUN/Number=Sing//root of//ADP Ann//PROPN//4/compound"
    " Lee//PROPN//1/nmod"
)


def tags(code: str, source: str, target: str, links: str, place: int) -> list[str]:
    """Return the tags of a line whose person, a word of the source, is *she* in the next one."""
    pair = Cluster((Mention(0, 0, place + 1, place), Mention(1, 0, 1, 0)))
    made = document(
        side("en", (source, SHE), clusters=[pair]), side(code, (target, "")), (links, "")
    )
    return [made.target[0].forms[mark.token] for mark in marks(code, made) if mark.is_tag]


def marks(code: str, made: Document) -> tuple[Mark, ...]:
    """Return the marks of a document."""
    read = read_table(FOLDER / f"{code}.toml", language=code, phenomenon=TABLE, owner="test")
    tagger = GenderTagger.create(context(code, tables={TABLE: read}))
    return TaggedDocument(made, tuple(tagger.mark(made))).marks


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("A//DET//2/det male//ADJ//2/amod teacher//NOUN/Number=Sing/3/nsubj slept//VERB", 2),
        ("The//DET//1/det teacher//NOUN/Number=Sing/2/nsubj saw//VERB Ms.//X", 1),
        (FULL_NAME, 1),
    ],
    ids=["male", "a title of whatever kind", "a full name near by"],
)
def test_the_own_sentence_tells(source, place):
    line = "Lehrerin//NOUN/Gender=Fem|Number=Sing//root"
    assert tags("de", TEACHER, line, "1-0", 1) == ["Lehrerin"]
    assert tags("de", source, line, f"{place}-0", place) == []


@pytest.mark.parametrize(("lemma", "found"), [("водитель", []), ("актёр", ["актёр"])])
def test_a_masculine_noun_that_russian_says_of_women_too_shows_nothing(lemma, found):
    line = f"{lemma}/{lemma}/NOUN/Gender=Masc|Number=Sing/1/nsubj спит//VERB"
    assert tags("ru", TEACHER, line, "1-0 2-1", 1) == found


@pytest.mark.parametrize(
    ("article", "adjective", "found"),
    [
        ("Definite=Def", "müde", ["Die", "Lehrerin"]),
        ("Definite=Ind", "müde", ["Die", "müde", "Lehrerin"]),
        ("Definite=Ind", "müden", ["Die", "Lehrerin"]),
    ],
)
def test_a_german_adjective_with_a_weak_ending_shows_nothing(article, adjective, found):
    line = (
        f"Die//DET/{article}|Gender=Fem|Number=Sing/2/det"
        f" {adjective}//ADJ/Case=Nom|Gender=Fem/2/amod"
        " Lehrerin//NOUN/Gender=Fem|Number=Sing/3/nsubj schlief//VERB/VerbForm=Fin"
    )
    assert tags("de", TEACHER, line, "0-0 1-2 2-3", 1) == found


THING_OF_A_PERSON = "The//DET//2/det teacher//NOUN/Number=Sing/2/compound era//NOUN/Number=Sing"
ARTICLE_OF_A_THING = "der//DET/Gender=Fem|Number=Sing/1/det Lehrerära//NOUN/Gender=Fem"
RELATIVE_OF_A_THING = (
    "Sockel//NOUN/Gender=Masc//root den//PRON/Gender=Masc|PronType=Rel/3/obj"
    " sie//PRON//3/nsubj sah//VERB/VerbForm=Fin/0/acl"
)
IMPERSONAL = (
    "It//PRON//1/expl necessary//ADJ//2/ccomp said//VERB the//DET//4/det"
    " teacher//NOUN/Number=Sing/2/nsubj"
)
NECESSARY = "È//AUX//1/cop necessario//ADJ/Gender=Masc|Number=Sing//root"


@pytest.mark.parametrize(
    ("code", "source", "line", "links", "place"),
    [
        ("de", THING_OF_A_PERSON, ARTICLE_OF_A_THING, "0-0 1-1 2-1", 1),
        ("de", TEACHER, RELATIVE_OF_A_THING, "1-1 1-2", 1),
        ("it", IMPERSONAL, NECESSARY, "1-1", 4),
    ],
    ids=["an article of a thing", "a relative pronoun of a thing", "an impersonal adjective"],
)
def test_what_agrees_with_a_thing_or_with_nobody_is_no_tag(code, source, line, links, place):
    assert tags(code, source, line, links, place) == []


@pytest.mark.parametrize(("distance", "is_tag"), [(3, True), (11, False)])
def test_what_stands_far_back_tells_nothing(distance, is_tag):
    between = ["It//PRON//1/nsubj rained//VERB"] * (distance - 1)
    pair = Cluster((Mention(0, 0, 1, 0, "pronoun"), Mention(distance, 0, 2, 1)))
    made = document(
        side("en", (SHE, *between, TEACHER), clusters=[pair]),
        side("de", ("",) * distance + ("Lehrerin//NOUN/Gender=Fem|Number=Sing//root",)),
        ("",) * distance + ("1-0",),
    )
    assert [mark.is_tag for mark in marks("de", made)] == [is_tag]
