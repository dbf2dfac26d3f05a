"""Who *he*, *she*, *it* and *they* are in an English document, and when they are nobody."""

from __future__ import annotations

import pytest

from discotag.plugin import UsageError
from discotag.testing import context, side, tokens
from discotag_lang_en.coref.expletive import is_expletive
from discotag_lang_en.coref.mentions import phrases
from discotag_lang_en.coref.resolver import RuleCoref
from discotag_lang_en.coref.syntax import Syntax

ANNA_SLEEPS = "Anna//PROPN/Number=Sing/1/nsubj sleeps/sleep/VERB"
TOM_SLEEPS = "Tom//PROPN/Number=Sing/1/nsubj sleeps/sleep/VERB"
SHE_DREAMS = "She//PRON/_/1/nsubj dreams/dream/VERB"
HE_DREAMS = "He//PRON/_/1/nsubj dreams/dream/VERB"
THEY_DREAM = "They//PRON/_/1/nsubj dream//VERB"
IT_FELL = "It//PRON/_/1/nsubj fell/fall/VERB"
LAMP = "The//DET/Definite=Def/1/det lamp//NOUN/Number=Sing/2/nsubj stood/stand/VERB"


def resolve(*lines, **options):
    """Return the clusters as sets of (segment, words) pairs."""
    text = side("en", lines)
    [clusters] = RuleCoref.create(context(source="en", bound="source", **options)).resolve([text])
    return [
        {
            (mention.segment, " ".join(text[mention.segment].forms[mention.start : mention.end]))
            for mention in cluster.mentions
        }
        for cluster in clusters
    ]


def are_one(clusters, *mentions):
    return any(set(mentions) <= cluster for cluster in clusters)


@pytest.mark.parametrize(
    ("lines", "antecedent", "pronoun"),
    [
        ([ANNA_SLEEPS, SHE_DREAMS], (0, "Anna"), (1, "She")),
        ([TOM_SLEEPS, HE_DREAMS], (0, "Tom"), (1, "He")),
        ([LAMP, IT_FELL], (0, "The lamp"), (1, "It")),
        (
            ["The//DET/_/1/det lamps/lamp/NOUN/Number=Plur/2/nsubj stood/stand/VERB",
             "They//PRON/_/1/nsubj fell/fall/VERB"],
            (0, "The lamps"),
            (1, "They"),
        ),
        (
            ["Ms.//PROPN/_/1/compound Okafor//PROPN/Number=Sing/2/nsubj sleeps/sleep/VERB",
             SHE_DREAMS],
            (0, "Ms. Okafor"),
            (1, "She"),
        ),
        (
            ["The//DET/_/1/det actress//NOUN/Number=Sing/2/nsubj sleeps/sleep/VERB", SHE_DREAMS],
            (0, "The actress"),
            (1, "She"),
        ),
        ([ANNA_SLEEPS, "", SHE_DREAMS], (0, "Anna"), (2, "She")),
    ],
    ids=["she", "he", "it", "they", "title", "gendered noun", "over an empty segment"],
)  # fmt: skip
def test_a_pronoun_takes_up_the_noun_that_agrees(lines, antecedent, pronoun):
    assert are_one(resolve(*lines), antecedent, pronoun)


@pytest.mark.parametrize(
    "lines",
    [
        [TOM_SLEEPS, SHE_DREAMS],
        [ANNA_SLEEPS, HE_DREAMS],
        [ANNA_SLEEPS, IT_FELL],
        [LAMP, THEY_DREAM],
        ["The//DET/_/1/det lamps/lamp/NOUN/Number=Plur/2/nsubj stood/stand/VERB", IT_FELL],
        ["The//DET/_/1/det decision//NOUN/Number=Sing/2/nsubj stood/stand/VERB", SHE_DREAMS],
    ],
    ids=["gender f", "gender m", "person", "singular thing", "plural", "abstract"],
)
def test_a_pronoun_never_takes_up_what_does_not_agree(lines):
    assert resolve(*lines) == []


def test_gender_decides_between_two_persons():
    line = "Anna//PROPN/Number=Sing/1/nsubj met/meet/VERB Tom//PROPN/Number=Sing/1/obj"
    clusters = resolve(line, HE_DREAMS, SHE_DREAMS)
    assert are_one(clusters, (0, "Tom"), (1, "He"))
    assert are_one(clusters, (0, "Anna"), (2, "She"))


def test_they_takes_up_a_coordination():
    line = (
        "Anna//PROPN/Number=Sing/3/nsubj and//CCONJ/_/2/cc "
        "Tom//PROPN/Number=Sing/0/conj sleep//VERB"
    )
    assert are_one(resolve(line, THEY_DREAM), (0, "Anna and Tom"), (1, "They"))


