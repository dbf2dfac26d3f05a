"""The ellipsis rules on hand-built parses: what is elided, and what only looks so."""

# ruff: noqa: E501 - a parse is one line

import pytest

from discotag.testing import context, side, tokens
from discotag_lang_en.ellipsis.sites import EllipsisRules

RULES = EllipsisRules.create(context("en"))
DO_NOT = "I//PRON/_/1/nsubj do/do/AUX/_/-1/root n't/not/PART/_/1/advmod .//PUNCT/_/1/punct"


def sites(line):
    found = tokens(line)
    return [(found.forms[token], kind) for token, kind, _ in RULES.sites(found)]


@pytest.mark.parametrize(
    ("line", "form"),
    [
        (DO_NOT, "do"),
        ("Yes//INTJ/_/3/discourse ,//PUNCT/_/0/punct he//PRON/_/3/nsubj did/do/AUX", "did"),
        ("So//ADV/_/1/advmod do//AUX/_/-1/root I//PRON/_/1/nsubj .//PUNCT/_/1/punct", "do"),
        (
            "Neither//CCONJ/_/1/cc will//AUX/_/-1/root she//PRON/_/1/nsubj !//PUNCT/_/1/punct",
            "will",
        ),
        ("Do//AUX/_/-1/root you//PRON/_/0/nsubj ?//PUNCT/_/0/punct", "Do"),
        (
            "So//ADV/_/1/advmod does/do/AUX/_/-1/root everybody//PRON/_/1/nsubj in//ADP/_/4/case town//NOUN/_/2/nmod .//PUNCT",
            "does",
        ),
        ("Already//ADV/_/1/advmod did/do/AUX/_/-1/root .//PUNCT/_/1/punct", "did"),
        (
            "You//PRON/_/1/nsubj will//AUX/_/-1/root ,//PUNCT/_/3/punct sir//NOUN/_/1/vocative .//PUNCT",
            "will",
        ),
        ("She//PRON/_/1/nsubj is/be/AUX/_/-1/root .//PUNCT/_/1/punct", "is"),
        ("Do//AUX/_/-1/root n’t/not/PART/_/0/advmod !//PUNCT/_/0/punct", "Do"),
        ("We//PRON/_/2/nsubj 'd/have/AUX/_/2/aux better/well/ADV/_/-1/root .//PUNCT", "'d"),
        (
            "I//PRON/_/2/nsubj 'd/would/AUX/_/2/aux like//VERB/_/-1/root to//PART/_/2/xcomp .//PUNCT",
            "to",
        ),
        (
            "-//PUNCT/_/3/punct Which//PRON/_/3/obj I//PRON/_/3/nsubj do//AUX/_/-1/root .//PUNCT/_/3/punct",
            "do",
        ),
        (
            "Neither//CCONJ/_/1/cc do//AUX/_/-1/root I.//PRON/_/1/nsubj Miss//PROPN/_/1/vocative Hill//PROPN/_/3/flat ?//PUNCT",
            "do",
        ),
        (
            "What//PRON/_/3/obj if//SCONJ/_/3/mark we//PRON/_/3/nsubj do//AUX n't/not/PART/_/3/advmod ?//PUNCT",
            "do",
        ),
    ],
)
def test_a_stranded_auxiliary_or_to_has_lost_its_verb_phrase(line, form):
    assert sites(line) == [(form, "vp")]


