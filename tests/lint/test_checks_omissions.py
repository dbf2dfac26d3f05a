"""Sentences that one side lacks: found within segments and as whole ones, and not where none is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.core.document import Bead, ParallelText
from discotag.core.registry import open_registry
from discotag.pipeline.config import RunConfig
from discotag_lint.checks.omissions import MergedSentences
from discotag_lint.locations import Files
from discotag_lint.planning import plan_checks
from discotag_lint.run import lint

if TYPE_CHECKING:
    from collections.abc import Sequence

ENGLISH = (
    "The ship left the harbour at night. Nobody on the pier saw it leave.",
    "The doctor wrote a long letter. He was tired.",
    "The house is old. It has a red door and two windows.",
)
GERMAN = (
    "Das Schiff verließ nachts den Hafen. Niemand am Pier sah es fahren.",
    "Der Arzt schrieb einen langen Brief. Er war müde.",
    "Das Haus ist alt. Es hat eine rote Tür und zwei Fenster.",
)


def found(source: Sequence[str], target: Sequence[str]) -> list[tuple[str, str, int, str]]:
    registry = open_registry()
    config = RunConfig(source_language="en", target_language="de", scorers=())
    text = ParallelText(
        id="a",
        source=tuple(source),
        references={"t": tuple(target)},
        hypotheses={},
        lines=tuple(range(1, len(source) + 1)),
    )
    planned = plan_checks(config, registry, ("omissions",))
    result = lint(planned, registry, [text], Files("source", "target"))
    return [
        (finding.code, str(finding.spot.side), finding.spot.segment, finding.spot.word)
        for finding in result.findings
    ]


def test_a_whole_translation_lacks_nothing() -> None:
    assert found(ENGLISH, GERMAN) == []


def test_a_sentence_that_was_left_out_is_told_at_its_place() -> None:
    shorter = (GERMAN[0].partition(". ")[0] + ".", *GERMAN[1:])
    assert found(ENGLISH, shorter) == [("DT501", "source", 0, "Nobody")]


def test_a_sentence_that_was_added_is_told() -> None:
    longer = (*GERMAN[:1], f"{GERMAN[1]} Morgen kommt der neue Minister nach Berlin.", GERMAN[2])
    assert found(ENGLISH, longer) == [("DT502", "target", 1, "Morgen")]


@pytest.mark.parametrize("empty", ["", " "])
def test_an_empty_translation_lacks_its_sentences(empty: str) -> None:
    told = found(ENGLISH, (GERMAN[0], GERMAN[1], empty))
    assert ("DT501", "source", 2, "It") in told
    assert {place[2] for place in told} == {2}


def test_another_text_is_told_once() -> None:
    others = ["Morgen kommt der neue Minister nach Berlin.", "Die Steuern steigen im Mai wieder."]
    told = found(ENGLISH[:2], [" ".join(others * 10)] * 2)
    assert len(told) == 1


def test_short_sentences_are_not_told() -> None:
    assert found((*ENGLISH, "Oh no!"), (*GERMAN, "…")) == []


def test_a_translation_of_half_a_sentence_is_a_note() -> None:
    source = [*(english for english, _ in STORY), LONG]
    half = "Der alte Lehrer fuhr mit dem Zug nach Hamburg."
    ((code, side, segment, _),) = found(source, [*(german for _, german in STORY), half])
    assert (code, side, segment) == ("DT501", "source", 6)


def test_a_long_sentence_that_was_cut_in_two_has_no_addition() -> None:
    source = [*(english for english, _ in STORY), LONG]
    two = (
        "Der alte Lehrer fuhr mit dem Zug nach Hamburg und traf dort seine Schwester. Danach aßen"
        " beide in einem kleinen Restaurant am Fluss zu Abend, bevor er zurückfuhr."
    )
    assert found(source, [*(german for _, german in STORY), two]) == []


LONG = (
    "The old teacher took the train to Hamburg, met his sister there, and had dinner with her in a"
    " small restaurant by the river before he went back home late in the evening."
)
STORY = (
    ("The ship left the harbour at night.", "Das Schiff verließ nachts den Hafen."),
    ("The doctor wrote a long letter.", "Der Arzt schrieb einen langen Brief."),
    ("The house has a red door and two windows.", "Das Haus hat eine rote Tür und zwei Fenster."),
    ("My brother sold seven horses in London.", "Mein Bruder verkaufte sieben Pferde in London."),
    ("The minister visited the new hospital.", "Der Minister besuchte das neue Krankenhaus."),
    ("Snow fell on the mountains in October.", "Im Oktober fiel Schnee auf die Berge."),
)


@pytest.mark.parametrize(
    ("order", "moved"),
    [
        pytest.param((0, 2, 1, 3, 4, 5), {"Der", "Das"}, id="neighbours swapped"),
        pytest.param((0, 2, 3, 4, 5, 1), {"Der"}, id="moved to the end"),
        pytest.param((4, 0, 1, 2, 3, 5), {"Der"}, id="moved to the front"),
    ],
)
def test_a_sentence_that_stands_elsewhere_is_told_once(
    order: tuple[int, ...], moved: set[str]
) -> None:
    source = [" ".join(english for english, _ in STORY)]
    target = [" ".join(STORY[number][1] for number in order)]
    ((code, side, segment, word),) = found(source, target)
    assert (code, side, segment) == ("DT503", "target", 0)
    assert word in moved


@pytest.mark.parametrize(
    "remark",
    [
        "Here is the translation:",
        "Here is the translated text you asked for.",
        "Hinweis: Die Übersetzung ist frei.",
        "I’m sorry, but I can't help with this text.",
        "**Übersetzung:**",
    ],
)
def test_a_remark_of_a_model_is_named_as_such(remark: str) -> None:
    source = [english for english, _ in STORY]
    target = [f"{remark} {STORY[0][1]}", *(german for _, german in STORY[1:])]
    assert [code for code, *_ in found(source, target)] == ["DT504"]


def test_a_refusal_in_place_of_a_sentence_is_named() -> None:
    target = [german for _, german in STORY]
    target[3] = "I am sorry, but I cannot translate this."
    assert ("DT504", "target", 3, "I") in found([english for english, _ in STORY], target)


def test_what_the_source_says_itself_is_no_remark() -> None:
    source = [*(english for english, _ in STORY), "I'm sorry, but I can not come tomorrow."]
    target = [*(german for _, german in STORY), "Es tut mir leid, aber ich kann nicht kommen."]
    assert found(source, target) == []


def test_an_apology_of_the_text_without_a_comma_is_no_remark() -> None:
    source = [*(english for english, _ in STORY), "I apologize but I'm unable to find an account."]
    target = [*(german for _, german in STORY), "Es tut mir leid, aber ich kann nichts finden."]
    assert found(source, target) == []


def test_an_apology_that_the_source_words_otherwise_is_no_remark() -> None:
    source = [*(english for english, _ in STORY), "Sorry, we could not find your account."]
    target = [
        *(german for _, german in STORY),
        "Es tut mir leid, aber ich kann Ihr Konto nicht finden.",
    ]
    assert found(source, target) == []


@pytest.mark.parametrize(
    ("source", "target", "is_said"),
    [
        ("a" * 40, "b" * 20, True),  # one sentence there, two here
        ("a" * 40, "b" * 40, False),
        ("a" * 30, "b" * 20, False),  # room for half of it
    ],
)
def test_a_sentence_that_its_neighbor_holds_is_not_alone(
    source: str, target: str, is_said: bool
) -> None:
    beads = [Bead((i, i + 1), (i, i + 1), 1.0) for i in range(6)]
    sentences, theirs = ["c" * 200] * 5 + [source], ["d" * 200] * 5 + [target]
    added = [*beads, Bead((6, 6), (6, 7), 0.0)]
    left_out = [*beads, Bead((6, 7), (6, 6), 0.0)]
    alone = "e" * 20
    assert MergedSentences(added, sentences, [*theirs, alone]).holds(alone, 6) == is_said
    assert MergedSentences(left_out, [*theirs, alone], sentences).holds(alone, 6) == is_said
    few = [beads[5], added[6]]
    assert not MergedSentences(few, sentences, [*theirs, alone]).holds(alone, 1)


@pytest.mark.parametrize(("source", "target", "has_room"), [(40, 29, True), (40, 41, False)])
def test_an_omission_has_room_in_a_neighbor_that_is_long_for_its_source(
    source: int, target: int, has_room: bool
) -> None:
    beads = [Bead((i, i + 1), (i, i + 1), 1.0) for i in range(6)]
    ours, theirs = ["c" * 200] * 5 + ["a" * target, "e" * 20], ["d" * 200] * 5 + ["b" * source]
    held = MergedSentences([*beads, Bead((6, 7), (6, 6), 0.0)], ours, theirs)
    assert held.has_room("e" * 20, 6) == has_room
