"""Pronouns where the target side is the resolved one, as into English."""

# ruff: noqa: E501 - a parse is one line
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from discotag.core.document import Cluster
from discotag.core.tables import Table
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.agreement import SourceAgreement
from discotag.plugins.phenomena.pronouns.antecedents import Antecedent
from discotag.plugins.phenomena.pronouns.coreference import Coreference
from discotag.plugins.phenomena.pronouns.likelihood import target_sureness
from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses, NounClassTable
from discotag.plugins.phenomena.pronouns.pairs import Pair
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

from .pronoun_documents import mention

TABLE = """
schema_version = 1
sources = ["a grammar"]
[[fr]]
name = "il"
source = { form = ["il", "le"], upos = ["PRON"] }
[[fr.class]]
label = "masc"
forms = ["he", "him"]
[[fr.class]]
label = "neut"
forms = ["it"]
[[fr]]
name = "son"
source = { form = ["son"] }
decided_by = "known"
[[fr.class]]
label = "masc"
forms = ["his"]
[[fr.class]]
label = "neut"
forms = ["its"]
"""
SORTS = NounClasses(
    NounClassTable.model_validate(
        {
            "schema_version": 1,
            "sources": ["a grammar"],
            "persons": ["baker", "sister"],
            "things": ["bread", "stone"],
            "evident_persons": [{"form": "he", "head": {"lemma": "say"}}],
        }
    )
)
PAUL = ("Paul/Paul/PROPN/_/1/nsubj partit/partir/VERB", "Paul/Paul/PROPN/_/1/nsubj left/leave/VERB")


def marks(lines, cluster=None, **options):
    """Mark pairs of a French line, its English and their links, behind the line on Paul."""
    pairs = [(*PAUL, "0-0 1-1"), *lines]
    cluster = cluster or Cluster((mention(0, 0, "name"), mention(1, own(pairs[1][1]))))
    built = document(
        [french for french, _, _ in pairs],
        side("en", [english for _, english, _ in pairs], clusters=[cluster]),
        [links for _, _, links in pairs],
    )
    table = Table("en", "pronouns", Path("pronouns.toml"), "test", tomllib.loads(TABLE), "0")
    options = {"sure": 0} | options
    given = PronounTagger.create(
        context(source="fr", target="en", tables={"pronouns": table}, **options)
    )
    return list(PronounTagger(given._options, given._pairs, None, SORTS).mark(built))


def own(english):
    """Return the place of the first pronoun that the table lists."""
    forms = [word.partition("/")[0] for word in english.split()]
    return next(i for i, form in enumerate(forms) if form in {"he", "him", "it", "his", "its"})


HE = "il/il/PRON/Gender=Masc|Number=Sing"


@pytest.mark.parametrize(
    ("name", "relation", "is_tag"),
    [
        ("Novak/Novak/PROPN", "obj", False),
        ("Rome/Rome/PROPN", "obl", True),
        ("baker/baker/NOUN", "obj", False),
        ("stone/stone/NOUN", "obj", True),
        ("bakers/baker/NOUN/Number=Plur", "obj", True),
    ],
    ids=["a person", "a place", "a noun for a person", "a thing", "several"],
)
def test_a_person_named_before_in_the_segment_may_be_who_is_meant(name, relation, is_tag):
    feats = "" if name.count("/") == 3 else "/Number=Sing"
    line = (
        f"on/on/PRON vit/voir/VERB X/x/NOUN/Gender=Masc|Number=Sing quand/quand/SCONJ {HE}/5/nsubj tomba/tomber/VERB",
        f"we/we/PRON saw/see/VERB {name}{feats}/1/{relation} when/when/SCONJ he/he/PRON/_/5/nsubj fell/fall/VERB/_/1/advcl",
        "0-0 1-1 2-2 4-4 5-5",
    )
    (found,) = marks([line])
    assert found.is_tag == is_tag


def test_two_arguments_of_one_verb_are_not_the_same():
    line = (
        f"Novak/Novak/PROPN/_/2/nsubj {HE.replace('il/il', 'le/il')}/2/obj vit/voir/VERB",
        "Novak/Novak/PROPN/_/1/nsubj saw/see/VERB/_/-1/root him/he/PRON/_/1/obj",
        "0-0 2-1 1-2",
    )
    (found,) = marks([line])
    assert found.is_tag