@pytest.mark.parametrize(
    "line",
    [
        "I//PRON/_/3/nsubj do//AUX/_/3/aux n't/not/PART/_/3/advmod know//VERB .//PUNCT/_/3/punct",
        "You//PRON/_/1/nsubj know//VERB ,//PUNCT/_/3/punct do//AUX/_/1/parataxis n't//PART/_/3/advmod you//PRON/_/3/nsubj ?//PUNCT",
        "what//PRON/_/2/obj he//PRON/_/2/nsubj did/do/VERB/_/-1/root",
        "who//PRON/_/-1/root we//PRON/_/0/nsubj are/be/AUX/_/0/cop",
        "all//DET/_/-1/root you//PRON/_/2/nsubj can//AUX/_/0/acl:relcl",
        "Do//VERB/_/-1/root it//PRON/_/0/obj .//PUNCT/_/0/punct",
        "Be/be/AUX/_/1/cop careful//ADJ .//PUNCT/_/1/punct",
        "Have//VERB/_/-1/root a//DET/_/2/det rest//NOUN/_/0/obj .//PUNCT/_/0/punct",
        "Where//ADV/_/-1/root is/be/AUX/_/0/cop he//PRON/_/0/nsubj ?//PUNCT/_/0/punct",
        "his//PRON/_/1/nmod:poss will//NOUN .//PUNCT/_/1/punct",
        "What//PRON/_/3/obj to//PART/_/2/mark do//VERB .//PUNCT",
        "Who//PRON/_/3/obl are//AUX/_/3/aux you//PRON/_/3/nsubj talking/talk/VERB to//ADP/_/0/case ?//PUNCT",
        "that//PRON/_/1/nsubj is/be/AUX/_/-1/root ,//PUNCT/_/1/punct nine//NUM/_/1/appos",
        "I//PRON/_/1/nsubj will//AUX —//PUNCT/_/1/punct",
        "I//PRON/_/3/nsubj do//AUX/_/3/aux n't/not/PART/_/3/advmod have//VERB time//NOUN/_/3/obj .//PUNCT",
        "I//PRON/_/1/nsubj do//VERB as//SCONJ/_/4/mark I//PRON/_/4/nsubj please//VERB/_/1/advcl .//PUNCT",
    ],
    ids=[
        "auxiliary with its verb",
        "question tag",
        "fronted object",
        "fronted predicate",
        "relative",
        "do it",
        "imperative be",
        "imperative have",
        "where is he",
        "noun",
        "to with its verb",
        "preposition",
        "that is",
        "interruption",
        "verb and time",
        "do as",
    ],
)
def test_what_only_looks_stranded_is_no_site(line):
    assert sites(line) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Why//ADV ?//PUNCT/_/0/punct", ("Why", "sluice")),
        ("I//PRON/_/1/nsubj know//VERB who//PRON/_/1/ccomp .//PUNCT/_/1/punct", ("who", "sluice")),
        ("For//ADP/_/1/case what//PRON ?//PUNCT/_/1/punct", ("what", "sluice")),
        ("Me//PRON too//ADV/_/0/advmod .//PUNCT/_/0/punct", ("Me", "gapping")),
        ("Not//PART/_/1/advmod me//PRON .//PUNCT/_/1/punct", ("me", "gapping")),
        ("And//CCONJ/_/1/cc you//PRON ?//PUNCT/_/1/punct", ("you", "gapping")),
        (
            "Yours//PRON/_/2/nsubj is/be/AUX/_/2/cop better/good/ADJ .//PUNCT/_/2/punct",
            ("Yours", "np"),
        ),
        ("I//PRON/_/1/nsubj take//VERB two//NUM/_/1/obj .//PUNCT/_/1/punct", ("two", "np")),
        (
            "I//PRON/_/1/nsubj want//VERB the//DET/_/3/det first//ADJ/_/1/obj .//PUNCT",
            ("first", "np"),
        ),
        ("Some//DET/_/1/nsubj left/leave/VERB .//PUNCT/_/1/punct", ("Some", "np")),
    ],
)
def test_other_remnants_are_sites_of_their_kind(line, expected):
    assert sites(line) == [expected]


