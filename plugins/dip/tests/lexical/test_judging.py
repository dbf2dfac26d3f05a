"""Verdicts on lexical consistency, and the kinds of error that are proposed."""

from __future__ import annotations

from typing import Any

import pytest

from discotag_dip.items import Occurrence
from discotag_dip.lexical.build import find
from discotag_dip.lexical.kinds import Miss, chief, is_related, kind_of, lemma_of, misses
from discotag_dip.lexical.score import judge


def miss(lemma: str | None, *, upos: str = "NOUN", source: tuple[int, ...] = (0,)) -> Miss:
    return Miss(
        Occurrence(segment=0, token=0, start=0, end=4, form="lamp", upos=upos, source=source), lemma
    )


@pytest.mark.parametrize(
    ("found", "variants", "kind"),
    [
        pytest.param(miss(None), {}, "omission", id="nothing there"),
        pytest.param(miss(None, source=()), {}, "unlinked", id="no source word"),
        pytest.param(miss("bulb", upos="PROPN"), {}, "named-entity", id="a name"),
        pytest.param(miss("lamppost"), {}, "related", id="holds the word"),
        pytest.param(miss("light"), {"light": 2}, "synonym", id="two systems have it"),
        pytest.param(miss("light"), {"light": 1}, "other", id="one system has it"),
    ],
)
def test_kinds_are_proposed_by_what_stands_there(
    found: Miss, variants: dict[str, int], kind: str
) -> None:
    assert kind_of(found, "lamp", variants) == kind


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("wine", "winery", True),
        ("development", "developer", True),
        ("car", "cart", False),
        ("poll", "survey", False),
        ("灯光", "灯", True),
        ("灯光", "桌子", False),
    ],
)
def test_related_words_begin_alike_or_share_a_character(a: str, b: str, expected: bool) -> None:
    assert is_related(a, b) is expected


def test_the_reference_is_consistent(bundle: Any, failing: Any) -> None:
    made = bundle(A=failing)
    (item,) = find(made, frozenset())
    verdict = judge(item, made.reference)
    assert verdict.values == {"accuracy": 1.0, "unforced": 1.0, "another": 0.0}
    assert verdict.kind is verdict.got is None


def test_a_lost_repetition_is_wrong_and_named(bundle: Any, failing: Any) -> None:
    made = bundle(A=failing)
    (item,) = find(made, frozenset())
    verdict = judge(item, made.systems["A"])
    assert (verdict.values["accuracy"], verdict.kind, verdict.got) == (0.0, "other", "light")


def test_one_other_word_throughout_is_told_beside_the_accuracy(
    bundle: Any, failing: Any, translation: Any
) -> None:
    (item,) = find(bundle(A=failing), frozenset())
    bulbs = translation(
        ("The/the/DET bulb/bulb/NOUN shines/shine", "x y z", "Our/our bulb/bulb/NOUN fell/fall")
    )
    assert judge(item, bulbs).values == {"accuracy": 0.0, "unforced": 0.0, "another": 1.0}


def test_the_miss_that_links_tell_of_is_told_before_one_without_links(
    translation: Any, english: tuple[str, ...]
) -> None:
    unlinked = Occurrence(segment=1, token=0, start=0, end=4, form="Lamp", upos="NOUN")
    linked = unlinked.model_copy(update={"token": 1, "source": (1,), "source_forms": ("Lampe",)})
    lines = (english[0], "Lamp/lamp/NOUN light/light/NOUN", english[2])
    text = translation(lines, name="A", links=("0-0 1-1 2-2", "1-1", "0-0 1-1 2-2"))
    (found,) = misses(text, "lamp", [unlinked, linked])
    assert lemma_of(found) == "light"
    assert lemma_of(chief([Miss(unlinked, None), found])) == "light"
    assert lemma_of(chief([])) is None
    assert kind_of(None, "lamp", {}) == "unlinked"