def test_a_coordination_with_or_is_no_plural():
    line = (
        "Anna//PROPN/Number=Sing/3/nsubj or//CCONJ/_/2/cc "
        "Tom//PROPN/Number=Sing/0/conj sleeps/sleep/VERB"
    )
    mentions = phrases(0, tokens(line))
    assert not any(phrase.is_coordination for phrase in mentions)


def test_they_takes_up_one_person_of_unknown_gender():
    line = "Someone//PRON/Number=Sing|PronType=Ind/1/nsubj called/call/VERB"
    assert are_one(resolve(line, THEY_DREAM), (0, "Someone"), (1, "They"))


def test_they_takes_up_a_group():
    line = "The//DET/_/1/det committee//NOUN/Number=Sing/2/nsubj met/meet/VERB"
    clusters = resolve(line, "They//PRON/_/1/nsubj agreed/agree/VERB")
    assert are_one(clusters, (0, "The committee"), (1, "They"))


def test_a_pronoun_is_not_its_coargument():
    line = "Tom//PROPN/Number=Sing/1/nsubj saw/see/VERB him/he/PRON/_/1/obj"
    assert resolve(line) == []


def test_a_pronoun_is_not_the_subject_that_controls_its_verb():
    line = (
        "Tom//PROPN/Number=Sing/1/nsubj wants/want/VERB to//PART/_/3/mark see//VERB/_/1/xcomp"
        " him/he/PRON/_/3/obj"
    )
    assert resolve(line) == []


def test_a_reflexive_is_its_subject():
    line = "Tom//PROPN/Number=Sing/1/nsubj saw/see/VERB himself/he/PRON/Reflex=Yes/1/obj"
    assert resolve(line) == [{(0, "Tom"), (0, "himself")}]


def test_a_reflexive_is_the_subject_and_not_the_nearer_name():
    line = (
        "Tom//PROPN/Number=Sing/1/nsubj told/tell/VERB Max//PROPN/Number=Sing/1/obj "
        "about//ADP/_/4/case"
        " himself/he/PRON/Reflex=Yes/1/obl"
    )
    assert resolve(line) == [{(0, "Tom"), (0, "himself")}]


def test_a_possessive_may_be_its_subject():
    line = (
        "Tom//PROPN/Number=Sing/1/nsubj lost/lose/VERB "
        "his/he/PRON/Poss=Yes/3/nmod:poss hat//NOUN/Number=Sing/1/obj"
    )
    assert are_one(resolve(line), (0, "Tom"), (0, "his"))


def test_a_possessive_is_not_what_it_owns():
    line = "Its/it/PRON/Poss=Yes/1/nmod:poss lamp//NOUN/Number=Sing/2/nsubj fell/fall/VERB"
    assert resolve(line) == []


def test_a_pronoun_in_a_relative_clause_may_be_the_noun_it_describes():
    line = (
        "The//DET/_/1/det man//NOUN/Number=Sing/6/nsubj who//PRON/PronType=Rel/3/nsubj"
        " lost/lose/VERB/_/1/acl:relcl his/he/PRON/Poss=Yes/5/nmod:poss hat//NOUN/Number=Sing/3/obj"
        " cried/cry/VERB"
    )
    assert any((0, "his") in cluster for cluster in resolve(line))


def test_a_conjunct_is_not_the_other():
    line = "Tom//PROPN/Number=Sing/3/nsubj and//CCONJ/_/2/cc him/he/PRON/_/0/conj sleep//VERB"
    assert not any((0, "him") in cluster for cluster in resolve(line))


WHEN_SHE_CAME = (
    "When//SCONJ/_/2/mark {0}//PRON/_/2/nsubj came/come/VERB/_/5/advcl ,//PUNCT/_/2/punct"
    " {1}//PROPN/Number=Sing/5/nsubj slept/sleep/VERB"
)


def test_a_fronted_clause_may_point_ahead_to_the_subject():
    assert resolve(WHEN_SHE_CAME.format("she", "Anna")) == [{(0, "she"), (0, "Anna")}]


def test_a_fronted_clause_does_not_point_ahead_to_what_does_not_agree():
    assert resolve(WHEN_SHE_CAME.format("she", "Tom")) == []


