"""The likeliest noun: what is evidence where the coreference names none, or several."""

# ruff: noqa: E501 - a parse is one line
from dataclasses import replace

import pytest

from discotag.core.document import Cluster
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

from .pronoun_documents import (
    HE_LINE,
    LINKS,
    OWN_LINKS,
    OWN_SOURCE,
    OWN_TARGET,
    SHE_FELL,
    STUDY_LINE,
    TABLE,
    mark,
    mention,
    table,
)


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
    (found,) = mark([(english, french), SHE_FELL], [], ["0-0 1-1 2-2 3-3", LINKS], sure=0.0)
    assert found.evidence[1].token == 0


TWO_NOUNS = (
    "study/study/NOUN/_/1/nsubj shows/show/VERB rain/rain/NOUN/_/1/obj",
    "étude/étude/NOUN/Gender=Fem montre/montrer/VERB pluie/pluie/NOUN/Gender=Fem",
)


def weighed(shares, line=TWO_NOUNS, links="0-0 1-1 2-2", sure=0.0, text=TABLE):
    """Tag *it* behind a line; `shares` are those of the line's nouns, by token."""
    alternatives = tuple(
        Cluster((mention(0, token, "noun"), mention(1, 0)), (1.0, share))
        for token, share in sorted(shares.items(), key=lambda item: -item[1])
    )
    source = replace(side("en", [line[0], SHE_FELL[0]], clusters=[]), alternatives=alternatives)
    built = document(source, [line[1], SHE_FELL[1]], [links, LINKS])
    options = {"unresolved": "always", "sure": sure}
    tagger = PronounTagger.create(context(tables={"pronouns": table(text)}, **options))
    (found,) = tagger.mark(built)
    assert found.is_tag
    return [tuple(place) for place in found.evidence]


def test_what_may_take_up_a_clause_takes_the_likeliest_noun_too():
    text = TABLE.replace('label = "fem"', 'label = "fem"\ndecided_by = "noun"')
    assert weighed({0: 0.1, 2: 0.6}, text=text) == [("source", 0, 2), ("target", 0, 2)]


def test_of_nouns_that_agree_the_one_that_coreference_finds_likelier_is_evidence():
    assert weighed({}) == [("source", 0, 0), ("target", 0, 0)]
    assert weighed({0: 0.1, 2: 0.6}) == [("source", 0, 2), ("target", 0, 2)]
    assert weighed({0: 0.6, 2: 0.1}) == [("source", 0, 0), ("target", 0, 0)]


def test_a_noun_that_is_hardly_likelier_than_another_is_not_named():
    assert weighed({0: 0.3, 2: 0.3}, sure=0.9) == []
    assert weighed({0: 0.01, 2: 0.9}, sure=0.6) == [("source", 0, 2), ("target", 0, 2)]


def test_a_noun_of_another_number_is_no_evidence():
    rains = ("rains/rain/NOUN/Number=Plur", "pluie/pluie/NOUN/Gender=Fem")
    singular = SHE_FELL[0].replace("PRON/_", "PRON/Number=Sing", 1), SHE_FELL[1]
    assert mark([rains, SHE_FELL], [], sure=0.0)[0].evidence
    assert mark([rains, singular], [], sure=0.0)[0].evidence == ()


def test_a_noun_of_another_gender_is_no_evidence_however_likely():
    rain = TWO_NOUNS[0], TWO_NOUNS[1].replace("pluie/pluie/NOUN/Gender=Fem", "x/x/NOUN/Gender=Masc")
    assert weighed({0: 0.02, 2: 0.9}, rain) == [("source", 0, 0), ("target", 0, 0)]


@pytest.mark.parametrize(("share", "token"), [(0.9, 0), (0.05, 2)])
def test_a_noun_without_translation_is_evidence_if_it_is_much_likelier(share, token):
    assert weighed({0: share, 2: 0.2}, links="1-1 2-2")[0] == ("source", 0, token)


def test_what_the_text_goes_on_to_speak_of_is_likelier_than_a_nearer_object():
    second = (
        "It/it/PRON/_/1/nsubj needs/need/VERB food/food/NOUN/_/1/obj",
        f"{SHE_FELL[1]} nourriture/nourriture/NOUN/Gender=Fem|Number=Sing/1/obj",
    )
    study = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    links = [LINKS, "0-0 1-1 2-2", LINKS]
    found = mark([STUDY_LINE, second, SHE_FELL], [study], links, sure=0.0)
    assert [one.evidence[1] for one in found] == [TokenRef("target", 0, 1)] * 2
    alone = mark(
        [("Well", "Bon"), second, SHE_FELL], [], ["", *links[1:]], unresolved="never", sure=0.0
    )
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
    (found,) = mark([(english, french), SHE_FELL], [], links, sure=0.0)
    assert found.evidence[1].token == 1


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
    given = context(tables={"pronouns": table(text)}, unresolved="never", sure=0.1)
    assert list(PronounTagger.create(given).mark(built))[-1].is_tag == is_tag


def test_nothing_is_likely_where_an_agreeing_noun_stands_before_the_pronoun():
    own = (OWN_SOURCE.format("root"), f"{OWN_TARGET.format('Fem')}")
    assert mark([STUDY_LINE, own], [], [LINKS, OWN_LINKS], unresolved="never")[0].evidence == ()
