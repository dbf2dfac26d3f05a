"""What keeps a word that shows a gender from being a tag: its own sentence, or a doubt of whom."""

from __future__ import annotations

import pytest

from discotag.plugin import Cluster, Document, Mark, Mention, TaggedDocument, read_table
from discotag.testing import context, document, side
from discotag_phen_gender.lists import FOLDER, TABLE
from discotag_phen_gender.tagger import GenderTagger

SHE = "She//PRON//1/nsubj snored//VERB"
HE = "He//PRON//1/nsubj snored//VERB"
SURNAME = "the//DET//3/det Tarn//PROPN//3/compound {}//PROPN//3/compound papers//NOUN"
"""Shows that a name is a surname, of whomever."""
TEACHER = "The//DET//1/det teacher//NOUN/Number=Sing/2/nsubj slept//VERB"

FULL_NAME = (
    "The//DET//1/det teacher//NOUN/Number=Sing//root of//ADP Ann//PROPN//4/compound"
    " Lee//PROPN//1/nmod"
)

UNREAD_NAME = (
    "The//DET//1/det teacher//NOUN/Number=Sing/4/nsubj Ann//ADJ//1/amod Lee//PROPN//4/nsubj"
    " slept//VERB"
)


def tags(
    code: str, source: str, target: str, links: str, place: int, *, told: str = SHE
) -> list[str]:
    """Return the tags of a line whose person, a word of the source, is *she* in the next one."""
    pair = Cluster((Mention(0, 0, place + 1, place), Mention(1, 0, 1, 0)))
    made = document(
        side("en", (source, told), clusters=[pair]), side(code, (target, "")), (links, "")
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
        (UNREAD_NAME, 1),
        ("Strelkova//PROPN/Number=Sing/1/nsubj slept//VERB", 0),
    ],
    ids=["male", "a title of whatever kind", "a full name near by", "a full name unread", "-ova"],
)
def test_the_own_sentence_tells(source, place):
    line = "Lehrerin//NOUN/Gender=Fem|Number=Sing//root"
    assert tags("de", TEACHER, line, "1-0", 1) == ["Lehrerin"]
    assert tags("de", source, line, f"{place}-0", place) == []


@pytest.mark.parametrize(("lemma", "found"), [("водитель", []), ("актёр", ["актёр"])])
def test_a_masculine_noun_that_russian_says_of_women_too_shows_nothing(lemma, found):
    line = f"{lemma}/{lemma}/NOUN/Gender=Masc|Number=Sing/1/nsubj спит//VERB"
    assert tags("ru", TEACHER, line, "1-0 2-1", 1, told=HE) == found


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
    last = distance + 1
    person = (Mention(0, 0, 2, 1), Mention(1, 0, 1, 0, "pronoun"), Mention(last, 0, 2, 1))
    made = document(
        side("en", (TEACHER, SHE, *between, TEACHER), clusters=[Cluster(person)]),
        side("de", ("",) * last + ("Lehrerin//NOUN/Gender=Fem|Number=Sing//root",)),
        ("",) * last + ("1-0",),
    )
    assert [mark.is_tag for mark in marks("de", made)] == [is_tag]


FEMALE = "Lehrerin//NOUN/Gender=Fem|Number=Sing//root"


def test_what_tells_the_other_gender_is_somebody_elses():
    source = "The//DET//1/det teacher//NOUN/Number=Sing/2/nsubj saw//VERB him//PRON//2/obj"
    assert tags("de", source, FEMALE, "1-0", 1) == ["Lehrerin"]
    assert tags("de", source.replace("him", "her"), FEMALE, "1-0", 1) == []


def test_a_word_of_the_other_gender_is_no_tag():
    assert tags("de", TEACHER, FEMALE, "1-0", 1, told=HE) == []


