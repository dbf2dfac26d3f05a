"""Which condition failed, in words; what is told and what a pattern does agree."""

from __future__ import annotations

import pytest

from discotag.core.patterns import Pattern, TokenContext
from discotag.language.match_explanations import described, is_near, unmet, unmet_by_all
from discotag.testing import document

SOURCE = ["Do/do/AUX/_/2/aux you/you/PRON/Person=2/2/nsubj see/see/VERB"]
TARGET = ["Tu/toi/PRON/Person=2/1/nsubj vois/voir/VERB/Mood=Ind ?//PUNCT"]


def site(token=1):
    return TokenContext(document(SOURCE, TARGET, ["1-0 2-1"]), "target", 0, token)


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ({"form": "tu"}, "form is vois, not tu"),
        ({"lemma": ["dire", "aller"]}, "lemma is voir, not dire|aller"),
        ({"upos": "NOUN"}, "its part of speech is VERB, not NOUN"),
        ({"feats": {"Mood": "Ind", "Tense": "Pres"}}, "Tense is absent, not Pres"),
        ({"feats": {"Mood": ""}}, "Mood is Ind, not absent"),
        ({"beginning": "re"}, '"vois" does not begin with re'),
        ({"ending": "ez"}, '"vois" does not end in ez'),
        ({"morpheme": "시/EP"}, '"voir" lacks 시/EP'),
        ({"deprel": "nsubj"}, "its relation to its head is dep, not nsubj"),
        ({"case": "capital"}, '"vois" begins with no capital letter'),
        ({"initial": True}, "it is not the segment's first word"),
        ({"linked": ["do"]}, 'it is linked to "see", and must be to do'),
        ({"head": {"upos": "VERB"}}, "it has no head, which must fit upos = VERB"),
        ({"child": {"form": "vous"}}, "no word that depends on it fits form = vous"),
        ({"previous": {"form": "vous"}}, 'of its word before "Tu": form is Tu, not vous'),
        ({"next": {"upos": "X"}}, 'of its word after "?": its part of speech is PUNCT, not X'),
        (
            {"any_of": [{"form": "a"}, {"upos": "X"}]},
            "form is vois, not a; or its part of speech is VERB, not X",
        ),
        ({"none_of": [{"form": "a"}, {"upos": "VERB"}]}, "an exception holds: upos = VERB"),
        ({"upos": "VERB", "ending": "ez"}, '"vois" does not end in ez'),
    ],
    ids=str,
)
def test_the_first_failing_condition_is_told(pattern, told):
    made = Pattern.model_validate(pattern)
    assert not made.matches(site())
    assert unmet(made, site()) == told


def test_nothing_is_told_where_all_holds():
    pattern = Pattern.model_validate(
        {"upos": "VERB", "previous": {"form": "tu"}, "linked": [{"lemma": "see"}]}
    )
    assert pattern.matches(site())
    assert unmet(pattern, site()) is None
    assert unmet_by_all([Pattern(form=("a",)), pattern], site()) is None


def test_a_pattern_is_described_with_all_its_conditions():
    pattern = Pattern.model_validate(
        {"form": ["a", "b"], "feats": {"Person": "2"}, "head": {"upos": "VERB"}, "initial": False}
    )
    assert described(pattern) == "form = a|b, Person = 2, initial = false, head (upos = VERB)"


def test_long_lists_are_cut():
    pattern = Pattern(form=tuple("abcdefghij"))
    assert described(pattern) == "form = a|b|c|d|e|f|g|h|… (2 more)"


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ({"form": "vois"}, True),
        ({"form": "tu"}, False),
        ({"form": "tu", "previous": {"form": "tu"}}, False),
        ({"upos": "VERB", "previous": {"form": "je"}}, False),
        ({"previous": {"form": "je"}, "next": {"form": "?"}}, True),
        ({"previous": {"form": "tu"}, "none_of": [{"form": "vois"}]}, True),
        ({"previous": {"form": "je"}, "none_of": [{"form": "vois"}]}, False),
        ({"any_of": [{"form": "tu"}, {"upos": "VERB"}]}, True),
        ({"any_of": [{"form": "tu"}, {"upos": "VERB", "next": {"form": "!"}}]}, False),
    ],
    ids=str,
)
def test_a_candidate_fits_itself_and_has_some_of_what_must_be_around_it(pattern, expected):
    assert is_near(Pattern.model_validate(pattern), site()) is expected
