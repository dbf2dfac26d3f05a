"""Pronoun choice: listed pairs, antecedents, expletives, and the published rules."""

# ruff: noqa: E501 - a parse is one line
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from discotag.core.coreference import Cluster, Mention
from discotag.core.errors import TableError, UsageError
from discotag.core.language import LanguagePack
from discotag.core.patterns import Pattern
from discotag.core.tables import Table, read_table
from discotag.core.tags import TokenRef
from discotag.core.token_context import TokenContext
from discotag.core.windows import Window, windows
from discotag.plugins.pronouns.plugin import discotag_taggers
from discotag.plugins.pronouns.sorts import Sorts, SortTable
from discotag.plugins.pronouns.table import (
    ExpletiveTable,
    PronounTable,
    read_expletives,
    read_rules,
)
from discotag.plugins.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

TABLE = """
schema_version = 1
sources = ["a grammar"]
[[en]]
name = "it"
source = { form = ["it"], upos = ["PRON"] }
target = { upos = ["PRON"] }
[[en.class]]
label = "masc"
forms = ["il", "-il"]
[[en.class]]
label = "fem"
forms = ["elle"]
[[en.class]]
label = "neut"
forms = ["c'", "cela"]
decided_by = "nothing"
[[en]]
name = "we"
source = { form = ["we"], upos = ["PRON"] }
decided_by = "repetition"
[[en.class]]
label = "nous"
forms = ["nous"]
[[en.class]]
label = "on"
forms = ["on"]
[published.muda]
source = "the published code"
[published.muda.words.en]
it = ["il", "elle", "lui"]
we = ["nous", "on"]
you = ["tu", "vous"]
"""
BOUGHT = ("I/I/PRON bought/buy/VERB it/it/PRON", "Je/je/PRON le/le/PRON prends/prendre/VERB")
TABLE_LINE = ("A/a/DET table/table/NOUN", "Une/un/DET table/table/NOUN")
IT_LINE = ("It/it/PRON/_/1/nsubj broke/break/VERB", "Elle/lui/PRON/_/1/nsubj cassa/casser/VERB")
LINKS = "0-0 1-1"


def mention(segment, token, kind="pronoun"):
    return Mention(segment, token, token + 1, token, kind)


def table(text=TABLE):
    return Table("fr", "pronouns", Path("pronouns.toml"), "test", tomllib.loads(text), "0")


STUDY_LINE = (
    "A/a/DET study/study/NOUN/_/-1/root",
    "Une/un/DET étude/étude/NOUN/Gender=Fem|Number=Sing",
)
HE_LINE = (
    "It/it/PRON/_/1/nsubj broke/break/VERB",
    "Il/lui/PRON/Gender=Masc|Number=Sing/1/nsubj cassa/casser/VERB",
)

SHE_FELL = (
    "It/it/PRON/_/1/nsubj fell/fall/VERB",
    "Elle/lui/PRON/Gender=Fem|Number=Sing/1/nsubj tomba/tomber/VERB",
)


def mark(lines, clusters=None, alignment=None, **options):
    source = side("en", [line[0] for line in lines], clusters=clusters)
    built = document(source, [line[1] for line in lines], alignment or [LINKS] * len(lines))
    settings = {"unresolved": "always"} | options
    tagger = PronounTagger.create(context(tables={"pronouns": table()}, **settings))
    return list(tagger.mark(built))


def test_an_antecedent_in_an_earlier_segment_is_the_evidence_with_its_translation():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    (found,) = mark([TABLE_LINE, IT_LINE], [cluster])
    assert (found.label, found.segment, found.token, found.source_tokens) == ("it→fem", 1, 0, (0,))
    assert [tuple(p) for p in found.evidence] == [("source", 0, 1), ("target", 0, 1)]
    assert found.distance == 1
    assert not found.is_unresolved


def test_an_antecedent_in_the_same_segment_leaves_a_mark_without_evidence():
    line = (
        f"{TABLE_LINE[0]} and/and/CCONJ it/it/PRON",
        f"{TABLE_LINE[1]} et/et/CCONJ elle/lui/PRON",
    )
    cluster = Cluster((mention(1, 1, "noun"), mention(1, 3)))
    (found,) = mark([TABLE_LINE, line], [cluster], [LINKS, "0-0 1-1 2-2 3-3"])
    assert found.label == "it→fem"
    assert not found.is_tag


