"""Words of the own segment that decide a pronoun, and sorts of things that it may stand for."""

# ruff: noqa: E501 - a parse is one line
import pytest

from discotag.core.document import Cluster
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses, NounClassTable
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

from .pronoun_documents import (
    IT_LINE,
    LINKS,
    OWN_LINKS,
    OWN_SOURCE,
    OWN_TARGET,
    SHE_FELL,
    STUDY_LINE,
    TABLE,
    TABLE_LINE,
    mark,
    mention,
    table,
)


@pytest.mark.parametrize(
    ("second", "is_evidence"), [("Masc", True), ("Fem", False)], ids=["one masculine", "none"]
)
def test_a_coordination_has_the_gender_that_one_of_its_nouns_allows(second, is_evidence):
    both = (
        "study/study/NOUN/_/-1/root and/and/CCONJ/_/2/cc plan/plan/NOUN/_/0/conj",
        f"étude/étude/NOUN/Gender=Fem|Number=Sing et/et/CCONJ plan/plan/NOUN/Gender={second}|Number=Sing",
    )
    they = (IT_LINE[0], "Il/lui/PRON/Gender=Masc|Number=Plur/1/nsubj cassa/casser/VERB")
    cluster = Cluster((mention(0, 0, "noun"), mention(1, 0)))
    (found,) = mark([both, they], [cluster], ["0-0 1-1 2-2", LINKS])
    assert bool(found.evidence) is is_evidence


@pytest.mark.parametrize(
    ("gender", "deprel", "is_tag"),
    [("Fem", "root", False), ("Masc", "root", True), ("Fem", "compound", True)],
)
def test_an_agreeing_noun_before_the_pronoun_decides_where_no_antecedent_is_known(
    gender, deprel, is_tag
):
    own = (OWN_SOURCE.format(deprel), OWN_TARGET.format(gender))
    (found,) = mark([TABLE_LINE, own], [], [LINKS, OWN_LINKS])
    assert (found.label, found.is_tag) == ("it→fem", is_tag)
    assert mark([TABLE_LINE, own], [], [LINKS, OWN_LINKS], agreement=False)[0].is_tag


def test_a_wrong_gender_needs_no_context_where_the_noun_stands_in_the_own_segment():
    own = (OWN_SOURCE.format("root"), OWN_TARGET.format("Masc"))
    inside = Cluster((mention(1, 1, "noun"), mention(1, 3)))
    (found,) = mark([TABLE_LINE, own], [inside], [LINKS, OWN_LINKS])
    assert (found.label, found.is_tag) == ("it→fem", False)


@pytest.mark.parametrize(("score", "distance"), [(0.9, 1), (0.5, None)])
def test_a_doubtful_cluster_gives_way_to_an_agreeing_noun_of_the_own_segment(score, distance):
    own = (OWN_SOURCE.format("root"), OWN_TARGET.format("Fem"))
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 3)), (1.0, score))
    (found,) = mark([TABLE_LINE, own], [cluster], [LINKS, OWN_LINKS])
    assert (found.distance, found.is_unresolved) == (distance, False)


OWNING = """
[[en]]
name = "its"
source = { form = ["its"], upos = ["PRON"] }
[[en.class]]
label = "masc"
forms = ["sein"]
"""


FIRM, FIRMA = "firm/firm/NOUN/_/{}/{}", "Konzern/Konzern/NOUN/Gender={}|Number=Sing"
ITS = "its/its/PRON/Poss=Yes/{}/nmod:poss"


SEIN = "sein/sein/DET/Poss=Yes|Gender=Neut|Number=Sing"


AFTER = (
    f"{FIRM.format(1, 'nsubj')} shows/show/VERB/_/-1/root {ITS.format(3)} plan/plan/NOUN/_/1/obj",
    "{} zeigt/zeigen/VERB " + f"{SEIN} Plan/Plan/NOUN",
)


IN_PLAN = f"in/in/ADP/_/2/case {ITS.format(2)} plan/plan/NOUN/_/4/obl"