def told_around(*lines: str, source: str = TEACHER, place: int = 1, at: int) -> list[bool]:
    """Return whether a teacher's word is a tag, where pronouns that begin lines are the person."""
    told = [Mention(i, 0, 1, 0, "pronoun") for i, line in enumerate(lines) if line in {SHE, HE}]
    around = [*lines[:at], source, *lines[at:]]
    moved = [m if m.segment < at else Mention(m.segment + 1, 0, 1, 0, "pronoun") for m in told]
    found = sorted([*moved, Mention(at, 0, place + 1, place)], key=lambda m: m.segment)
    target = ["" if line != source else FEMALE for line in around]
    links = ["" if line != source else f"{place}-0" for line in around]
    made = document(
        side("en", tuple(around), clusters=[Cluster(tuple(found))]),
        side("de", tuple(target)),
        tuple(links),
    )
    return [mark.is_tag for mark in marks("de", made)]


def test_what_tells_must_be_of_one_mind():
    assert told_around(SHE, at=0) == [True]
    assert told_around(SHE, HE, at=0) == [False]


def test_a_pronoun_before_all_names_is_somebody_elses():
    assert told_around(SHE, at=1) == [False]


@pytest.mark.parametrize(
    ("article", "before", "behind"),
    [("The", True, True), ("A", False, True), ("Any", False, False)],
    ids=["known", "new", "nobody"],
)
def test_of_somebody_new_only_later_words_tell(article, before, behind):
    source = TEACHER.replace("The", article)
    pair = Cluster((Mention(0, 0, 2, 1), Mention(1, 0, 1, 0), Mention(2, 0, 2, 1)))
    made = document(
        side("en", (TEACHER, SHE, source), clusters=[pair]),
        side("de", ("", "", FEMALE)),
        ("", "", "1-0"),
    )
    assert [mark.is_tag for mark in marks("de", made)] == [before]
    assert told_around(SHE, source=source, at=0) == [behind]


@pytest.mark.parametrize(("pronouns", "found"), [(1, False), (2, True)])
def test_a_name_is_somebodys_who_is_she_twice(pronouns, found):
    name = "Brown//PROPN/Number=Sing/1/nsubj slept//VERB"
    mentions = (Mention(0, 0, 1, 0), *(Mention(1 + i, 0, 1, 0) for i in range(pronouns)))
    made = document(
        side(
            "en", (name, *[SHE] * pronouns, SURNAME.format("Brown")), clusters=[Cluster(mentions)]
        ),
        side("ru", ("спала//VERB/Gender=Fem|Number=Sing|VerbForm=Fin//root", *[""] * pronouns, "")),
        ("1-0", *[""] * pronouns, ""),
    )
    assert [mark.is_tag for mark in marks("ru", made)] == [found]


SUMMIT = (
    "The//DET//1/det teacher//NOUN/Number=Sing/4/nsubj of//ADP the//DET//4/det left//VERB"
    " a//DET//6/det summit//NOUN/Number=Sing/4/obj held//VERB/VerbForm=Part/6/acl"
)
HELD = "celebrada//VERB/Gender=Fem|Number=Sing|VerbForm=Part/1/conj maestra//NOUN/Gender=Fem//root"
BEHIND_THING = (
    "Maestra//NOUN/Gender=Fem|Number=Sing//root cumbre//NOUN/Gender=Fem|Number=Sing/0/nmod"
    " celebrada//VERB/Gender=Fem|Number=Sing|VerbForm=Part/0/conj"
)
OWNED = "The//DET//1/det teacher//NOUN/Number=Sing/2/nsubj had/have/VERB a//DET//4/det dog//NOUN"
LINE_OWNED = "была/быть/AUX/Gender=Fem|Number=Sing|VerbForm=Fin//root"
DRUNK = "The//DET//1/det driver//NOUN/Number=Sing/3/nsubj was//AUX//3/cop drunk//ADJ"


@pytest.mark.parametrize(
    ("code", "pair", "told", "found"),
    [
        ("es", (SUMMIT, HELD, "7-0 1-1"), SHE, ["maestra"]),
        ("es", (TEACHER, BEHIND_THING, "1-0 2-2"), SHE, ["Maestra"]),
        ("ru", (OWNED, LINE_OWNED, "2-0"), SHE, []),
        ("fr", (DRUNK, "ivre//ADJ/Gender=Masc|Number=Sing//root", "3-0"), HE, []),
        ("fr", (DRUNK, "saoul//ADJ/Gender=Masc|Number=Sing//root", "3-0"), HE, ["saoul"]),
        ("es", (TEACHER, "tolera//ADJ/Gender=Fem|Number=Sing//root", "2-0"), SHE, []),
    ],
    ids=["another subject", "a thing before", "owned", "of both", "of one", "a verb misread"],
)
def test_a_predicate_must_be_the_persons(code, pair, told, found):
    source, line, links = pair
    source = source.replace("slept//VERB", "slept//VERB/VerbForm=Fin")
    assert tags(code, source, line, links, 1, told=told) == found