def test_a_pronoun_in_the_same_segment_does_not_replace_the_noun_before_it():
    line = ("It/it/PRON and/and/CCONJ it/it/PRON", "Elle/lui/PRON et/et/CCONJ elle/lui/PRON")
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0), mention(1, 2)))
    found = mark([TABLE_LINE, line], [cluster], [LINKS, "0-0 1-1 2-2"])
    assert [m.evidence[0].segment for m in found] == [0, 0]


def test_the_nearest_noun_is_preferred_to_a_nearer_pronoun():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0), mention(2, 0)))
    found = mark([TABLE_LINE, IT_LINE, IT_LINE], [cluster])
    assert [m.distance for m in found] == [1, 2]


def test_a_chain_of_pronouns_gives_the_nearest_pronoun_of_an_earlier_segment():
    cluster = Cluster((mention(1, 0), mention(2, 0), mention(3, 0)))
    found = mark([TABLE_LINE, IT_LINE, IT_LINE, IT_LINE], [cluster])
    assert [(m.distance, m.is_unresolved) for m in found] == [(None, True), (1, False), (1, False)]


def test_an_unknown_antecedent_is_unresolved_but_not_in_the_first_segment():
    found = mark([IT_LINE, IT_LINE], [])
    assert [m.is_unresolved for m in found] == [False, True]
    assert [m.is_unresolved for m in mark([IT_LINE, IT_LINE], None)] == [False, True]
    assert not any(m.is_tag for m in mark([IT_LINE, IT_LINE], [], unresolved="never"))


def test_by_default_an_unknown_antecedent_is_a_tag_only_where_nothing_resolves():
    assert not any(m.is_tag for m in mark([IT_LINE, IT_LINE], [], unresolved="no-coref"))
    found = mark([IT_LINE, IT_LINE], None, unresolved="no-coref")
    assert [m.is_unresolved for m in found] == [False, True]


def test_the_label_tells_the_gender_where_the_analysis_does_not():
    line = (IT_LINE[0], "Il/lui/PRON/Number=Sing/1/nsubj cassa/casser/VERB")
    (found,) = mark([STUDY_LINE, line], [Cluster((mention(0, 1, "noun"), mention(1, 0)))])
    assert (found.label, found.evidence) == ("it→masc", ())


def test_a_pronoun_that_was_not_translated_is_no_evidence():
    cluster = Cluster((mention(0, 0), mention(1, 0)))
    untranslated = ("It/it/PRON rains/rain/VERB", "Ça/ça/X pleut/pleuvoir/VERB")
    (found,) = mark([untranslated, IT_LINE], [cluster], ["1-1", LINKS])
    assert (found.evidence, found.is_unresolved) == ((), True)


def test_an_antecedent_beyond_the_window_is_no_evidence_and_not_unresolved():
    cluster = Cluster((mention(0, 1, "noun"), mention(2, 0)))
    (found,) = mark([TABLE_LINE, TABLE_LINE, IT_LINE], [cluster], window=1)
    assert not found.is_tag


def test_a_later_noun_is_evidence_only_where_following_segments_count():
    cluster = Cluster((mention(1, 0), mention(2, 1, "noun")))
    lines = [TABLE_LINE, IT_LINE, TABLE_LINE]
    assert mark(lines, [cluster])[0].is_unresolved
    assert mark(lines, [cluster], following=True)[0].distance == -1
    assert mark(lines, [cluster], following=1)[0].distance == -1
    assert mark([*lines[:2], IT_LINE, TABLE_LINE], [far_cluster()], following=1)[0].is_unresolved


def far_cluster():
    return Cluster((mention(1, 0), mention(3, 1, "noun")))


def test_an_earlier_and_a_later_noun_are_evidence_side_by_side():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0), mention(3, 1, "noun")))
    lines = [TABLE_LINE, IT_LINE, TABLE_LINE, TABLE_LINE]
    (found,) = mark(lines, [cluster], following=True)
    assert {place.segment for place in found.evidence} == {0, 3}
    assert windows(found) == (Window(0, 2), Window(1, 0))
    (alone,) = mark(lines, [cluster])
    assert (alone.span, alone.needed) == (1, None)


def test_a_later_pronoun_decides_nothing():
    cluster = Cluster((mention(0, 0), mention(1, 0)))
    found = mark([IT_LINE, IT_LINE], [cluster], following=True)
    assert [one.distance for one in found] == [None, 1]