BEHIND = (
    f"{IN_PLAN} {FIRM.format(4, 'nsubj')} grows/grow/VERB/_/-1/root",
    f"in/in/ADP {SEIN} Plan/Plan/NOUN " + "{} wächst/wachsen/VERB",
)


SAYS = (
    f"{FIRM.format(1, 'nsubj')} says/say/VERB/_/-1/root its/its/PRON/_/3/nsubj ends/end/VERB/_/1/ccomp",
    "{} sagt/sagen/VERB sein/sein/PRON endet/enden/VERB",
)


@pytest.mark.parametrize("own", [AFTER, BEHIND, SAYS])
@pytest.mark.parametrize(("gender", "is_tag"), [("Masc", False), ("Fem", True)])
def test_the_subject_of_its_own_clause_decides_a_possessive(own, gender, is_tag):
    noun = (STUDY_LINE[0], "Ein/ein/DET Betrieb/Betrieb/NOUN/Gender=Masc|Number=Sing")
    token = 1 if own is BEHIND else 2
    lines = [noun, (own[0], own[1].format(FIRMA.format(gender)))]
    cluster = Cluster((mention(0, 1, "noun"), mention(1, token)), (1.0, 0.6))
    source = side("en", [line[0] for line in lines], clusters=[cluster])
    links = [LINKS, " ".join(f"{k}-{k}" for k in range(len(own[0].split())))]
    built = document(source, [line[1] for line in lines], links)
    text = 'schema_version = 1\nsources = ["a grammar"]\n' + OWNING
    given = context(tables={"pronouns": table(text)}, unresolved="never")
    (found,) = PronounTagger.create(given).mark(built)
    assert found.is_tag == is_tag


@pytest.mark.parametrize(("colon", "is_evidence"), [(":", False), ("/x", True)])
def test_the_name_of_the_speaker_is_not_what_is_spoken_of(colon, is_evidence):
    lines = (f"Rita/Rita/PROPN {colon} Yes", f"Rita/Rita/PROPN {colon} Oui")
    cluster = Cluster((mention(0, 0, "name"), mention(1, 0)))
    (found,) = mark([lines, SHE_FELL], [cluster])
    assert bool(found.evidence) == is_evidence


@pytest.mark.parametrize(("verb", "is_tag"), [("said/say/VERB", False), ("fell/fall/VERB", True)])
def test_a_pronoun_that_speaks_is_no_thing(verb, is_tag):
    sorts = NounClasses(
        NounClassTable.model_validate(
            {
                "schema_version": 1,
                "sources": ["a grammar"],
                "persons": ["girl"],
                "things": ["study"],
                "of_persons": [{"form": "it", "head": {"lemma": "say"}}],
            }
        )
    )
    source = side("en", [STUDY_LINE[0], f"It/it/PRON/_/1/nsubj {verb}"], clusters=[])
    built = document(source, [STUDY_LINE[1], SHE_FELL[1]], [LINKS, LINKS])
    tagger = PronounTagger.create(context(tables={"pronouns": table()}, unresolved="never"))
    tagger = PronounTagger(tagger._options, tagger._pairs, sorts)
    assert [m.is_tag for m in tagger.mark(built)] == [is_tag]
    assert sorts.of_noun("Girl") == "persons"


@pytest.mark.parametrize(
    ("noun", "fits"), [("girl", False), ("stone", False), ("study", True), ("bank", True)]
)
def test_a_group_that_speaks_is_no_person_and_no_thing_but_a_writing(noun, fits):
    sorts = NounClasses(
        NounClassTable.model_validate(
            {
                "schema_version": 1,
                "sources": ["a grammar"],
                "persons": ["girl"],
                "things": ["stone", "study"],
                "speaking": ["study"],
                "of_groups": [{"form": "it", "head": {"lemma": "say"}}],
                "of_things": [{"form": "it"}],
            }
        )
    )
    lines = [f"{noun}/{noun}/NOUN", "It/it/PRON/_/1/nsubj said/say/VERB"]
    built = document(lines, ["x", "y"], ["", ""])
    sort = sorts.of_pronoun(built, TokenRef("source", 1, 0))
    assert sort == "groups"
    assert sorts.fits(built, sort, TokenRef("source", 0, 0)) == fits