@pytest.mark.parametrize(
    "line",
    [
        "Guess//VERB what//PRON/_/0/obj .//PUNCT/_/0/punct",
        "some//DET/_/1/nsubj of//ADP/_/2/case them//PRON/_/0/nmod left/leave/VERB",
        "at//ADP/_/1/case five//NUM/_/-1/obl",
        "We//PRON/_/1/nsubj trust//VERB each//DET/_/3/det other//ADJ/_/1/obj .//PUNCT",
        "Count//VERB one//NUM/_/0/obj ,//PUNCT two//NUM/_/1/conj .//PUNCT",
        "One//PRON/Person=3/1/nsubj knows/know/VERB .//PUNCT",
        "He//PRON/_/2/nsubj is/be/AUX/_/2/cop five//NUM/_/-1/root .//PUNCT",
        "a//DET/_/1/det friend//NOUN of//ADP/_/3/case mine//PRON/_/1/nmod",
    ],
)
def test_fixed_phrases_partitives_and_ages_elide_nothing(line):
    assert sites(line) == []


@pytest.mark.parametrize(
    ("line", "form"),
    [
        (
            "runs/run/VERB faster//ADV/_/0/advmod than//SCONJ/_/4/mark you//PRON/_/4/nsubj do//AUX/_/0/advcl at//ADP/_/6/case night//NOUN/_/4/obl",
            "do",
        ),
        (
            "ran/run/VERB as//SCONJ/_/2/mark did/do/AUX/_/0/advcl my//PRON/_/4/nmod:poss son//NOUN/_/2/nsubj",
            "did",
        ),
        (
            "works/work/VERB as//SCONJ/_/3/mark it//PRON/_/3/nsubj is/be/AUX/_/0/advcl on//ADP/_/5/case trains//NOUN/_/3/obl",
            "is",
        ),
    ],
)
def test_a_comparison_leaves_its_auxiliary_and_holds_its_antecedent(line, form):
    found = tokens(line)
    ((token, kind, confidence),) = RULES.sites(found)
    assert (found.forms[token], kind) == (form, "vp")
    assert confidence < 0.6


def test_an_auxiliary_behind_as_that_has_its_verb_is_no_site():
    assert (
        sites("as//SCONJ/_/3/mark he//PRON/_/3/nsubj did/do/AUX/_/3/aux eat//VERB .//PUNCT") == []
    )
    assert sites("as//SCONJ/_/3/mark he//PRON/_/3/nsubj is/be/AUX/_/3/cop tall//ADJ .//PUNCT") == []


def test_a_site_with_a_possible_antecedent_in_its_segment_is_less_sure():
    alone = RULES.sites(tokens(DO_NOT))[0][2]
    line = (
        "He//PRON/_/1/nsubj left/leave/VERB and//CCONJ/_/4/cc I//PRON/_/4/nsubj did/do/AUX/_/1/conj"
        " not//PART/_/4/advmod .//PUNCT"
    )
    ((_, _, beside),) = RULES.sites(tokens(line))
    assert beside < alone
    governed = "I//PRON/_/1/nsubj know//VERB he//PRON/_/3/nsubj does/do/AUX/_/1/ccomp .//PUNCT"
    assert RULES.sites(tokens(governed))[0][2] == alone


def test_the_layer_has_one_value_per_segment_empty_ones_too():
    layers = RULES.annotate([side("en", [DO_NOT, "", "Yes//INTJ"]), side("en", [])])
    assert [[len(value) for value in document] for document in layers] == [[1, 0, 0], []]


def test_a_question_word_behind_a_sentence_of_its_own_segment_is_less_sure():
    alone = tokens("Why//ADV ?//PUNCT/_/0/punct")
    behind = tokens(
        "Get//VERB/_/-1/root up//ADP/_/0/compound:prt .//PUNCT/_/0/punct Why//ADV/_/-1/root ?//PUNCT/_/3/punct"
    )
    assert [confidence for _, _, confidence in RULES.sites(alone)] == [0.9]
    assert [(token, confidence) for token, _, confidence in RULES.sites(behind)] == [(3, 0.5)]
