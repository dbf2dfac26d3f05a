"""Connectives: lost ones are items, and a translation is judged by its listed words."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from discotag.plugin import UsageError
from discotag_dip.connectives import find, judge, require_annotator, telling


class Word(NamedTuple):
    tokens: tuple[int, ...]
    form: str
    sense: str = "contrast"
    kind: str = "adverb"
    is_likely: bool = True
    is_before: bool = True


HOWEVER = Word((0,), "however")
JEDOCH = Word((0,), "jedoch")
ENGLISH = (
    "Yes/yes/INTJ",
    "However/however/ADV it/it/PRON was/be/AUX/VerbForm=Fin dear/dear/ADJ",
    "No/no/INTJ",
)
LOST = "It/it/PRON was/be/AUX/VerbForm=Fin dear/dear/ADJ"
GERMAN = ("Ja", "Jedoch war sie teuer", "Nein")
ALL = "0-0 1-2 2-1 3-3"


def layered(side: Any, words: tuple[Word, ...]) -> Any:
    return replace(side, annotations={"connectives": ((), words, ())})


@pytest.fixture
def made(translation: Any, bundle: Any) -> Any:
    """Make a bundle: the reference says *however*, a system its line, links and listed words."""

    def made(
        *systems: tuple[str, str, tuple[Word, ...]],
        source: tuple[Word, ...] = (JEDOCH,),
        reference: tuple[Word, ...] = (HOWEVER,),
    ) -> Any:
        def text(line: str, links: str, words: tuple[Word, ...], name: str) -> Any:
            lines = (ENGLISH[0], line, ENGLISH[2])
            found = translation(lines, name=name, links=("0-0", links, "0-0"), source=GERMAN)
            return replace(
                found, source=layered(found.source, source), target=layered(found.target, words)
            )

        return type(bundle())(
            text(ENGLISH[1], ALL, reference, "ref"),
            (),
            {f"S{number}": text(*system, f"S{number}") for number, system in enumerate(systems)},
        )

    return made


KEPT = (ENGLISH[1], ALL, (HOWEVER,))


def test_a_connective_is_lost_where_nothing_says_it(made: Any) -> None:
    (item,) = find(made((LOST, "1-1 2-0 3-2", ()), KEPT))
    assert (item.focus, item.first) == ("however", 1)
    assert item.facts == {"sense": "contrast", "source": "jedoch"}
    assert [(failure.system, failure.kind) for failure in item.failures] == [("S0", "omission")]


@pytest.mark.parametrize(
    ("line", "links", "words"),
    [
        pytest.param(f"Still/still/ADV {LOST}", "0-0", (), id="a linked word"),
        pytest.param(
            f"Still/still/ADV {LOST}", "", (Word((0,), "still"),), id="a word of its sense"
        ),
        pytest.param(f"So/so/ADV {LOST}", "", (Word((0,), "so", "cause"),), id="a free one"),
        pytest.param(
            "Being/be/AUX/VerbForm=Ger dear/dear/ADJ", "3-1", (), id="a clause without its verb"
        ),
        pytest.param(f"{LOST} all/all the/the same/same", "1-1", (), id="a phrase"),
        pytest.param("", "", (), id="nothing at all"),
        pytest.param(f"so-however/so-however/ADV {LOST}", "", (), id="behind a hyphen"),
        pytest.param(
            f"Still/still/ADV {LOST}",
            "",
            (Word((0,), "still", "concession"),),
            id="of a like sense",
        ),
    ],
)
def test_what_may_say_it_is_no_loss(
    *, made: Any, line: str, links: str, words: tuple[Word, ...]
) -> None:
    assert not list(find(made((line, links, words), KEPT)))


@pytest.mark.parametrize(
    "words",
    [
        pytest.param({"source": ()}, id="the source has none"),
        pytest.param({"source": (JEDOCH._replace(is_likely=False),)}, id="doubtful"),
        pytest.param({"source": (JEDOCH._replace(kind="subordinator"),)}, id="a clause"),
        pytest.param(
            {"source": (JEDOCH._replace(kind="coordinator", sense="conjunction"),)}, id="and"
        ),
        pytest.param({"source": (JEDOCH._replace(sense="purpose"),)}, id="a purpose"),
        pytest.param({"source": (JEDOCH._replace(is_before=False),)}, id="inside a sentence"),
        pytest.param({"reference": ()}, id="the reference has none"),
        pytest.param({"source": (JEDOCH._replace(sense="cause"),)}, id="of another sense"),
        pytest.param(
            {
                "source": (JEDOCH._replace(sense="asynchronous"),),
                "reference": (HOWEVER._replace(sense="asynchronous"),),
            },
            id="then of time",
        ),
        pytest.param(
            {
                "source": (
                    JEDOCH._replace(sense="cause"),
                    Word((3,), "wenn", "condition", "subordinator"),
                ),
                "reference": (HOWEVER._replace(sense="cause"),),
            },
            id="then after if",
        ),
    ],
)
def test_weak_ones_and_those_that_the_source_does_not_have_are_not_tested(
    made: Any, words: dict[str, tuple[Word, ...]]
) -> None:
    assert not list(find(made((LOST, "1-1 2-0 3-2", ()), KEPT, **words)))


def test_of_two_together_the_second_is_not_tested(made: Any) -> None:
    second, however = JEDOCH._replace(tokens=(1,)), HOWEVER._replace(tokens=(2,))
    alone = made(KEPT, source=(second,), reference=(however,)).reference
    assert list(telling(alone, 1)) == [(however, second)]
    both = made(KEPT, source=(Word((0,), "aber", "cause"), second), reference=(however,)).reference
    assert not list(telling(both, 1))


def test_what_several_translations_leave_out_is_not_tested(made: Any) -> None:
    lost = (LOST, "1-1 2-0 3-2", ())
    assert list(find(made(lost)))
    assert list(find(made(lost, lost, *[KEPT] * 3)))
    assert not list(find(made(lost, lost, *[KEPT] * 2)))


@pytest.mark.parametrize(
    ("line", "links", "words", "values", "kind"),
    [
        (*KEPT, (1.0, 1.0, 1.0), None),
        (LOST, "1-1 2-0 3-2", (), (0.0, 0.0, 0.0), "omission"),
        (
            f"But/but/CCONJ {LOST}",
            "0-0",
            (Word((0,), "but", kind="coordinator"),),
            (1.0, 0.0, 1.0),
            "synonym",
        ),
        (
            f"So/so/ADV {LOST}",
            "0-0",
            (Word((0,), "so", "cause"),),
            (1.0, 0.0, 1.0),
            "mistranslation",
        ),
    ],
    ids=["the same", "none", "of its sense", "of another"],
)
def test_a_translation_is_judged_by_what_stands_there(
    *,
    made: Any,
    line: str,
    links: str,
    words: tuple[Word, ...],
    values: tuple[float, ...],
    kind: str | None,
) -> None:
    texts = made((LOST, "1-1 2-0 3-2", ()), (line, links, words), KEPT)
    (item,) = find(made((LOST, "1-1 2-0 3-2", ()), KEPT))
    verdict = judge(item, texts.reference, texts.systems["S1"])
    assert tuple(verdict.values[name] for name in ("kept", "accuracy", "any")) == values
    assert verdict.kind == kind


def test_without_an_annotator_the_cure_is_named() -> None:
    with pytest.raises(UsageError, match="pip install discotag-phen-connectives"):
        require_annotator(SimpleNamespace(annotators=()))  # type: ignore[arg-type]