def test_a_noun_of_another_gender_is_no_evidence():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    (found,) = mark([STUDY_LINE, HE_LINE], [cluster])
    assert (found.label, found.evidence, found.is_unresolved) == ("it→masc", (), True)
    (kept,) = mark([STUDY_LINE, HE_LINE], [cluster], agreement=False)
    assert kept.distance == 1


def test_an_agreeing_mention_is_evidence_before_a_nearer_one_that_conflicts():
    plan = ("A/a/DET plan/plan/NOUN/_/-1/root", "Un/un/DET plan/plan/NOUN/Gender=Masc|Number=Sing")
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 1, "noun"), mention(2, 0)))
    (found,) = mark([plan, STUDY_LINE, HE_LINE], [cluster])
    assert found.distance == 2


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


OWN_SOURCE = "the/the/DET study/study/NOUN/_/-1/{} and/and/CCONJ it/it/PRON/_/1/conj"
OWN_TARGET = "la/le/DET étude/étude/NOUN/Gender={}|Number=Sing et/et/CCONJ elle/lui/PRON/Gender=Fem|Number=Sing"
OWN_LINKS = "0-0 1-1 2-2 3-3"


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


def test_a_likely_noun_stands_for_an_antecedent_that_coreference_does_not_name():
    (found,) = mark([STUDY_LINE, SHE_FELL], [])
    assert [tuple(place) for place in found.evidence] == [("source", 0, 1), ("target", 0, 1)]
    assert mark([STUDY_LINE, SHE_FELL], [], likely=False)[0].evidence == ()


def test_no_noun_is_likely_to_stand_for_a_speaker():
    source, target = SHE_FELL
    speaking = source.replace("PRON/_", "PRON/Person=1", 1), target
    owning = source.replace("PRON/_", "PRON/Person=1|Poss=Yes", 1), target  # mine → la mienne
    assert mark([STUDY_LINE, speaking], [])[0].evidence == ()
    assert mark([STUDY_LINE, owning], [])[0].evidence


def test_a_likely_noun_must_agree_and_be_no_time():
    assert mark([STUDY_LINE, HE_LINE], [])[0].evidence == ()
    time = ("A/a/DET week/week/NOUN/_/0/obl:unmarked", STUDY_LINE[1])
    assert mark([time, SHE_FELL], [])[0].evidence == ()


def test_a_subject_is_likelier_than_a_nearer_adjunct():
    english = "study/study/NOUN/_/1/nsubj shows/show/VERB in/in/ADP rain/rain/NOUN/_/1/obl"
    french = (
        "étude/étude/NOUN/Gender=Fem|Number=Sing montre/montrer/VERB"
        " sous/sous/ADP pluie/pluie/NOUN/Gender=Fem|Number=Sing"
    )
    (found,) = mark([(english, french), SHE_FELL], [], ["0-0 1-1 2-2 3-3", LINKS])
    assert found.evidence[1].token == 0


TWO_NOUNS = (
    "study/study/NOUN/_/1/nsubj shows/show/VERB rain/rain/NOUN/_/1/obj",
    "étude/étude/NOUN/Gender=Fem montre/montrer/VERB pluie/pluie/NOUN/Gender=Fem",
)


def weighed(shares, line=TWO_NOUNS, links="0-0 1-1 2-2"):
    """Tag *it* behind a line; `shares` are those of the line's nouns, by token."""
    alternatives = tuple(
        Cluster((mention(0, token, "noun"), mention(1, 0)), (1.0, share))
        for token, share in sorted(shares.items(), key=lambda item: -item[1])
    )
    source = replace(side("en", [line[0], SHE_FELL[0]], clusters=[]), alternatives=alternatives)
    built = document(source, [line[1], SHE_FELL[1]], [links, LINKS])
    tagger = PronounTagger.create(context(tables={"pronouns": table()}, unresolved="always"))
    (found,) = tagger.mark(built)
    return [tuple(place) for place in found.evidence]


def test_of_nouns_that_agree_the_one_that_coreference_finds_likelier_is_evidence():
    assert weighed({}) == [("source", 0, 0), ("target", 0, 0)]
    assert weighed({0: 0.1, 2: 0.6}) == [("source", 0, 2), ("target", 0, 2)]
    assert weighed({0: 0.6, 2: 0.1}) == [("source", 0, 0), ("target", 0, 0)]


