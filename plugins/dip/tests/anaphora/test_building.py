"""Items of anaphora: which pronouns are tested, what is wrong, and of which kind."""

from __future__ import annotations

from typing import Any

import pytest

from discotag.plugin import Cluster, Mention, UsageError
from discotag_dip.anaphora.pronouns import pronouns, require_english
from discotag_dip.anaphora.task import Target, find, kind_of, tolerated
from discotag_dip.items import Occurrence


def test_a_wrong_pronoun_for_the_same_source_word_is_an_item(bundle: Any, failing: Any) -> None:
    (item,) = find(bundle(A=failing))
    assert (item.focus, item.first, item.context) == ("it", 1, ("Die Lampe leuchtet",))
    assert item.facts == {
        "class": "it",
        "accepted": ["you"],
        "is_resolved": True,
        "name": False,
    }
    assert [(found.system, found.got, found.kind) for found in item.failures] == [
        ("A", "she", "gender-copy")
    ]


@pytest.mark.parametrize(
    "word",
    ["It/it/PRON", "This/this/PRON", "They/they/PRON", "Lamps/lamp/NOUN", "Her/her/SCONJ"],
)
def test_the_same_class_a_variant_and_what_is_no_personal_pronoun_are_not_wrong(
    bundle: Any, english: Any, word: str
) -> None:
    line = f"{word} was/be/AUX dear/dear/ADJ"
    assert not list(find(bundle(A=(english[0], line, english[2]))))


@pytest.mark.parametrize(("line", "is_found"), [("his", True), ("you", False), ("your", True)])
def test_a_possessive_is_wrong_for_a_possessive_alone(
    *, bundle: Any, translation: Any, line: str, is_found: bool
) -> None:
    source = ("Ja/ja", "Ihre/ihr/DET Farbe/Farbe/NOUN blich/bleichen/VERB", "Nein/nein")
    source = (source[0], source[1].replace("Ihre", "ihre"), source[2])
    texts = [
        translation(
            ("x", f"{form}/{form}/PRON color/color/NOUN faded/fade/VERB", "x"),
            name=name,
            clusters=(),
            source=source,
        )
        for name, form in (("ref", "its"), ("A", line))
    ]
    assert bool(list(find(type(bundle())(texts[0], (), {"A": texts[1]})))) is is_found


def test_what_another_reference_has_is_not_wrong(bundle: Any, failing: Any) -> None:
    assert not list(find(bundle(others=[failing], A=failing)))


@pytest.mark.parametrize(
    ("antecedent", "kind", "pronoun", "accepted"),
    [
        ("club/club/NOUN", "noun", "it", set()),
        ("Norwich/Norwich/PROPN", "name", "it", set()),
        ("Norah/Norah/PROPN", "name", "she", set()),
        ("dog/dog/NOUN", "noun", "it", {"he", "she", "it"}),
        ("citizen/citizen/NOUN", "noun", "they", {"he", "she", "it"}),
        ("citizens/citizen/NOUN", "noun", "they", set()),
        ("citizen/citizen/NOUN", "noun", "she", {"they"}),
    ],
)
def test_single_people_may_be_they_and_animals_anything(
    *, translation: Any, antecedent: str, kind: Any, pronoun: str, accepted: set[str]
) -> None:
    lines = (f"the/the/DET {antecedent}", f"{pronoun}/{pronoun}/PRON", "x")
    cluster = Cluster((Mention(0, 0, 2, 1, kind), Mention(1, 0, 1, 0, "pronoun")))
    place = Occurrence(segment=1, token=0, start=0, end=2, form=pronoun, upos="PRON")
    assert tolerated(Target(place, pronoun, cluster), translation(lines)) == accepted


@pytest.mark.parametrize(
    ("line", "accepted"),
    [
        ("the/the/DET trout/trout/NOUN", {"he", "she", "it"}),
        ("the/the/DET stone/stone/NOUN", set()),
    ],
)
def test_an_animal_near_by_may_be_what_an_unresolved_pronoun_takes_up(
    *, translation: Any, line: str, accepted: set[str]
) -> None:
    place = Occurrence(segment=1, token=0, start=0, end=2, form="it", upos="PRON")
    text = translation((line, "it/it/PRON", "x"), clusters=())
    assert tolerated(Target(place, "it", None), text) == accepted
    named = Cluster((Mention(0, 0, 2, 1, "name"), Mention(1, 0, 1, 0, "pronoun")))
    other = translation(("the/the/DET Ada/Ada/PROPN trout/trout/NOUN", "it/it/PRON", "x"))
    assert tolerated(Target(place, "it", named), other) == set()


def test_a_form_with_a_capital_may_be_an_address(translation: Any, english: Any) -> None:
    found = {
        form: tolerated(
            Target(
                Occurrence(
                    segment=1,
                    token=0,
                    start=0,
                    end=4,
                    form="they",
                    upos="PRON",
                    source=(0,),
                    source_forms=(form,),
                ),
                "they",
                None,
            ),
            translation(english),
        )
        for form in ("Sie", "sie")
    }
    assert found == {"Sie": {"you"}, "sie": set()}


def test_es_that_takes_nothing_up_is_not_tested(
    *, bundle: Any, translation: Any, english: Any, failing: Any
) -> None:
    def made(form: str) -> Any:
        source = ("Ja/ja", f"{form}/{form}/PRON war/sein/AUX teuer/teuer/ADJ", "Nein/nein")
        texts = {
            name: translation(lines, name=name, clusters=(), source=source)
            for name, lines in (("ref", english), ("A", failing))
        }
        return type(bundle())(texts["ref"], (), {"A": texts["A"]})

    assert not list(find(made("Es")))
    assert list(find(made("Er")))


def test_a_pronoun_that_the_source_does_not_have_is_not_tested(
    *, bundle: Any, translation: Any, english: Any, failing: Any
) -> None:
    for word in ("Diese/dies/PRON", "Man/man/PRON", "Lampe/Lampe/NOUN"):
        source = ("Ja/ja", f"{word} war/sein/AUX teuer/teuer/ADJ", "Nein/nein")
        texts = [
            translation(lines, name=name, clusters=(), source=source)
            for name, lines in (("ref", english), ("A", failing))
        ]
        assert not list(find(type(bundle())(texts[0], (), {"A": texts[1]})))


def test_a_system_with_as_many_pronouns_of_the_class_is_not_blamed_for_its_links(
    bundle: Any, english: Any
) -> None:
    line = "She/she/PRON had/have/VERB it/it/PRON"
    assert not list(find(bundle(A=(english[0], line, english[2]))))


@pytest.mark.parametrize(
    ("may", "got", "has_name", "kind"),
    [
        ({"she", "it"}, "she", False, "gender-copy"),
        ({"they", "you"}, "you", False, "language-specific"),
        ({"she", "it"}, "she", True, "named-entity"),
        ({"it"}, "we", False, "other"),
    ],
)
def test_kinds_follow_from_what_the_source_form_can_become(
    *, may: set[str], got: str, has_name: bool, kind: str
) -> None:
    assert kind_of(got, has_name=has_name, may=may) == kind


def test_no_form_belongs_to_two_classes_and_no_source_form_to_two_rows() -> None:
    forms = [form for found in pronouns().classes.values() for form in found]
    assert len(forms) == len(set(forms))
    for rows in pronouns().source.values():
        listed = [form for row in rows for form in row.forms]
        assert len(listed) == len(set(listed))


def test_another_target_than_english_is_refused_with_what_would_do() -> None:
    with pytest.raises(UsageError, match="lexical_consistency"):
        require_english("de")
