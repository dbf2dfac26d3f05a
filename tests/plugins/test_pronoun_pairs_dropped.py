"""Pairs of pronouns that the source drops, and what decides them."""

import pytest

from discotag.core.document import Cluster
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

from .pronoun_documents import LINKS, mention, table

INTO_ENGLISH = """
schema_version = 1
sources = ["a grammar"]
[[ja]]
name = "∅"
dropped = true
source = { upos = ["VERB"], none_of = [{ child = { deprel = ["nsubj"] } }] }
target = { upos = ["PRON"], deprel = ["nsubj"] }
[[ja.class]]
label = "she"
forms = ["she"]
[[ja.class]]
label = "he"
forms = ["he"]
[[ja]]
name = "彼女"
source = { lemma = ["彼女"] }
[[ja.class]]
label = "she"
forms = ["she"]
"""
ANNA = ("アンナ/アンナ/PROPN/_/1/nsubj 来た/来る/VERB", "Anna/Anna/PROPN/_/1/nsubj came/come/VERB")
SHE_LEFT = "She/she/PRON/_/1/nsubj left/leave/VERB"


def mark_english(lines, links, clusters=None):
    target = side("en", [line[1] for line in lines], clusters=clusters)
    built = document(side("ja", [line[0] for line in lines]), target, links)
    given = context(source="ja", target="en", tables={"pronouns": table(INTO_ENGLISH)})
    return list(PronounTagger.create(given).mark(built))


def test_a_pronoun_that_the_source_drops_has_its_verb_as_source():
    (found,) = mark_english([ANNA, ("帰った/帰る/VERB", SHE_LEFT)], [LINKS, "0-1"])
    assert (found.label, found.segment, found.token) == ("∅→she", 1, 0)
    assert found.source_tokens == (0,)
    assert found.is_unresolved


@pytest.mark.parametrize(
    ("source", "links"),
    [
        ("彼女は/彼女/PRON/_/1/obl 帰った/帰る/VERB", "0-0 1-1"),
        ("アンナは/アンナ/PROPN/_/1/dislocated 帰った/帰る/VERB", "0-0 1-1"),
        ("彼女を/彼女/DET/_/1/obj 帰った/帰る/VERB", "0-0 1-1"),
        ("夫が/夫/NOUN/_/1/nsubj 帰った/帰る/VERB", "1-1"),
        ("帰った/帰る/VERB", ""),
    ],
    ids=["a pronoun", "a name", "a determiner as an object", "another subject", "no link"],
)
def test_a_pronoun_is_dropped_only_where_the_source_has_no_word_for_it(source, links):
    found = mark_english([ANNA, (source, SHE_LEFT)], [LINKS, links])
    assert not any(m.label.startswith("∅") for m in found)


def test_a_dropped_pronoun_whose_verb_has_no_link_tells_so():
    built = document(["帰った/帰る/VERB"], [SHE_LEFT], [""], languages=("ja", "en"))
    given = context(source="ja", target="en", tables={"pronouns": table(INTO_ENGLISH)})
    told = {(r.place.token, r.rule, r.text) for r in PronounTagger.create(given).reasons(built)}
    assert (0, "dropped", "no source word is linked to its verb") in told


def test_where_only_the_target_is_resolved_its_clusters_give_the_antecedent():
    cluster = Cluster((mention(0, 0, "name"), mention(1, 0)))
    lines = [ANNA, ("帰った/帰る/VERB", SHE_LEFT)]
    (found,) = mark_english(lines, [LINKS, "0-1"], [cluster])
    assert [tuple(place) for place in found.evidence] == [("source", 0, 0), ("target", 0, 0)]
    assert not found.is_unresolved


@pytest.mark.parametrize(
    ("kind", "score", "is_tag"),
    [("noun", 0.9, True), ("noun", 0.4, False), ("pronoun", 0.9, False)],
)
def test_it_for_a_dropped_pronoun_needs_a_sure_noun(kind, score, is_tag):
    word = "It/it/PRON/_/1/nsubj" if kind == "pronoun" else "Car/car/NOUN/_/1/nsubj"
    lines = [
        ("車/車/NOUN/_/1/nsubj 来た/来る/VERB", f"{word} came/come/VERB"),
        ("帰った/帰る/VERB", "It/it/PRON/_/1/nsubj left/leave/VERB"),
    ]
    cluster = Cluster((mention(0, 0, kind), mention(1, 0)), (1.0, score))
    target = side("en", [line[1] for line in lines], clusters=[cluster])
    built = document(side("ja", [line[0] for line in lines]), target, [LINKS, "0-1"])
    text = (
        INTO_ENGLISH
        + """
[[ja]]
name = "∅"
dropped = true
source = { upos = ["VERB"] }
[[ja.class]]
label = "neut"
forms = ["it"]
"""
    )
    given = context(source="ja", target="en", tables={"pronouns": table(text)})
    found = [mark for mark in PronounTagger.create(given).mark(built) if mark.segment]
    assert [mark.is_tag for mark in found] == [is_tag]


OWN_WORD = """
[[ja]]
name = "自分"
source = { form = ["自分"] }
decided_by = "known"
[[ja.class]]
label = "plur"
forms = ["their"]
"""