def test_a_choice_of_register_does_not_reach_beyond_the_speaker():
    nous = ("We/we/PRON left/leave/VERB", "Nous/nous/PRON partîmes/partir/VERB")
    other = ("Rain/rain/NOUN falls/fall/VERB", "Pluie/pluie/NOUN tombe/tomber/VERB")
    document = [nous, *[other] * 3, nous]
    assert [m.distance for m in mark(document, reach=3)] == [None, None]
    assert [m.distance for m in mark(document, reach=4)] == [None, 4]


def test_coreference_by_segment_spares_what_follows_a_mention_of_its_own_segment():
    line = (
        f"{TABLE_LINE[0]} and/and/CCONJ it/it/PRON",
        f"{TABLE_LINE[1]} et/et/CCONJ elle/lui/PRON",
    )
    inside = Cluster((mention(1, 1, "noun"), mention(1, 3), mention(2, 0)))
    found = mark(
        [TABLE_LINE, line, IT_LINE],
        [inside],
        [LINKS, "0-0 1-1 2-2 3-3", LINKS],
        antecedents="segment",
    )
    assert [(m.segment, m.is_unresolved, m.evidence) for m in found] == [
        (1, False, ()),
        (2, True, ()),
    ]


@pytest.mark.parametrize(("gender", "is_tag"), [("Fem", False), ("Masc", True)])
def test_what_is_mine_is_named_before_in_the_same_segment(gender, is_tag):
    source = "seat/seat/NOUN/_/1/nsubj resembles/resemble/VERB/_/-1/root it/it/PRON/Poss=Yes/1/obj"
    target = f"x/x/NOUN/Gender={gender}|Number=Sing y/y/VERB elle/lui/PRON/Gender=Fem|Number=Sing"
    (found,) = mark([STUDY_LINE, (source, target)], [], [LINKS, "1-1 2-2"], unresolved="never")
    assert found.is_tag == is_tag


def sorts(**given):
    return NounClasses(
        NounClassTable.model_validate({"schema_version": 1, "sources": ["a grammar"]} | given)
    )


@pytest.mark.parametrize(("things", "is_tag"), [(["study"], False), (["stone"], True)])
def test_the_form_of_the_translation_may_tell_that_it_speaks_of_persons(things, is_tag):
    built = document(
        side("en", [STUDY_LINE[0], SHE_FELL[0]], clusters=[]),
        [STUDY_LINE[1], SHE_FELL[1]],
        [LINKS, LINKS],
    )
    tagger = PronounTagger.create(context(tables={"pronouns": table()}, unresolved="never"))
    target = sorts(of_persons=[{"form": "elle", "deprel": "nsubj"}])
    tagger = PronounTagger(tagger._options, tagger._pairs, sorts(things=things), target)
    assert [m.is_tag for m in tagger.mark(built)] == [is_tag]


def test_the_part_of_a_thing_is_not_what_a_pronoun_takes_up():
    built = document(["Middle/middle/NOUN house/house/NOUN"], ["x"], [""])
    table = sorts(parts=["middle"])
    assert not table.fits(built, None, TokenRef("source", 0, 0))
    assert table.fits(built, None, TokenRef("source", 0, 1))


@pytest.mark.parametrize(("source_number", "is_tag"), [("Sing", False), ("Plur", True)])
def test_a_noun_of_the_own_segment_decides_whatever_number_the_analysis_gives_its_translation(
    source_number, is_tag
):
    own = (
        OWN_SOURCE.format("root").replace("NOUN/_", f"NOUN/Number={source_number}"),
        OWN_TARGET.format("Fem").replace(
            "étude/NOUN/Gender=Fem|Number=Sing", "étude/NOUN/Gender=Fem|Number=Plur"
        ),
    )
    own = (own[0].replace("it/it/PRON/_", "it/it/PRON/Number=Sing"), own[1])
    (found,) = mark([TABLE_LINE, own], [], [LINKS, OWN_LINKS])
    assert found.is_tag == is_tag