def test_a_main_clause_never_points_ahead():
    line = (
        "She//PRON/_/1/nsubj slept/sleep/VERB when//SCONJ/_/4/mark Anna//PROPN/Number=Sing/4/nsubj"
        " came/come/VERB/_/1/advcl"
    )
    assert resolve(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "It//PRON/_/2/nsubj is/be/AUX/_/2/aux raining/rain/VERB",
        "It//PRON/_/2/nsubj is/be/AUX/_/2/cop cold//ADJ",
        "It//PRON/_/2/nsubj is/be/AUX/_/2/cop midnight//NOUN",
        ("It//PRON/_/1/nsubj seems/seem/VERB that//SCONJ/_/4/mark he//PRON/_/4/nsubj "
        "left/leave/VERB/_/1/ccomp"),
        ("It//PRON/_/2/nsubj is/be/AUX/_/2/cop clear//ADJ that//SCONJ/_/5/mark "
        "he//PRON/_/5/nsubj left/leave/VERB/_/2/ccomp"),
        "It//PRON/_/2/nsubj is/be/AUX/_/2/cop hard//ADJ to//PART/_/4/mark leave//VERB/_/2/csubj",
        ("It//PRON/_/1/nsubj takes/take/VERB time//NOUN/_/1/obj to//PART/_/4/mark "
        "heal//VERB/_/1/advcl"),
        ("It//PRON/_/2/nsubj:pass is/be/AUX/_/2/aux:pass said/say/VERB "
        "that//SCONJ/_/5/mark he//PRON/_/5/nsubj left/leave/VERB/_/2/ccomp"),
        ("It//PRON/_/2/nsubj was/be/AUX/_/2/cop Anna//PROPN who//PRON/_/4/nsubj "
        "left/leave/VERB/_/2/acl:relcl"),
        "It//PRON/_/1/expl helps/help/VERB to//PART/_/3/mark know//VERB/_/1/csubj",
    ],
    ids=["rain", "cold", "time", "seem", "that", "to", "take", "said", "cleft", "parse"],
)  # fmt: skip
def test_a_pattern_shows_that_it_is_empty(line):
    assert is_expletive(Syntax(tokens(line)), 0)


@pytest.mark.parametrize(
    "line",
    [
        "It//PRON/_/2/nsubj is/be/AUX/_/2/aux raining/rain/VERB",
        "It//PRON/_/2/nsubj is/be/AUX/_/2/cop midnight//NOUN",
        ("It//PRON/_/1/nsubj seems/seem/VERB that//SCONJ/_/4/mark he//PRON/_/4/nsubj "
        "left/leave/VERB/_/1/ccomp"),
        ("It//PRON/_/2/nsubj is/be/AUX/_/2/cop clear//ADJ that//SCONJ/_/5/mark "
        "he//PRON/_/5/nsubj left/leave/VERB/_/2/ccomp"),
        ("It//PRON/_/1/nsubj takes/take/VERB time//NOUN/_/1/obj to//PART/_/4/mark "
        "heal//VERB/_/1/advcl"),
        ("It//PRON/_/2/nsubj:pass is/be/AUX/_/2/aux:pass said/say/VERB "
        "that//SCONJ/_/5/mark he//PRON/_/5/nsubj left/leave/VERB/_/2/ccomp"),
        ("It//PRON/_/2/nsubj was/be/AUX/_/2/cop Anna//PROPN who//PRON/_/4/nsubj "
        "left/leave/VERB/_/2/acl:relcl"),
        "It//PRON/_/1/expl helps/help/VERB to//PART/_/3/mark know//VERB/_/1/csubj",
    ],
    ids=["rain", "time", "seem", "that", "take", "said", "cleft", "parse"],
)  # fmt: skip
def test_empty_it_is_left_alone(line):
    assert not any((1, "It") in cluster for cluster in resolve(LAMP, line))


@pytest.mark.parametrize(
    "line",
    [
        IT_FELL,
        "It//PRON/_/2/nsubj is/be/AUX/_/2/cop green//ADJ",
        "It//PRON/_/1/nsubj took/take/VERB the//DET/_/3/det prize//NOUN/_/1/obj",
        "It//PRON/_/3/nsubj is/be/AUX/_/3/cop a//DET/_/3/det machine//NOUN",
    ],
    ids=["fall", "green", "take", "noun"],
)
def test_it_is_not_empty_without_a_reason(line):
    assert not is_expletive(Syntax(tokens(line)), 0)


def test_speakers_and_listeners_are_left_alone():
    lines = [
        ANNA_SLEEPS,
        "I//PRON/Person=1/1/nsubj saw/see/VERB you//PRON/Person=2/1/obj",
        "You//PRON/Person=2/1/nsubj saw/see/VERB us/we/PRON/Person=1/1/obj",
    ]
    assert resolve(*lines) == []


def test_this_is_left_alone_where_it_may_be_an_event():
    line = "This//PRON/PronType=Dem/1/nsubj surprised/surprise/VERB Tom//PROPN/Number=Sing/1/obj"
    assert resolve(LAMP, line) == []


def test_this_is_what_an_identity_copula_names():
    line = (
        "This//PRON/PronType=Dem/3/nsubj is/be/AUX/_/3/cop "
        "my//PRON/Poss=Yes/3/nmod:poss brother//NOUN/Number=Sing"
    )
    assert resolve(line) == [{(0, "This"), (0, "my brother")}]