@pytest.mark.parametrize(("relation", "is_tag"), [("obj", False), ("obl", True)])
def test_a_name_that_is_an_object_in_the_source_decides_whatever_its_translation_is_taken_for(
    relation, is_tag
):
    line = (
        f"Channing/Channing/PROPN/_/1/{relation} vit/voir/VERB/_/-1/root quand/quand/SCONJ {HE}/4/nsubj tomba/tomber/VERB/_/1/advcl",
        "saw/see/VERB/_/-1/root Channing/chan/VERB/_/0/xcomp when/when/SCONJ he/he/PRON/_/4/nsubj fell/fall/VERB/_/0/advcl",
        "0-1 1-0 3-3 4-4",
    )
    (found,) = marks([line])
    assert found.is_tag == is_tag


@pytest.mark.parametrize(
    ("french", "english", "is_tag"),
    [
        ("Channing/Channing/PROPN", "Channing/chan/VERB", False),
        ("Channing/channing/NOUN", "Channing/chan/VERB", False),
        ("Romain/romain/NOUN", "Roman/Roman/ADJ", True),
        ("roc/roc/NOUN", "Rock/rock/VERB", True),
    ],
    ids=["a name", "a noun with a capital", "an adjective of a country", "a noun without one"],
)
def test_a_word_with_a_capital_is_the_name_that_it_translates(french, english, is_tag):
    line = (
        f"récit/récit/NOUN/Gender=Fem/2/nsubj {french}/_/0/nmod dit/dire/VERB/_/-1/root que/que/SCONJ {HE}/5/nsubj tomba/tomber/VERB/_/2/ccomp",
        f"once/once/ADV/_/2/advmod {english}/_/2/compound said/say/VERB/_/-1/root that/that/SCONJ he/he/PRON/_/5/nsubj fell/fall/VERB/_/2/ccomp",
        "1-1 2-2 4-4 5-5",
    )
    (found,) = marks([line])
    assert found.is_tag == is_tag


def test_a_subject_that_only_the_source_shows_decides_too():
    line = (
        f"Novak/Novak/NOUN/_/1/nsubj rit/rire/VERB/_/-1/root quand/quand/SCONJ {HE}/4/nsubj tomba/tomber/VERB/_/1/advcl",
        "Novak/Novak/INTJ/_/1/advmod laughs/laugh/VERB/_/-1/root when/when/SCONJ he/he/PRON/_/4/nsubj fell/fall/VERB/_/1/advcl",
        "0-0 1-1 3-3 4-4",
    )
    (found,) = marks([line])
    assert not found.is_tag


@pytest.mark.parametrize(
    ("subject", "is_tag"),
    [
        ("baker/baker/NOUN/Number=Sing", False),
        ("stone/stone/NOUN/Number=Sing", True),
        ("we/we/PRON/Person=1", True),
        ("each/each/PRON/_", False),
    ],
    ids=["a person", "a thing", "somebody else", "whoever it is"],
)
def test_a_possessive_belongs_to_the_subject_of_its_clause_as_far_as_it_may(subject, is_tag):
    upos = subject.split("/")[2]
    line = (
        f"X/x/{upos}/_/1/nsubj perdit/perdre/VERB/_/-1/root son/son/DET/_/3/det pain/pain/NOUN/_/1/obj",
        f"{subject}/1/nsubj lost/lose/VERB/_/-1/root his/he/PRON/Poss=Yes/3/nmod:poss bread/bread/NOUN/_/1/obj",
        "0-0 1-1 2-2 3-3",
    )
    (found,) = marks([line])
    assert found.is_tag == is_tag


@pytest.mark.parametrize(("verb", "is_tag"), [("say", False), ("fall", True)])
def test_what_is_said_of_a_pronoun_holds_for_the_others_that_stand_for_the_same(verb, is_tag):
    line = (
        f"{HE}/1/nsubj x/x/VERB/_/-1/root que/que/SCONJ {HE}/4/nsubj tomba/tomber/VERB/_/1/ccomp",
        f"he/he/PRON/_/1/nsubj x/{verb}/VERB/_/-1/root that/that/SCONJ he/he/PRON/_/4/nsubj fell/fall/VERB/_/1/ccomp",
        "0-0 1-1 3-3 4-4",
    )
    cluster = Cluster((mention(0, 0, "name"), mention(1, 0), mention(1, 3)))
    assert [found.is_tag for found in marks([line], cluster)] == [is_tag, is_tag]


