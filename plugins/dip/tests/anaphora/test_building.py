"""Items of anaphora: which pronouns are tested, what is wrong, and of which kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from discotag.plugin import Cluster, Mention, UsageError
from discotag_dip.anaphora.build import Target, find, kind_of, tolerated
from discotag_dip.anaphora.pronouns import pronouns, require_english
from discotag_dip.items import Occurrence


def test_a_wrong_pronoun_for_the_same_source_word_is_an_item(bundle: Any, failing: Any) -> None:
    (item,) = find(bundle(A=failing))
    assert (item.focus, item.first, item.context) == ("it", 1, ("Die Lampe leuchtet",))
    assert item.facts == {
        "class": "it",
        "accepted": [],
        "is_resolved": True,
        "name": False,
    }
    assert [(found.system, found.got, found.kind) for found in item.failures] == [
        ("A", "she", "gender-copy")
    ]


@pytest.mark.parametrize("form", ["It", "This", "which", "Lamps", "its"])
def test_the_same_class_a_variant_and_a_noun_are_not_wrong(
    bundle: Any, english: Any, form: str
) -> None:
    line = f"{form}/x/PRON was/be/AUX dear/dear/ADJ"
    assert not list(find(bundle(A=(english[0], line, english[2]))))


def test_what_another_reference_has_is_not_wrong(bundle: Any, failing: Any) -> None:
    assert not list(find(bundle(others=[failing], A=failing)))


@pytest.mark.parametrize(
    ("antecedent", "kind", "pronoun", "accepted"),
    [
        ("club/club/NOUN", "noun", "it", set()),
        ("Norwich/Norwich/PROPN", "name", "it", {"they"}),
        ("citizen/citizen/NOUN", "noun", "they", {"he", "she", "it"}),
        ("citizens/citizen/NOUN", "noun", "they", set()),
        ("citizen/citizen/NOUN", "noun", "she", set()),
    ],
)
def test_clubs_are_it_or_they_and_single_people_they_or_another(
    *, translation: Any, antecedent: str, kind: Any, pronoun: str, accepted: set[str]
) -> None:
    lines = (f"the/the/DET {antecedent}", f"{pronoun}/{pronoun}/PRON", "x")
    cluster = Cluster((Mention(0, 0, 2, 1, kind), Mention(1, 0, 1, 0, "pronoun")))
    place = Occurrence(segment=1, token=0, start=0, end=2, form=pronoun, upos="PRON")
    assert tolerated(Target(place, pronoun, cluster), translation(lines)) == accepted


def test_it_that_takes_nothing_up_is_not_tested(bundle: Any, failing: Any, english: Any) -> None:
    lines = (english[1], english[1], english[2])
    assert [item.first for item in find(bundle(reference=lines, A=(failing[1], *failing[1:])))] == [
        1
    ]


def test_a_system_with_as_many_pronouns_of_the_class_is_not_blamed_for_its_links(
    bundle: Any, english: Any
) -> None:
    line = "She/she/PRON had/have/VERB it/it/PRON"
    assert not list(find(bundle(A=(english[0], line, english[2]))))


@pytest.mark.parametrize(
    ("source", "got", "has_name", "kind"),
    [
        ("Sie", "she", False, "gender-copy"),
        ("Sie", "you", False, "language-specific"),
        ("Sie", "she", True, "named-entity"),
        ("man", "we", False, "other"),
    ],
)
def test_kinds_follow_from_the_source_form(
    source: str, got: str, has_name: bool, kind: str
) -> None:
    forms = pronouns().source["de"]
    assert kind_of((source,), got, has_name=has_name, forms=forms) == kind


def test_no_form_belongs_to_two_classes() -> None:
    forms = [form for found in pronouns().classes.values() for form in found]
    assert len(forms) == len(set(forms))


def test_another_target_than_english_is_refused_with_what_would_do() -> None:
    with pytest.raises(UsageError, match="lexical_consistency"):
        require_english("de")


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        ("She/she/PRON was/be/AUX dear/dear/ADJ", True),
        ("Was/be/AUX she/she/PRON cheap/cheap/ADJ", False),
    ],
)
def test_a_pronoun_that_the_source_drops_is_found_between_equal_words(
    *, bundle: Any, translation: Any, english: Any, line: str, is_found: bool
) -> None:
    made = bundle()
    links = ("0-0 1-1 2-2", "", "0-0 1-1 2-2")
    reference = replace(
        translation(english, links=links), target=made.reference.target, system="ref"
    )
    system = translation((english[0], line, english[2]), name="A", links=links)
    found = list(find(type(made)(reference, (), {"A": system})))
    assert bool(found) is is_found