@pytest.mark.parametrize(("name", "found"), [("Хейсом", []), ("Хейсома", ["Хейсома"])])
def test_a_name_whose_end_is_its_own_shows_nothing(name, found):
    source = "Haysom//PROPN/Number=Sing/1/obj left//VERB"
    pair = Cluster((Mention(0, 0, 1, 0), Mention(1, 0, 1, 0), Mention(2, 0, 1, 0)))
    made = document(
        side("en", (source, HE, HE, SURNAME.format("Haysom")), clusters=[pair]),
        side("ru", (f"{name}//PROPN///root", "", "", "")),
        ("0-0", "", "", ""),
    )
    assert [made.target[0].forms[m.token] for m in marks("ru", made) if m.is_tag] == found


@pytest.mark.parametrize(
    ("source", "place", "found"),
    [
        (
            "Plato//PROPN//4/nsubj ,//PUNCT a//DET//3/det thinker/artist/NOUN//0/appos slept//VERB",
            3,
            [],
        ),
        ("It//PRON//1/nsubj slept//VERB", 0, []),
        ("The//DET//1/det Republican/republican/PROPN//2/nsubj slept//VERB", 1, ["Lehrerin"]),
        ("Republican/republican/PROPN//1/nsubj slept//VERB", 0, []),
    ],
    ids=["a name in apposition", "a thing", "a role in capitals", "a name like a role"],
)
def test_a_name_may_tell_and_a_thing_is_nobody(source, place, found):
    assert tags("de", source, FEMALE, f"{place}-0", place) == found


@pytest.mark.parametrize(
    ("before", "found"),
    [("The//DET", []), ("That//DET", ["Lehrerin"])],
)
def test_what_holds_at_any_time_is_said_of_anybody_but_of_somebody_pointed_at(before, found):
    verb = "wins//VERB/Tense=Pres|VerbForm=Fin"
    source = f"{before}//1/det teacher//NOUN/Number=Sing/2/nsubj {verb}"
    assert tags("de", source, FEMALE, "1-0", 1) == found


def test_a_noun_for_a_name_was_chosen_by_the_translator():
    named = "Gansu//PROPN/Number=Sing/1/nsubj left//VERB"
    three = (Mention(0, 0, 1, 0), Mention(1, 0, 1, 0), Mention(2, 0, 1, 0))
    made = document(
        side("en", (named, HE, HE), clusters=[Cluster(three)]),
        side("es", ("padre//NOUN/Gender=Masc|Number=Sing//root", "", "")),
        ("0-0", "", ""),
    )
    assert [mark for mark in marks("es", made) if mark.is_tag] == []


@pytest.mark.parametrize(
    ("subject", "found"),
    [("je//PRON/Person=1/1/nsubj", ["beau"]), ("il//PRON/Person=3/1/nsubj", [])],
)
def test_a_predicate_of_somebody_else_is_not_the_speakers(subject, found):
    man = "I//PRON//3/nsubj am//AUX//3/cop a//DET//3/det man/man/NOUN/Number=Sing//root"
    speaker = Cluster((Mention(0, 0, 1, 0, "pronoun"), Mention(1, 0, 1, 0, "pronoun")))
    made = document(
        side("en", (man, "I//PRON//1/nsubj shone//VERB"), clusters=[speaker]),
        side("fr", ("", f"{subject} beau//ADJ/Gender=Masc|Number=Sing//root")),
        ("", "0-0 1-1"),
    )
    shown = [m for m in marks("fr", made) if m.is_tag and m.token == 1]
    assert [made.target[1].forms[m.token] for m in shown] == found