def test_a_noun_of_another_gender_is_no_evidence_however_likely():
    rain = TWO_NOUNS[0], TWO_NOUNS[1].replace("pluie/pluie/NOUN/Gender=Fem", "x/x/NOUN/Gender=Masc")
    assert weighed({0: 0.02, 2: 0.9}, rain) == [("source", 0, 0), ("target", 0, 0)]


@pytest.mark.parametrize(("share", "token"), [(0.9, 0), (0.05, 2)])
def test_a_noun_without_translation_is_evidence_if_it_is_much_likelier(share, token):
    assert weighed({0: share, 2: 0.2}, links="1-1 2-2")[0] == ("source", 0, token)
    assert weighed({2: share}, links="1-1") == []


def test_what_the_text_goes_on_to_speak_of_is_likelier_than_a_nearer_object():
    second = (
        "It/it/PRON/_/1/nsubj needs/need/VERB food/food/NOUN/_/1/obj",
        f"{SHE_FELL[1]} nourriture/nourriture/NOUN/Gender=Fem|Number=Sing/1/obj",
    )
    study = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    links = [LINKS, "0-0 1-1 2-2", LINKS]
    found = mark([STUDY_LINE, second, SHE_FELL], [study], links)
    assert [one.evidence[1] for one in found] == [TokenRef("target", 0, 1)] * 2
    alone = mark([("Well", "Bon"), second, SHE_FELL], [], ["", *links[1:]], unresolved="never")
    assert alone[1].evidence[1] == TokenRef("target", 1, 2)


def test_a_named_thing_is_likely_by_its_determiner_alone():
    english = "The/the/DET/_/1/det bank/Bank/PROPN/_/-1/root"
    french = "{} BCE/BCE/PROPN/{}/-1/root"
    told = french.format("La/le/DET/Gender=Fem/1/det", "Gender=Masc")
    untold = french.format("De/de/ADP/_/1/case", "Gender=Fem")
    (found,) = mark([(english, told), SHE_FELL], [])
    assert found.evidence[1] == TokenRef("target", 0, 1)
    assert mark([(english, untold), SHE_FELL], [])[0].evidence == ()


def test_a_high_noun_with_a_determiner_is_likelier_than_a_nearer_bare_one_below():
    english = "A/a/DET/_/1/det study/study/NOUN/_/2/nsubj shows/show/VERB/_/-1/root that/that/SCONJ/_/5/mark rain/rain/NOUN/_/5/nsubj falls/fall/VERB/_/2/ccomp"
    french = "Une/un/DET étude/étude/NOUN/Gender=Fem|Number=Sing montre/montrer/VERB que/que/SCONJ pluie/pluie/NOUN/Gender=Fem|Number=Sing tombe/tomber/VERB"
    links = ["0-0 1-1 2-2 3-3 4-4 5-5", LINKS]
    (found,) = mark([(english, french), SHE_FELL], [], links)
    assert found.evidence[1].token == 1


OWNING = """
[[en]]
name = "its"
source = { form = ["its"], upos = ["PRON"] }
[[en.class]]
label = "masc"
forms = ["sein"]
"""
ITS = "its/its/PRON/Poss=Yes/{}/nmod:poss"
SEIN = "sein/sein/DET/Poss=Yes|Gender=Neut|Number=Sing"
FIRM, FIRMA = "firm/firm/NOUN/_/{}/{}", "Konzern/Konzern/NOUN/Gender={}|Number=Sing"
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


NEUTER = """
[[en]]
name = "it"
source = { form = ["it"], upos = ["PRON"] }
[[en.class]]
label = "neut"
forms = ["es"]
"""
ES = "es/es/PRON/Gender=Neut|Number=Sing/1/nsubj fiel/fallen/VERB"


@pytest.mark.parametrize(("gender", "is_tag"), [("Neut", True), ("Masc", False)])
def test_a_neuter_after_neuters_needs_a_noun_that_agrees(gender, is_tag):
    noun = (STUDY_LINE[0], f"Ein/ein/DET Buch/Buch/NOUN/Gender={gender}|Number=Sing")
    fell = (SHE_FELL[0], ES)
    source = side(
        "en",
        [line[0] for line in (noun, fell, fell)],
        clusters=[Cluster((mention(1, 0), mention(2, 0)))],
    )
    built = document(source, [line[1] for line in (noun, fell, fell)], [LINKS] * 3)
    text = 'schema_version = 1\nsources = ["a grammar"]\n' + NEUTER
    given = context(tables={"pronouns": table(text)}, unresolved="never")
    assert list(PronounTagger.create(given).mark(built))[-1].is_tag == is_tag