def test_only_nouns_and_pronouns_of_the_source_are_evidence():
    line = (
        f"{HE}/1/nsubj tomba/tomber/VERB",
        "he/he/PRON/_/1/nsubj fell/fall/VERB",
        "0-0 1-1",
    )
    built = document(
        [PAUL[0], line[0]],
        side(
            "en",
            [PAUL[1], line[1]],
            clusters=[Cluster((mention(0, 0, "name"), mention(1, 0)))],
        ),
        ["0-0 1-0", line[2]],
    )
    table = Table("en", "pronouns", Path("pronouns.toml"), "test", tomllib.loads(TABLE), "0")
    tagger = PronounTagger.create(
        context(source="fr", target="en", tables={"pronouns": table}, sure=0)
    )
    (found,) = tagger.mark(built)
    assert found.evidence == (TokenRef("source", 0, 0), TokenRef("target", 0, 0))


@pytest.mark.parametrize(("noun", "is_tag"), [("Novak/Novak/PROPN", False), ("we/we/PRON", True)])
def test_a_possessive_put_first_stands_for_the_noun_behind_the_comma(noun, is_tag):
    line = (
        "à/à/ADP son/son/DET/_/2/det fête/fête/NOUN ,/,/PUNCT X/x/NOUN chanta/chanter/VERB",
        f"at/at/ADP/_/2/case his/he/PRON/Poss=Yes/2/nmod:poss party/party/NOUN/_/5/obl ,/,/PUNCT/_/5/punct {noun}/_/2/appos sang/sing/VERB/_/-1/root",
        "0-0 1-1 2-2 4-4 5-5",
    )
    (found,) = marks([line])
    assert found.is_tag == is_tag


@pytest.mark.parametrize(
    ("before", "is_tag"), [("the/the/DET/_/1/det", False), ("as/as/ADV", True)]
)
def test_an_adjective_with_a_determiner_may_be_a_person(before, is_tag):
    line = (
        f"x/x/ADV x/x/ADJ partit/partir/VERB quand/quand/SCONJ {HE}/5/nsubj tomba/tomber/VERB",
        f"{before} elder/elder/ADJ/_/2/nsubj left/leave/VERB/_/-1/root when/when/SCONJ he/he/PRON/_/5/nsubj fell/fall/VERB/_/2/advcl",
        "0-0 1-1 2-2 4-4 5-5",
    )
    (found,) = marks([line])
    assert found.is_tag == is_tag


def test_a_name_that_the_tagger_does_not_know_is_one_by_its_capital():
    line = (
        f"ainsi/ainsi/ADV x/x/ADV Novak/Novak/X partit/partir/VERB quand/quand/SCONJ {HE}/6/nsubj tomba/tomber/VERB",
        "so/so/ADV then/then/ADV Novak/Novak/INTJ/_/3/advmod left/leave/VERB/_/-1/root when/when/SCONJ he/he/PRON/_/6/nsubj fell/fall/VERB/_/3/advcl",
        "0-0 3-3 5-5 6-6",
    )
    (found,) = marks([line])
    assert not found.is_tag


def test_he_with_the_name_behind_it_is_named_in_its_own_segment():
    line = (
        f"{HE}/1/nsubj tomba/tomber/VERB",
        "he/he/PRON/_/2/nsubj (Novak)/Novak/PROPN/_/0/appos fell/fall/VERB/_/-1/root",
        "0-0 1-2",
    )
    (found,) = marks([line])
    assert not found.is_tag


