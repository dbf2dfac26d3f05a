"""Formality: conditioned words, verbs that bear a class, evidence, and the published rules."""

import tomllib
from pathlib import Path

import pytest

from discotag._pipeline.profiles import profile
from discotag.core.errors import TableError, UsageError
from discotag.core.tables import Table
from discotag.core.tags import TokenRef
from discotag.plugins.formality.table import normalised
from discotag.plugins.formality.tagger import FormalityTagger
from discotag.testing import context, document

FRENCH = """
source = "a grammar"
subjects = ["je", "tu", "il", "vous"]
clitics = ["me", "te", "t'", "se", "vous", "les", "ne"]
[[class]]
name = "t"
forms = ["tu", "te", "t'", "toi"]
[[class]]
name = "t"
forms = ["ton"]
unless = { previous = { form = ["le", "un"] } }
[[class]]
name = "v"
forms = ["vous", "votre"]
[[verb]]
class = "v"
when = { ending = "ez" }
subject = "beside"
[[verb]]
class = "t"
when = { ending = "s", upos = "VERB" }
source = "second"
[[verb]]
class = "t"
when = { ending = ["s", "e"], upos = "VERB" }
source = "imperative"
[published.muda]
source = "a paper"
words.t = ["tu", "ton"]
words.v = ["vous"]
"""
GERMAN = """
source = "a grammar"
[[class]]
name = "t"
forms = ["du", "dich"]
[[class]]
name = "v"
forms = ["Sie", "Ihnen"]
when = [{ case = "capital", initial = false }, { linked = ["you", "yourself"] }]
"""
INVERTING = """
source = "a grammar"
inverts = true
subjects = ["du", "er"]
[[class]]
name = "t"
forms = ["du"]
[[verb]]
class = "t"
when = { ending = "st", upos = "VERB" }
source = "second"
"""
SPANISH = """
source = "a grammar"
is_pro_drop = true
[[class]]
name = "t"
forms = ["tú"]
[[class]]
name = "v"
forms = ["usted"]
[[class]]
name = "v"
forms = ["su"]
when = { linked = ["your"] }
[[verb]]
class = "t"
when = { feats = { Person = "2" } }
source = ["second", "imperative"]
[[verb]]
class = "v"
when = { feats = { Person = "3" } }
source = "second"
"""
ARE_YOU = "Are/be/AUX/_/2/cop you/you/PRON/Person=2/2/nsubj free/free/ADJ"
COME = "Come/come/VERB/Mood=Imp"
ATTEND = "Attends/attendre/VERB/Mood=Imp"


def tagger(text, **options):
    table = Table("xx", "formality", Path("formality.toml"), "test", tomllib.loads(text), "0")
    return FormalityTagger.create(context(tables={"formality": table}, **options))


def labels(text, source, target, links="", **options):
    """Give `word:label` of each mark of a document of one segment."""
    built = document([source], [target], [links])
    return " ".join(
        f"{built.target[mark.segment].forms[mark.token]}:{mark.label}"
        for mark in tagger(text, **options).mark(built)
    )


def tags(text, targets, **options):
    """Give `segment:token` of each tag of a document whose source says nothing."""
    built = document(["x"] * len(targets), targets, [""] * len(targets))
    return [
        f"{mark.segment}:{mark.token}"
        for mark in tagger(text, **options).mark(built)
        if mark.is_tag
    ]


@pytest.mark.parametrize(
    ("form", "expected"),
    [("T’", "t'"), ("-Vous", "vous"), ("toi-même", "toi-même"), ("«tu»", "tu"), ("-t-il", "t-il")],
)
def test_forms_are_compared_without_case_hyphen_and_kind_of_apostrophe(form, expected):
    assert normalised(form) == expected


def test_a_listed_word_bears_its_class():
    assert labels(FRENCH, "x", "Tu votre") == "Tu:t votre:v"


def test_a_word_does_not_count_where_its_condition_fails():
    assert labels(FRENCH, "x", "ton le ton") == "ton:t"


def test_evidence_is_the_nearest_word_of_the_class_in_an_earlier_segment():
    built = document(["x"] * 4, ["Tu", "vous", "ton", "toi toi"], [""] * 4)
    marks = {(m.segment, m.token): m for m in tagger(FRENCH).mark(built)}
    assert marks[2, 0].evidence == (TokenRef("target", 0, 0),)
    assert marks[3, 1].evidence == (TokenRef("target", 2, 0),)
    assert marks[3, 1].distance == 1
    assert not marks[1, 0].is_tag


def test_a_word_of_the_same_segment_is_no_context():
    assert tags(FRENCH, ["Tu ton"]) == []


def test_the_published_code_counts_earlier_words_of_the_same_segment():
    assert tags(FRENCH, ["Tu ton"], words="muda", verbs="none", current=True) == ["0:1"]


def test_the_published_list_has_no_conditions_and_no_other_words():
    assert labels(FRENCH, "x", "le ton votre", words="muda", verbs="none") == "ton:t"


def test_without_memory_every_listed_word_is_a_tag_without_evidence():
    built = document(["x"], ["Tu vas"], [""])
    (mark,) = tagger(FRENCH, memory=False).mark(built)
    assert (mark.is_tag, mark.is_unresolved, mark.distance) == (True, True, None)


def test_a_window_limits_the_context():
    assert tags(FRENCH, ["Tu", "x", "toi"], window=1) == []
    assert tags(FRENCH, ["Tu", "x", "toi"], window=2) == ["2:0"]


def test_a_mark_names_its_source_words():
    built = document([ARE_YOU], ["Tu es libre"], ["0-1 1-0 2-2"])
    (mark,) = tagger(FRENCH).mark(built)
    assert mark.source_tokens == (1,)


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
        pytest.param("She sleeps", "Sie schläft", "0-0 1-1", "", id="she"),
        pytest.param("You sleep", "Sie schlafen", "0-0 1-1", "Sie:v", id="you-by-link"),
        pytest.param("Do you sleep", "Schlafen Sie", "", "Sie:v", id="capital-inside"),
        pytest.param("she sleeps", "dann schläft sie", "", "", id="lower-case"),
    ],
)
def test_german_sie_is_polite_by_capital_or_by_link(source, target, links, expected):
    assert labels(GERMAN, source, target, links) == expected


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


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('forms = ["vous"', 'forms = ["Tu"'), "form 'tu' stands in t and v without a condition"),
        (('name = "v"', 'name = "V!"'), "class.2.name"),
        (("unless = { previous = {", "unless = { before = {"), "Nothing of this name"),
    ],
)
def test_a_faulty_table_is_refused_with_its_fault(change, message):
    with pytest.raises(TableError, match=message):
        tagger(FRENCH.replace(*change))


def test_a_list_that_the_language_lacks_is_a_usage_error():
    with pytest.raises(UsageError, match="has no list 'muda'; it has: table"):
        tagger(GERMAN, words="muda")


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


def test_evidence_comes_from_the_own_voice():
    lines = ["tu x", "« tu »", "x « tu »", "x", "« tu »", "tu"]
    assert tags(FRENCH, lines) == ["2:2", "5:0"]
    assert tags(FRENCH, lines, voices=False) == ["1:1", "2:2", "4:1", "5:0"]
    assert tags(FRENCH, lines, words="muda") == ["1:1", "2:2", "4:1", "5:0"]