def test_nothing_is_likely_where_an_agreeing_noun_stands_before_the_pronoun():
    own = (OWN_SOURCE.format("root"), f"{OWN_TARGET.format('Fem')}")
    assert mark([STUDY_LINE, own], [], [LINKS, OWN_LINKS], unresolved="never")[0].evidence == ()


@pytest.mark.parametrize(("verb", "is_tag"), [("said/say/VERB", False), ("fell/fall/VERB", True)])
def test_a_pronoun_that_speaks_is_no_thing(verb, is_tag):
    sorts = Sorts(
        SortTable.model_validate(
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
    sorts = Sorts(
        SortTable.model_validate(
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
    sort = sorts.of_pronoun(built, 1, 0)
    assert sort == "groups"
    assert sorts.fits(built, sort, TokenRef("source", 0, 0)) == fits


def test_a_cluster_of_low_score_is_not_believed():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)), (1.0, 0.1))
    (found,) = mark([TABLE_LINE, IT_LINE], [cluster])
    assert found.is_unresolved
    (believed,) = mark([TABLE_LINE, IT_LINE], [cluster], confidence=0.0)
    assert believed.distance == 1


def test_a_class_that_only_a_known_antecedent_decides_is_never_unresolved():
    text = TABLE.replace(
        'source = { form = ["it"], upos = ["PRON"] }',
        'source = { form = ["it"] }\ndecided_by = "known"',
    )
    built = document(
        side("en", [TABLE_LINE[0], IT_LINE[0]], clusters=[]),
        [TABLE_LINE[1], IT_LINE[1]],
        [LINKS] * 2,
    )
    (found,) = PronounTagger.create(context(tables={"pronouns": table(text)})).mark(built)
    assert (found.label, found.is_tag) == ("it→fem", False)
    known = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    built = document(
        side("en", [TABLE_LINE[0], IT_LINE[0]], clusters=[known]),
        [TABLE_LINE[1], IT_LINE[1]],
        [LINKS] * 2,
    )
    (found,) = PronounTagger.create(context(tables={"pronouns": table(text)})).mark(built)
    assert found.distance == 1


def test_a_form_that_bears_no_class_is_no_mark():
    assert mark([TABLE_LINE, BOUGHT], [], [LINKS, "0-0 1-2 2-1"]) == []


def test_a_class_that_nothing_decides_is_a_mark_but_no_tag():
    line = ("It/it/PRON is/be/AUX", "C’/ce/PRON est/être/AUX")
    (found,) = mark([TABLE_LINE, line], [])[-1:]
    assert (found.label, found.is_tag) == ("it→neut", False)


def test_a_choice_of_register_is_decided_by_the_earlier_choice():
    nous = ("We/we/PRON left/leave/VERB", "Nous/nous/PRON partîmes/partir/VERB")
    on = ("We/we/PRON left/leave/VERB", "On/on/PRON partit/partir/VERB")
    found = mark([nous, on, nous, nous])
    assert [(m.label, m.distance) for m in found] == [
        ("we→nous", None),
        ("we→on", None),
        ("we→nous", 2),
        ("we→nous", 1),
    ]
    plain = mark([nous, on, nous], repetition=False)
    assert [m.is_unresolved for m in plain] == [False, True, True]


def test_a_choice_of_register_does_not_reach_beyond_the_speaker():
    nous = ("We/we/PRON left/leave/VERB", "Nous/nous/PRON partîmes/partir/VERB")
    other = ("Rain/rain/NOUN falls/fall/VERB", "Pluie/pluie/NOUN tombe/tomber/VERB")
    document = [nous, *[other] * 3, nous]
    assert [m.distance for m in mark(document, reach=3)] == [None, None]
    assert [m.distance for m in mark(document, reach=4)] == [None, 4]


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "pack_with_expletives"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "data" / "expletives.toml").write_text(
        'schema_version = 1\nsources = ["a grammar"]\n'
        '[[pronoun]]\nform = ["it", "il"]\ndeprel = ["expl"]\n'
        '[[pronoun]]\nform = ["il"]\nhead = { lemma = ["pleuvoir"] }\n',
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return LanguagePack(schema_version=1, code="fr", name="French", package="pack_with_expletives")


@pytest.mark.parametrize(
    ("source_deprel", "target_lemma"),
    [("expl", "casser"), ("nsubj", "pleuvoir")],
    ids=["by the source", "by the target"],
)
def test_an_expletive_is_no_mark_unless_asked_for(pack, source_deprel, target_lemma):
    built = document(
        ["", f"It/it/PRON/_/1/{source_deprel} rains/rain/VERB"],
        ["", f"Il/lui/PRON/_/1/nsubj pleut/{target_lemma}/VERB"],
        ["", LINKS],
    )
    source = pack.model_copy(update={"code": "en"})
    tables = {"pronouns": table()}
    tagger = PronounTagger.create(context(pack, source=source, tables=tables))
    assert list(tagger.mark(built)) == []
    asked = PronounTagger.create(context(pack, source=source, tables=tables, expletives=True))
    assert [m.label for m in asked.mark(built)] == ["it→masc"]


def test_without_coreference_every_listed_pair_is_a_tag():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    found = mark(
        [IT_LINE, IT_LINE], [cluster], antecedents="none", forms="muda", first_segment=True
    )
    assert [(m.label, m.is_unresolved, m.evidence) for m in found] == [("it→fem", True, ())] * 2


def test_the_published_list_knows_no_conditions_but_two_pronouns():
    line = ("it/it/PRON it/it/DET it/it/PRON", "lui/lui/PRON elle/lui/PRON il/il/NOUN")
    found = mark([TABLE_LINE, line], None, [LINKS, "0-0 1-1 2-2"], forms="muda")
    assert [m.label for m in found] == ["it→lui"]


def test_a_published_pair_without_a_rule_is_named_by_its_words():
    line = ("you/you/PRON you/you/PRON", "vous/vous/PRON il/il/PRON")
    found = mark([TABLE_LINE, line], None, [LINKS, "0-0 1-1"], forms="muda")
    assert [m.label for m in found] == ["you→vous"]


def test_published_lists_are_compared_without_what_stands_around_a_word():
    line = ("It/it/PRON", "-il/il/PRON")
    found = mark([TABLE_LINE, line], None, [LINKS, "0-0"], forms="muda")
    assert [m.label for m in found] == ["it→masc"]


def test_the_published_code_knows_the_last_link_of_a_source_pronoun_alone():
    line = ("it/it/PRON", "elle/lui/PRON lui/lui/PRON")
    links = [LINKS, "0-0 0-1"]
    found = mark([TABLE_LINE, line], None, links, forms="muda", links="last")
    assert [m.token for m in found] == [1]
    assert [m.token for m in mark([TABLE_LINE, line], None, links, forms="muda")] == [0, 1]


def test_a_list_that_a_language_lacks_is_refused_with_those_it_has():
    with pytest.raises(UsageError, match=r"no list 'mdua' .*it has: muda"):
        mark([IT_LINE], forms="mdua")
    german = {"pronouns": table(TABLE.replace("[[en", "[[de"))}
    with pytest.raises(UsageError, match=r"source language 'de'; it has: none"):
        PronounTagger.create(context(source="de", tables=german, forms="muda"))


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


def test_a_target_pronoun_with_two_equal_links_is_marked_once():
    line = ("it/it/PRON it/it/PRON", "elle/lui/PRON")
    assert len(mark([TABLE_LINE, line], [], [LINKS, "0-0 1-0"])) == 1


def test_a_source_language_without_entries_is_an_error_that_names_the_file():
    with pytest.raises(TableError, match=r"pronouns\.toml: .*'ja'.*it has: en"):
        PronounTagger.create(context(source="ja", tables={"pronouns": table()}))
    with pytest.raises(TableError, match="no table of pronouns for 'fr'"):
        read_rules(None, "en", "fr")


def test_a_misspelt_key_of_the_table_is_an_error():
    with pytest.raises(TableError, match="labels"):
        read_rules(table(TABLE.replace('label = "fem"', 'labels = "fem"')), "en", "fr")


def test_a_variant_of_a_source_language_uses_its_language():
    assert [rule.name for rule in read_rules(table(), "en-gb", "fr")] == ["it", "we"]


FRENCH = Path(__file__).parents[2] / "plugins/lang-fr/discotag_lang_fr/data/pronouns.toml"


@pytest.mark.parametrize(
    ("source", "target", "links", "label"),
    [
        ("it/it/PRON", "-t-il/lui/PRON", "0-0", "it→masc"),
        ("it/it/PRON", "la/le/DET", "0-0", None),
        ("it/it/PRON", "l'/lui/PRON", "0-0", None),
        ("it/it/PRON", "le/lui/PRON/_/1/obj sait/savoir/VERB", "0-0", None),
        ("it/it/PRON", "le/lui/PRON/_/1/obj voit/voir/VERB", "0-0", "it→masc"),
        ("it/it/PRON", "lui/lui/PRON/_/1/iobj parle/parler/VERB", "0-0", None),
        ("it/it/PRON", "lui/lui/PRON/_/-1/obl:mod", "0-0", "it→masc"),
        ("them/they/PRON", "eux/lui/PRON", "0-0", "them→masc"),
        ("them/they/PRON", "les/lui/PRON", "0-0", None),
        ("that/that/PRON/PronType=Rel", "celle/celui/PRON", "0-0", None),
        ("that/that/PRON/PronType=Dem", "celle-là/celui-là/PRON", "0-0", "that→fem"),
        ("that/that/PRON/PronType=Dem", "celle/celui/PRON", "0-0", None),
        ("those/those/PRON/_/-1/root who/who/PRON/_/0/acl:relcl", "ceux/celui/PRON", "0-0", None),
        ("one/one/NOUN", "celle/celui/PRON", "0-0", "one→fem"),
        ("one/one/NOUN", "une/un/DET", "0-0", None),
        ("which/which/PRON/PronType=Int", "laquelle/lequel/PRON", "0-0", "which→fem"),
        ("which/which/PRON/PronType=Rel", "laquelle/lequel/PRON", "0-0", None),
        ("mine/mine/PRON", "la/le/DET mienne/mien/PRON", "0-1", "mine→fem"),
        ("ours/ours/PRON", "les/le/DET nôtre/nôtre/PRON", "0-1", None),
        ("ours/ours/PRON", "la/le/DET nôtre/nôtre/PRON", "0-1", "ours→fem"),
        ("we/we/PRON", "nous/nous/PRON/_/-1/expl:pv", "0-0", None),
    ],
)
def test_the_french_table_tells_class_bearing_forms_from_the_others(source, target, links, label):
    french = read_table(FRENCH, language="fr", phenomenon="pronouns", owner="test")
    tagger = PronounTagger.create(context(tables={"pronouns": french}))
    found = [m.label for m in tagger.mark(document([source], [target], [links]))]
    assert found == ([label] if label else [])


def test_the_french_table_holds_the_published_lists():
    french = read_table(FRENCH, language="fr", phenomenon="pronouns", owner="test")
    lists = french.validated(PronounTable).published
    code, paper = (lists[name].words["en"] for name in ("muda", "preprint"))
    assert {name: set(forms) for name, forms in paper.items()} == {
        "it": {"il", "elle", "lui"},
        "they": {"ils", "elles"},
        "them": {"ils", "elles"},
        "we": {"nous", "on"},
        "this": {"celle", "ceci"},
        "that": {"celle", "celui"},
        "these": {"celles", "ceux"},
        "those": {"celles", "ceux"},
    }
    assert {name: forms for name, forms in code.items() if paper.get(name) != forms} == {
        "you": ("tu", "vous", "on")
    }


def test_a_pack_without_expletives_has_none(pack):
    assert all(isinstance(pattern, Pattern) for pattern in read_expletives(pack))
    none = LanguagePack(schema_version=1, code="ja", name="Japanese", package="discotag.testing")
    assert read_expletives(none) == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("il/lui/PRON/_/1/nsubj pleut/pleuvoir/VERB", True),
        ("il/lui/PRON/_/2/nsubj y/y/PRON/_/2/obl a/avoir/VERB", True),
        ("il/lui/PRON/_/2/nsubj s’/se/PRON/_/2/expl agit/agir/VERB", True),
        ("il/lui/PRON/_/1/nsubj fait/faire/VERB froid/froid/ADJ/_/1/xcomp", True),
        ("il/lui/PRON/_/1/nsubj fait/faire/VERB très/très/ADV froid/froid/ADJ/_/4/amod samedi/samedi/NOUN/_/1/obj", True),
        ("il/lui/PRON/_/1/expl:subj reste/rester/VERB trois/trois/NUM/_/1/obj", True),
        ("il/lui/PRON/_/2/nsubj est/être/AUX/_/2/cop clair/clair/ADJ qu'/que/SCONJ/_/4/mark part/partir/VERB/_/2/csubj", True),
        ("il/lui/PRON/_/1/nsubj existe/exister/VERB un/un/DET/_/3/det risque/risque/NOUN/_/1/obj", True),
        ("il/lui/PRON/_/1/nsubj existe/exister/VERB vraiment/vraiment/ADV/_/1/advmod", False),
        ("il/lui/PRON/_/1/nsubj peut/pouvoir/VERB être/être/AUX/_/3/cop difficile/difficile/ADJ/_/1/xcomp de/de/ADP/_/5/mark partir/partir/VERB/_/3/csubj", True),
        ("il/lui/PRON/_/1/nsubj peut/pouvoir/VERB être/être/AUX/_/3/cop difficile/difficile/ADJ/_/1/xcomp", False),
        ("il/lui/PRON/_/3/nsubj a/avoir/AUX/_/3/aux été/être/AUX/_/3/aux:pass constaté/constater/VERB que/que/SCONJ/_/5/mark certains/certain/PRON/_/3/obj", True),
        ("il/lui/PRON/_/3/nsubj:pass a/avoir/AUX/_/3/aux été/être/AUX/_/3/aux:pass constaté/constater/VERB", False),
        ("il/lui/PRON/_/2/nsubj est/être/AUX/_/2/aux apparu/apparaître/VERB que/que/SCONJ/_/4/mark part/partir/VERB/_/2/ccomp", True),
        ("il/lui/PRON/_/1/expl:subj dit/dire/VERB qu'/que/SCONJ/_/3/mark part/partir/VERB/_/1/ccomp", False),
        ("il/lui/PRON/_/3/nsubj est/être/AUX/_/3/cop plus/plus/ADV/_/3/advmod rare/rare/ADJ que/que/SCONJ/_/5/case lui/lui/PRON/_/3/obl", False),
        ("il/lui/PRON/_/1/nsubj reste/rester/VERB calme/calme/ADJ/_/1/xcomp", False),
        ("il/lui/PRON/_/1/nsubj agit/agir/VERB", False),
        ("il/lui/PRON/_/2/expl:subj est/être/AUX/_/2/cop capable/capable/ADJ", False),
        ("il/lui/PRON/_/1/nsubj permet/permettre/VERB de/de/ADP/_/3/mark voir/voir/VERB/_/1/xcomp", False),
    ],
)  # fmt: skip
def test_french_il_is_an_expletive_beside_impersonal_verbs(line, expected):
    path = FRENCH.with_name("expletives.toml")
    table = read_table(path, language="fr", phenomenon="expletives", owner="test")
    patterns = table.validated(ExpletiveTable).pronoun
    site = TokenContext(document([""], [line], [""]), "target", 0, 0)
    assert any(pattern.matches(site) for pattern in patterns) is expected