@pytest.mark.parametrize("own", ["彼ら/彼ら/PRON", "三人/三人/NOUN"])
def test_a_possessive_is_decided_by_the_subject_of_its_clause(own):
    lines = [
        ("学生/学生/NOUN 来た/来る/VERB", "Students/student/NOUN/_/1/nsubj came/come/VERB"),
        (
            f"{own}/_/2/nsubj 自分/自分/PRON 愛す/愛す/VERB",
            "They/they/PRON/_/1/nsubj love/love/VERB their/their/PRON/Poss=Yes/1/obj",
        ),
    ]
    cluster = Cluster((mention(0, 0, "noun"), mention(1, 0), mention(1, 2)))
    target = side("en", [line[1] for line in lines], clusters=[cluster])
    built = document(side("ja", [line[0] for line in lines]), target, [LINKS, "0-0 1-2 2-1"])
    given = context(source="ja", target="en", tables={"pronouns": table(INTO_ENGLISH + OWN_WORD)})
    found = [mark for mark in PronounTagger.create(given).mark(built) if mark.token == 2]
    assert [mark.is_tag for mark in found] == [False]


@pytest.mark.parametrize(
    ("relation", "is_tag"), [("nsubj", False), ("advmod", True)], ids=["a subject", "another"]
)
def test_a_suffix_that_heads_a_subject_decides_a_possessive_as_a_noun_does(relation, is_tag):
    lines = [
        ("学生/学生/NOUN 来た/来る/VERB", "Students/student/NOUN/_/1/nsubj came/come/VERB"),
        (
            f"戸/戸/PART/_/2/{relation} 自分/自分/PRON 愛す/愛す/VERB",
            "Love/love/VERB/_/-1/root their/their/PRON/Poss=Yes/0/obj",
        ),
    ]
    cluster = Cluster((mention(0, 0, "noun"), mention(1, 1)))
    target = side("en", [line[1] for line in lines], clusters=[cluster])
    built = document(side("ja", [line[0] for line in lines]), target, [LINKS, "1-1 2-0"])
    given = context(source="ja", target="en", tables={"pronouns": table(INTO_ENGLISH + OWN_WORD)})
    (found,) = (mark for mark in PronounTagger.create(given).mark(built) if mark.segment == 1)
    assert found.is_tag == is_tag


RUSSIAN = """
schema_version = 1
sources = ["a grammar"]
[[ru]]
name = "она"
source = { form = ["она"], upos = ["PRON"] }
[[ru.class]]
label = "neut"
forms = ["it"]
[[ru.class]]
label = "fem"
forms = ["she"]
"""


@pytest.mark.parametrize(
    ("pronoun", "noun", "gender", "is_tag"),
    [
        ("It", "NOUN", "Fem", True),
        ("It", "NOUN", "Masc", False),
        ("She", "NOUN", "Masc", True),
        ("She", "PROPN", "Masc", False),
    ],
    ids=["agrees", "a thing that does not", "a doctor may be a woman", "a name that does not"],
)
def test_where_the_target_resolves_source_nouns_must_agree(pronoun, noun, gender, is_tag):
    first = (f"Слово/слово/{noun}/Gender={gender} было/быть/VERB", "Word/word/NOUN was/be/VERB")
    second = ("Она/она/PRON/Gender=Fem упала/упасть/VERB", f"{pronoun}/it/PRON fell/fall/VERB")
    cluster = Cluster((mention(0, 0, "noun"), mention(1, 0)))
    target = side("en", [first[1], second[1]], clusters=[cluster])
    built = document(side("ru", [first[0], second[0]]), target, [LINKS, LINKS])
    given = context(source="ru", target="en", tables={"pronouns": table(RUSSIAN)}, sure=0)
    (found,) = PronounTagger.create(given).mark(built)
    assert bool(found.evidence) == is_tag


@pytest.mark.parametrize(("links", "is_found"), [("0-2 1-1", True), ("1-1", False)])
def test_an_object_that_nothing_translates_is_what_a_dropped_pronoun_stands_for(links, is_found):
    source = "夫を/夫/NOUN/_/1/obj 帰った/帰る/VERB"
    target = "She/she/PRON/_/1/nsubj left/leave/VERB him/man/NOUN/_/1/obj"
    found = mark_english([ANNA, (source, target)], [LINKS, links])
    assert any(m.label.startswith("∅") for m in found) == is_found


@pytest.mark.parametrize(
    ("links", "is_found"),
    [("1-1 2-0", False), ("0-0 1-1 2-0", False), ("0-2 1-1 2-0", True)],
    ids=["he has no link", "he has the same link", "he is translated"],
)
def test_a_masculine_subject_linked_to_it_is_he_if_nothing_else_is(links, is_found):
    source = "He/he/PRON/Gender=Masc/1/nsubj saw/see/VERB/_/-1/root it/it/PRON/Gender=Neut/1/obl"
    target = "Il/lui/PRON/Gender=Masc/1/nsubj vit/voir/VERB/_/-1/root là/là/ADV/_/1/advmod"
    built = document([source], [target], [links])
    tagger = PronounTagger.create(context(tables={"pronouns": table(OF_IT)}))
    assert bool(list(tagger.mark(built))) == is_found


OF_IT = """
schema_version = 1
sources = ["a grammar"]
[[en]]
name = "it"
source = { form = ["it"], upos = ["PRON"] }
[[en.class]]
label = "masc"
forms = ["il"]
"""


@pytest.mark.parametrize(
    ("english", "is_tag"),
    [
        ("Anna/Anna/PROPN/_/1/nsubj", False),
        ("Maids/maid/NOUN/Number=Plur/1/nsubj", True),
    ],
    ids=["a name", "another number"],
)
def test_a_dropped_pronoun_goes_on_with_the_subject_of_its_segment(english, is_tag):
    target = f"{english} stopped/stop/VERB and/and/CCONJ she/she/PRON/_/4/nsubj left/leave/VERB"
    lines = [ANNA, ("止まって/止まる/VERB 帰った/帰る/VERB", target)]
    cluster = Cluster((mention(0, 0, "name"), mention(1, 3)))
    found = mark_english(lines, [LINKS, "0-1 1-4"], [cluster])
    assert [mark.is_tag for mark in found if mark.segment] == [is_tag]
