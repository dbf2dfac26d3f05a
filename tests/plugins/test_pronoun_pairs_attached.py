"""Pairs of pronouns attached to their verb, and of clitics without a link."""

import tomllib

import pytest

from discotag.core.document import Cluster
from discotag.plugins.phenomena.pronouns.table import PronounTable
from discotag.testing import document, side

from .pronoun_documents import mention, tagger

ATTACHED = """
schema_version = 1
sources = ["a grammar"]
[[en]]
name = "it"
source = { form = ["it"], upos = ["PRON"] }
attached = true
target = { feats = { "Person[clit]" = "3" } }
[[en.class]]
label = "fem"
when = { ending = "ها" }
[[en.class]]
label = "masc"
when = { ending = "ه" }
"""
CAR = ("A/a/DET car/car/NOUN/_/-1/root", "سيارة/سيارة/NOUN/Gender=Fem|Number=Sing")
BOOK = ("A/a/DET book/book/NOUN/_/-1/root", "كتاب/كتاب/NOUN/Gender=Masc|Number=Sing")
SAW_IT = (
    "I/I/PRON/_/1/nsubj saw/see/VERB it/it/PRON/_/1/obj",
    "رأيتها/رأى/VERB/Person=1|Person[clit]=3|Gender[clit]=Fem|Number=Sing|Number[clit]=Sing",
)


@pytest.mark.parametrize("link", ["1-0", "2-0"], ids=["the verb's link", "the pronoun's own"])
def test_a_pronoun_attached_to_the_verb_has_the_class_of_its_ending(link):
    clusters = [Cluster((mention(0, 1, "noun"), mention(1, 2)))]
    source = side("en", [CAR[0], SAW_IT[0]], clusters=clusters)
    built = document(source, [CAR[1], SAW_IT[1]], ["1-0", link])
    (found,) = tagger(ATTACHED).mark(built)
    assert (found.label, found.token, found.source_tokens) == ("it→fem", 0, (2,))
    assert found.is_tag


def test_a_pronoun_attached_to_a_verb_is_not_the_he_that_it_is_linked_to():
    source = (
        "He/he/PRON/Gender=Masc/1/nsubj may/may/VERB/_/-1/root "
        "see/see/VERB/_/1/xcomp it/it/PRON/Gender=Neut/2/obj"
    )
    target = (
        "له/ه/PRON/Gender=Masc|Person[clit]=3/-1/root "
        "رؤيتها/رؤية/NOUN/Person[clit]=3|Gender[clit]=Fem/0/obj"
    )
    (found,) = tagger(ATTACHED).mark(document([source], [target], ["3-0 2-1"]))
    assert (found.label, found.token) == ("it→fem", 1)


def test_a_word_whose_pronoun_no_source_word_explains_tells_so():
    built = document(["I/I/PRON saw/see/VERB her/she/PRON"], [SAW_IT[1]], ["1-0 2-0"])
    (reason,) = tagger(ATTACHED).reasons(built)
    assert (reason.place.token, reason.rule) == (0, "rule it")
    assert reason.text == "it may hold a pronoun, but the rule finds none of the source near it"


def test_a_pronoun_attached_to_the_verb_has_a_gender_of_its_own_that_must_agree():
    clusters = [Cluster((mention(0, 1, "noun"), mention(1, 2)))]
    source = side("en", [BOOK[0], SAW_IT[0]], clusters=clusters)
    built = document(source, [BOOK[1], SAW_IT[1]], ["1-0", "1-0"])
    (found,) = tagger(ATTACHED).mark(built)
    assert not found.evidence


def test_a_class_of_whole_words_needs_forms():
    with pytest.raises(ValueError, match="has no forms"):
        PronounTable(**tomllib.loads(ATTACHED.replace("attached = true", "")))


CLITICS = """
schema_version = 1
sources = ["a grammar"]
[[en]]
name = "it"
source = { form = ["it"], upos = ["PRON"] }
target = { upos = ["PRON"] }
clitics = ["lo", "la"]
[[en.class]]
label = "fem"
forms = ["la", "ella"]
"""
SEE_IT = "I/I/PRON/_/1/nsubj see/see/VERB it/it/PRON/_/1/obj"
LA_VEO = "La/él/PRON/_/1/obj veo/ver/VERB"


@pytest.mark.parametrize(
    ("links", "target"),
    [
        ("1-1", LA_VEO),
        ("0-0 1-1", LA_VEO),
        ("1-2", "La/él/PRON/_/2/obj he/haber/AUX visto/ver/VERB"),
        ("", LA_VEO),
    ],
    ids=["by the verbs", "linked to the subject", "past an auxiliary", "the only object"],
)
def test_a_clitic_without_its_link_stands_for_the_object_of_the_linked_verb(links, target):
    built = document([SEE_IT], [target], [links])
    (found,) = tagger(CLITICS).mark(built)
    assert (found.label, found.token, found.source_tokens) == ("it→fem", 0, (2,))


LEANING = CLITICS.replace('"la"]', '"la", "ella"]')


@pytest.mark.parametrize(
    ("preposition", "is_mark"), [("de/de/ADP/_/1/case", True), ("ya/ya/ADV/_/2/advmod", False)]
)
def test_a_strong_pronoun_without_a_link_stands_for_one_behind_a_preposition(preposition, is_mark):
    source = "I/I/PRON/_/1/nsubj tire/tire/VERB of/of/ADP/_/3/case it/it/PRON/_/1/obl"
    target = f"{preposition} ella/él/PRON/_/2/obl harto/hartar/VERB"
    found = [one.source_tokens for one in tagger(LEANING).mark(document([source], [target], [""]))]
    assert found == [(3,)] * is_mark


@pytest.mark.parametrize(
    ("relation", "is_mark"), [("expl", True), ("advmod", False)], ids=["impersonal", "not so"]
)
def test_the_subject_of_a_passive_is_the_clitic_of_an_impersonal_verb(relation, is_mark):
    source = "It/it/PRON/_/2/nsubj:pass was/be/AUX/_/2/aux:pass isolated/isolate/VERB"
    target = f"se/él/PRON/_/2/{relation} la/él/PRON/_/2/obj aisló/aislar/VERB"
    found = [one.token for one in tagger(CLITICS).mark(document([source], [target], ["2-2"]))]
    assert found == [1] * is_mark


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (SEE_IT, LA_VEO.replace("obj", "nsubj")),
        ("I/I/PRON/_/1/nsubj see/see/VERB her/she/PRON/_/1/obj", LA_VEO),
        ("It/it/PRON/_/1/nsubj sees/see/VERB", LA_VEO),
        (SEE_IT, "La/el/DET/_/1/det veo/ver/VERB"),
        (SEE_IT, "Ella/él/PRON/_/1/nsubj ve/ver/VERB"),
    ],
    ids=["no object itself", "another object", "a subject", "an article", "no clitic"],
)
def test_what_is_no_clitic_of_that_object_is_no_mark(source, target):
    assert not list(tagger(CLITICS).mark(document([source], [target], ["1-1"])))