def test_the_tagger_reads_only_the_layers_it_declares():
    (info,) = discotag_taggers()
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    source = side("en", [TABLE_LINE[0], IT_LINE[0]], clusters=[cluster])
    whole = document(source, [TABLE_LINE[1], IT_LINE[1]], [LINKS, LINKS])
    tagger = info.load().create(context(tables={"pronouns": table()}))
    needs = [layer for need in info.needs for layer in need.removesuffix("?").split(" | ")]
    assert list(tagger.mark(whole.restricted(needs))) == list(tagger.mark(whole))
    needs.remove("source.coref")
    assert all(m.is_unresolved for m in tagger.mark(whole.restricted(needs)))


def test_empty_segments_and_segments_without_links_are_no_error():
    assert mark([("", ""), IT_LINE, ("", IT_LINE[1])], [], ["", "", ""]) == []


@pytest.mark.parametrize(
    ("subject", "labels"),
    [
        ("she/she/PRON/Person=3/1/nsubj", []),
        ("I/I/PRON/Person=1/1/nsubj", ["it→masc"]),
        ("Ann/Ann/PROPN/_/1/nsubj", ["it→masc"]),
    ],
)
def test_an_object_linked_to_the_subject_of_another_pronoun_is_no_pair(subject, labels):
    english = f"{subject} found/find/VERB it/it/PRON/_/1/obj"
    french = "Il/lui/PRON/Gender=Masc/1/nsubj trouva/trouver/VERB"
    assert [m.label for m in mark([(english, french)], [], ["1-1 2-0"])] == labels
    assert [m.label for m in mark([(english, french)], [], ["1-1 2-0"], forms="muda")] == [
        "it→masc"
    ]
