"""Connectives: lost ones are items, and a translation is judged by its listed words."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from discotag.plugin import UsageError
from discotag_dip.connectives.build import find
from discotag_dip.connectives.layer import require_annotator
from discotag_dip.connectives.score import judge


class Word(NamedTuple):
    tokens: tuple[int, ...]
    form: str
    sense: str = "cause"
    is_likely: bool = True


@pytest.fixture
def with_words(bundle: Any) -> Any:
    """Make a bundle whose second segment has these listed words."""

    def layered(document: Any, words: tuple[Word, ...]) -> Any:
        layer = {"connectives": ((), words, ())}
        return replace(document, target=replace(document.target, annotations=layer))

    def made(reference: tuple[Word, ...], english: Any, **systems: tuple[Word, ...]) -> Any:
        plain = bundle(**dict.fromkeys(systems, english))
        return replace(
            plain,
            reference=layered(plain.reference, reference),
            systems={name: layered(plain.systems[name], words) for name, words in systems.items()},
        )

    return made


def test_a_connective_of_the_reference_is_lost_where_the_segment_has_no_listed_word(
    with_words: Any, english: Any
) -> None:
    because, doubtful = Word((0,), "because"), Word((1,), "so", is_likely=False)
    (item,) = find(with_words((because, doubtful), english, A=(), B=(doubtful,)))
    assert (item.focus, item.first, item.facts) == ("because", 1, {"sense": "cause"})
    assert [failure.system for failure in item.failures] == ["A"]


def test_a_word_that_is_no_connective_in_the_reference_is_not_tested(
    with_words: Any, english: Any
) -> None:
    assert not list(find(with_words((Word((0,), "so", is_likely=False),), english, A=())))


@pytest.mark.parametrize(
    ("words", "values", "kind"),
    [
        ((), (0.0, 0.0), "omission"),
        ((Word((0,), "because", is_likely=False),), (1.0, 1.0), None),
        ((Word((0,), "since"),), (0.0, 1.0), "synonym"),
        ((Word((0,), "but", "contrast"),), (0.0, 1.0), "mistranslation"),
    ],
)
def test_a_translation_is_judged_by_its_listed_words(
    *, with_words: Any, english: Any, words: Any, values: tuple[float, float], kind: str | None
) -> None:
    made = with_words((Word((0,), "because"),), english, A=(), B=words)
    (item,) = find(made)
    verdict = judge(item, made.systems["B"])
    assert (verdict.values["accuracy"], verdict.values["any"]) == values
    assert verdict.kind == kind


def test_without_an_annotator_the_cure_is_named() -> None:
    with pytest.raises(UsageError, match="pip install discotag-phen-connectives"):
        require_annotator(SimpleNamespace(annotators=()))  # type: ignore[arg-type]