def test_a_subject_of_the_translation_decides_even_where_its_source_is_taken_for_something_else():
    own = (
        OWN_SOURCE.format("compound"),
        OWN_TARGET.format("Fem").replace("Number=Sing et", "Number=Sing/2/nsubj et", 1),
    )
    (found,) = mark([TABLE_LINE, own], [], [LINKS, OWN_LINKS])
    assert not found.is_tag


@pytest.mark.parametrize(("sort", "is_evidence"), [("things", True), ("persons", False)])
def test_a_pronoun_of_several_things_takes_up_plurals_of_any_gender(sort, is_evidence):
    text = TABLE.replace('label = "fem"', 'label = "things"')
    books = ("books/book/NOUN/Number=Plur/-1/root", "livres/livre/NOUN/Gender=Masc|Number=Plur")
    cluster = Cluster((mention(0, 0, "noun"), mention(1, 0)))
    built = document(
        side(
            "en", [books[0], SHE_FELL[0].replace("PRON/_", "PRON/Number=Plur")], clusters=[cluster]
        ),
        [books[1], SHE_FELL[1]],
        ["0-0", LINKS],
    )
    given = PronounTagger.create(context(tables={"pronouns": table(text)}, sure=0))
    tagger = PronounTagger(given._options, given._pairs, sorts(**{sort: ["book"]}))
    (found,) = tagger.mark(built)
    assert bool(found.evidence) == is_evidence


def test_of_two_pronouns_of_one_form_the_nearer_is_what_a_linked_word_translates():
    line = (
        "It/it/PRON/_/1/nsubj says/say/VERB/_/-1/root that/that/SCONJ it/it/PRON/_/4/nsubj fell/fall/VERB/_/1/ccomp",
        "On/on/PRON dit/dire/VERB que/que/SCONJ elle/lui/PRON/Gender=Fem/4/nsubj tomba/tomber/VERB",
    )
    (found,) = mark([line], [], ["0-3 3-3 4-4"])
    assert found.source_tokens == (3,)


INTO_ENGLISH = """
schema_version = 1
sources = ["a grammar"]
[[fr]]
name = "il"
source = { form = ["il", "on"], upos = ["PRON"] }
[[fr.class]]
label = "masc"
forms = ["he"]
"""


@pytest.mark.parametrize(
    ("verb", "word", "is_tag"),
    [
        ("said", "il/lui/PRON/Gender=Masc", False),
        ("fell", "il/lui/PRON/Gender=Masc", True),
        ("said", "on/on/PRON/_", True),
    ],
    ids=["who speaks is a person", "a thing may fall", "the source tells no gender"],
)
def test_a_person_by_its_own_clause_needs_no_context_where_the_source_tells_the_gender(
    verb, word, is_tag
):
    lemma = {"said": "say", "fell": "fall"}[verb]
    cluster = Cluster((mention(0, 0, "name"), mention(1, 0)))
    english = [
        "Paul/Paul/PROPN left/leave/VERB",
        f"he/he/PRON/_/1/nsubj {verb}/{lemma}/VERB/_/-1/root",
    ]
    built = document(
        ["Paul/Paul/PROPN partit/partir/VERB", f"{word}/1/nsubj x/x/VERB/_/-1/root"],
        side("en", english, clusters=[cluster]),
        [LINKS, LINKS],
    )
    given = PronounTagger.create(
        context(source="fr", target="en", tables={"pronouns": table(INTO_ENGLISH)})
    )
    target = sorts(evident_persons=[{"form": "he", "head": {"lemma": "say"}}])
    tagger = PronounTagger(given._options, given._pairs, None, target)
    assert [found.is_tag for found in tagger.mark(built)] == [is_tag]