@pytest.mark.parametrize(
    ("line", "links", "found"),
    [
        ("est//AUX/Number=Sing/1/aux allée//{}//root", "2-1", ["allée"]),
        ("sont//AUX/Number=Plur/1/aux allée//{}//root", "2-1", []),
        ("a/avoir/AUX//1/aux vue//{}//root et//CCONJ//3/cc lue//{}/1/conj", "2-3", []),
        ("est/être/AUX//1/aux venue//{}//root et//CCONJ//3/cc allée//{}/1/conj", "2-3", ["allée"]),
        ("écrite//{}//root Lee//PROPN//0/nsubj", "2-0", []),
    ],
    ids=["être", "another number", "shares avoir", "shares être", "a verb misread"],
)
def test_a_french_participle_agrees_only_with_the_subject_of_etre(line, links, found):
    feats = "VERB/Gender=Fem|Number=Sing|Tense=Past|VerbForm=Part"
    assert tags("fr", TEACHER, line.format(*[feats] * 2), links, 1) == found


def test_a_plural_of_the_same_gender_tells_where_it_owns():
    owned = (
        "The//DET//1/det teacher//NOUN/Number=Sing/2/nsubj left//VERB a//DET//6/det"
        " women/woman/NOUN/Number=Plur/6/nmod:poss 's//PART//4/case school//NOUN//2/obj"
    )
    line = "Lehrerin//NOUN/Gender=Fem|Number=Sing//root"
    assert tags("de", owned, line, "1-0", 1) == []
    assert tags("de", owned.replace("6/nmod:poss", "2/obj"), line, "1-0", 1) == ["Lehrerin"]


def test_a_german_teenager_is_of_either_gender():
    line = "Teenager//NOUN/Gender=Masc|Number=Sing//root"
    assert tags("de", TEACHER, line, "1-0", 1, told=HE) == []


@pytest.mark.parametrize(("ahead", "nearest"), [(1, 1), (2, 1), (3, 1)])
def test_a_tag_names_the_nearest_place_alone_of_two_as_near_the_earlier(ahead, nearest):
    lines = (TEACHER, SHE, TEACHER, *["Rain//NOUN//1/nsubj fell//VERB"] * (ahead - 1), SHE)
    told = ((0, 1), (1, 0), (2, 1), (len(lines) - 1, 0))
    chain = Cluster(tuple(Mention(segment, 0, token + 1, token) for segment, token in told))
    target, links = [""] * len(lines), [""] * len(lines)
    target[2], links[2] = "Lehrerin//NOUN/Gender=Fem|Number=Sing//root", "1-0"
    source = side("en", lines, clusters=[chain])
    found = marks("de", document(source, side("de", tuple(target)), tuple(links)))
    assert [[place.segment for place in mark.evidence] for mark in found] == [[nearest]]


@pytest.mark.parametrize(("noun", "found"), [("professeure", ["La"]), ("salle", [])])
def test_an_article_shows_a_gender_beside_a_word_for_a_person_alone(noun, found):
    line = f"La//DET/Gender=Fem|Number=Sing/1/det {noun}//NOUN/Gender=Fem|Number=Sing//root"
    assert [word for word in tags("fr", TEACHER, line, "0-0 1-1", 1) if word == "La"] == found


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("Ann//PROPN//1/compound Ferrow//PROPN//2/nsubj spoke//VERB", ["спала"]),
        ("Mrs.//PROPN//1/compound Ferrow//PROPN//2/nsubj spoke//VERB", ["спала"]),
        ("Ferrow//PROPN//1/compound Stoll//PROPN//2/nsubj spoke//VERB", []),
        ("It//PRON//1/nsubj rained//VERB", []),
    ],
    ids=["a surname", "behind a title", "a given name", "nobody knows"],
)
def test_a_name_that_may_be_a_given_name_tells_its_own_gender(before, found):
    lines = ("Ferrow//PROPN/Number=Sing/1/nsubj slept//VERB", SHE, before)
    pair = Cluster((Mention(0, 0, 1, 0), Mention(1, 0, 1, 0)))
    made = document(
        side("en", lines, clusters=[pair]),
        side("ru", ("Ferrow//PROPN/Gender=Fem/1/nsubj спала//VERB/Gender=Fem", "", "")),
        ("0-0 1-1", "", ""),
    )
    forms = [made.target[0].forms[mark.token] for mark in marks("ru", made) if mark.is_tag]
    assert forms == found