def test_nobody_is_not_spoken_of_again():
    built = document(
        ["personne/personne/PRON vint/venir/VERB", f"{HE}/1/nsubj tomba/tomber/VERB"],
        side(
            "en",
            ["nobody/nobody/PRON came/come/VERB", "he/he/PRON/_/1/nsubj fell/fall/VERB"],
            clusters=[Cluster((mention(0, 0, "noun"), mention(1, 0)))],
        ),
        ["0-0 1-1", "0-0 1-1"],
    )
    table = Table("en", "pronouns", Path("pronouns.toml"), "test", tomllib.loads(TABLE), "0")
    tagger = PronounTagger.create(
        context(source="fr", target="en", tables={"pronouns": table}, sure=0)
    )
    (found,) = tagger.mark(built)
    assert not found.evidence


STONE = "stone/stone/NOUN/Number=Sing/1/{} rolled/roll/VERB/_/-1/root {}"


def sure(
    relation="nsubj",
    beside="far/far/ADV",
    gender="Masc",
    *,
    confidence=0.9,
    other=0.0,
    it="{}",
    place=0,
):
    """Return how sure the evidence of *it* is: the stone of the segment before."""
    cluster = Cluster((mention(0, 0, "noun"), mention(1, place)), (1.0, confidence))
    rival = Cluster((mention(0, 2, "noun"), mention(1, place)), (1.0, other))
    english = replace(
        side(
            "en",
            [STONE.format(relation, beside), it.format("it/it/PRON/_/1/nsubj fell/fall/VERB")],
            clusters=[cluster],
        ),
        alternatives=(rival,) if other else (),
    )
    built = document(
        [
            f"x/x/NOUN/Gender={gender}|Number=Sing roula/rouler/VERB loin/loin/ADV",
            f"{HE}/1/nsubj tomba/tomber/VERB",
        ],
        english,
        ["0-0 1-1", "0-0 1-1"],
    )
    pair = Pair("il→neut", TokenRef("target", 1, place), 0, "antecedent")
    evidence = (TokenRef("source", 0, 0), TokenRef("target", 0, 0))
    found = Antecedent("coreference", evidence=evidence, confidence=confidence)
    agreement = SourceAgreement(built, 1, 0, "neut", sorts=SORTS)
    return target_sureness(built, pair, found, Coreference(built), agreement)


def test_a_subject_of_the_target_is_surer_than_a_noun_that_hangs_below_another():
    assert sure("nsubj") > sure("nmod")


def test_what_the_resolver_is_surer_of_is_surer():
    assert sure(confidence=0.9) > sure(confidence=0.6)


def test_what_else_the_resolver_thinks_of_makes_it_less_sure():
    assert sure(beside="bread/bread/NOUN/Number=Sing", other=0.4) < sure(
        beside="bread/bread/NOUN/Number=Sing"
    )


def test_a_noun_whose_source_has_another_gender_is_less_sure():
    assert sure(gender="Fem") < sure()


@pytest.mark.parametrize(("gender", "is_clash"), [("Fem", True), ("Masc", False)])
def test_a_name_has_the_gender_of_its_verb_in_the_source(gender, is_clash):
    built = document(
        [f"Nik/Nik/PROPN/_/1/nsubj x/x/VERB/Gender={gender}", f"{HE}/1/nsubj x/x/VERB"],
        ["Nik/Nik/PROPN/_/1/nsubj left/leave/VERB", "he/he/PRON/_/1/nsubj fell/fall/VERB"],
        ["0-0 1-1", "0-0 1-1"],
    )
    agreement = SourceAgreement(built, 1, 0, "masc", sorts=SORTS)
    assert agreement.clashes(TokenRef("target", 0, 0)) is is_clash


def test_who_speaks_is_seldom_what_is_spoken_of_next():
    assert sure(beside="“far/far/ADV/_/1/advmod ”/”/PUNCT/_/1/punct") < sure()


def test_what_is_named_outside_a_quotation_is_seldom_spoken_of_within():
    assert sure(it="“/“/PUNCT/_/1/punct {}", place=1) < sure(it=",/,/PUNCT/_/1/punct {}", place=1)


@pytest.mark.parametrize(("least", "is_named"), [(0.05, True), (0.999, False)])
def test_evidence_of_the_target_side_is_named_where_it_is_sure_enough(least, is_named):
    line = (f"{HE}/1/nsubj tomba/tomber/VERB", "he/he/PRON/_/1/nsubj fell/fall/VERB", "0-0 1-1")
    (found,) = marks([line], sure=least)
    assert (bool(found.evidence), found.is_tag) == (is_named, True)