def test_there_is_no_mention():
    line = "There//PRON/_/1/expl is/be/VERB a//DET/_/3/det lamp//NOUN/Number=Sing/1/nsubj"
    assert [phrase.lemma for phrase in phrases(0, tokens(line))] == ["lamp"]


def test_a_name_is_repeated_by_a_part_of_it():
    line = "Anna//PROPN/Number=Sing/2/nsubj Smith//PROPN/Number=Sing/0/flat sleeps/sleep/VERB"
    assert are_one(resolve(line, ANNA_SLEEPS), (0, "Anna Smith"), (1, "Anna"))


def test_a_name_that_the_tagger_took_for_a_noun_is_still_that_name():
    line = "Yes//INTJ/_/2/discourse Odile//{}/Number=Sing/2/nsubj sleeps/sleep/VERB"
    clusters = resolve(line.format("PROPN"), line.format("NOUN"), line.format("PROPN"))
    assert clusters == [{(0, "Odile"), (1, "Odile"), (2, "Odile")}]


def test_the_word_one_repeats_nothing():
    line = "One//NUM/NumType=Card/1/nsubj fell/fall/VERB"
    assert resolve(line, line) == []


def test_two_persons_of_one_family_stay_two():
    lines = [
        f"{first}//PROPN/Number=Sing/2/nsubj Smith//PROPN/Number=Sing/0/flat sleeps/sleep/VERB"
        for first in ("Anna", "Tom")
    ]
    assert resolve(*lines) == []


def test_a_definite_noun_repeats_an_indefinite_one():
    line = "A//DET/_/1/det lamp//NOUN/Number=Sing/2/nsubj stood/stand/VERB"
    assert are_one(resolve(line, LAMP), (0, "A lamp"), (1, "The lamp"))


def test_an_indefinite_noun_is_new():
    line = "A//DET/_/1/det lamp//NOUN/Number=Sing/2/nsubj stood/stand/VERB"
    assert resolve(LAMP, line) == []


def test_a_definite_noun_with_another_adjective_is_new():
    line = "The//DET/_/2/det red//ADJ/_/2/amod lamp//NOUN/Number=Sing/3/nsubj stood/stand/VERB"
    assert resolve(LAMP, line) == []


def test_an_apposition_is_what_it_explains():
    line = (
        "Anna//PROPN/Number=Sing/5/nsubj ,//PUNCT/_/4/punct the//DET/_/3/det "
        "doctor//NOUN/Number=Sing/0/appos"
        " ,//PUNCT/_/3/punct sleeps/sleep/VERB"
    )
    assert are_one(resolve(line), (0, "Anna"), (0, "the doctor"))


RAIN = "Rain//NOUN/Number=Sing/1/nsubj fell/fall/VERB"


def test_an_antecedent_outside_the_window_is_not_found():
    lines = [ANNA_SLEEPS, "Yes//INTJ", "Yes//INTJ", SHE_DREAMS]
    assert are_one(resolve(*lines, window=3), (0, "Anna"), (3, "She"))
    assert resolve(*lines, window=2) == []


def test_a_threshold_of_one_resolves_no_pronoun():
    assert resolve(ANNA_SLEEPS, SHE_DREAMS, threshold=1.0) == []


def test_scores_are_probabilities_and_the_first_is_certain():
    text = side("en", [ANNA_SLEEPS, SHE_DREAMS, SHE_DREAMS])
    [[cluster]] = RuleCoref.create(context()).resolve([text])
    assert cluster.scores is not None
    assert cluster.scores[0] == 1.0
    assert all(0 < score < 1 for score in cluster.scores[1:])


def test_a_document_does_not_depend_on_the_others():
    one, other = side("en", [ANNA_SLEEPS]), side("en", [SHE_DREAMS])
    assert RuleCoref.create(context()).resolve([one, other]) == ((), ())


def test_an_empty_document_has_no_clusters():
    assert RuleCoref.create(context()).resolve([side("en", [""]), side("en", [])]) == ((), ())


def test_an_unknown_option_is_refused():
    with pytest.raises(UsageError, match="window, reach, threshold"):
        RuleCoref.create(context(reach_back=3))


def test_a_tree_with_a_cycle_does_not_hang():
    line = "He//PRON/_/1/nsubj ran/run/VERB/_/2/conj fell/fall/VERB/_/1/conj himself//PRON/_/2/obj"
    assert resolve(TOM_SLEEPS, line) is not None


def test_a_name_nobody_knows_takes_the_gender_of_its_first_pronoun():
    line = "Xilo//PROPN/Number=Sing/1/nsubj sleeps/sleep/VERB"
    clusters = resolve(line, SHE_DREAMS, HE_DREAMS)
    assert are_one(clusters, (0, "Xilo"), (1, "She"))
    assert not any((2, "He") in cluster for cluster in clusters)
