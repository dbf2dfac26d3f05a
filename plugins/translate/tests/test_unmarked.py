"""Documents go without markers, and their segments are found again by aligning sentences."""

from __future__ import annotations

import re

import pytest

from discotag.plugin.commands import open_registry
from discotag_translate.engines.engine import Answer
from discotag_translate.unmarked import ByBeads, ByLines

from .capitals import Engine, talk

STORY = {
    "The ship left the harbour at night.": "Das Schiff verließ nachts den Hafen.",
    "Nobody on the pier saw it leave.": "Niemand am Pier sah es fahren.",
    "The doctor wrote a long letter.": "Der Arzt schrieb einen langen Brief.",
    "The house has a red door.": "Das Haus hat eine rote Tür.",
    "My brother sold seven horses in London.": "Mein Bruder verkaufte sieben Pferde in London.",
    "The minister visited the new hospital.": "Der Minister besuchte das neue Krankenhaus.",
    "Snow fell on the mountains in October.": "Im Oktober fiel Schnee auf die Berge.",
    "The children played in the garden.": "Die Kinder spielten im Garten.",
}
ENGLISH = list(STORY)
SOURCE = (f"{ENGLISH[0]} {ENGLISH[1]}", *ENGLISH[2:4], "", *ENGLISH[4:])
RIGHT = [
    " ".join(STORY[part] for part in re.findall(r"[^.]+\.", text.replace(". ", ".")))
    for text in SOURCE
]
LEFT_OUT = "The house has a red door."


def german(text: str) -> str:
    for english, translated in STORY.items():
        text = text.replace(english, translated)
    return text


def joined(text: str) -> str:
    return " ".join(german(text).split())


def unmarked(text: str) -> str:
    return re.sub(r"\[\[\d+\]\] ?", "", german(text))


def leaving_out(text: str) -> str:
    return german(text.replace(f"{LEFT_OUT}\n", "")) if "\n" in text else german(text)


def merging(text: str) -> str:
    """Make one sentence of two that are neighbours, but not of one alone."""
    found = german(text)
    return found.replace("London.\nDer Minister", "London, und der Minister")


def with_remark(text: str) -> str:
    return f"Gern! Es folgt der Text.\n{german(text)}" if "\n" in text else german(text)


@pytest.fixture(scope="module")
def finder():
    found = ByBeads.find(open_registry(), "en", "de")
    assert found is not None
    return found


def of(speak):
    return Engine(lambda call: Answer(texts=tuple(map(speak, call.texts))))


@pytest.mark.parametrize(
    ("speak", "calls", "unaligned"),
    [
        pytest.param(german, 1, 0, id="lines kept"),
        pytest.param(joined, 1, 0, id="one paragraph"),
        pytest.param(leaving_out, 2, 1, id="a segment left out"),
        pytest.param(merging, 3, 2, id="two segments in one sentence"),
        pytest.param(with_remark, 1, 0, id="a remark before it"),
    ],
)
def test_segments_are_found_without_markers(finder, speak, calls, unaligned):
    made = talk(engine := of(speak), SOURCE, finder=finder)
    assert [segment.text for segment in made] == RIGHT
    assert len(engine.calls) == calls
    assert all(call.marker is None for call in engine.calls)
    assert sum(segment.is_unaligned for segment in made) == unaligned


def test_the_document_is_sent_as_its_lines(finder):
    talk(engine := of(german), SOURCE, finder=finder)
    assert engine.calls[0].texts == ("\n".join(text for text in SOURCE if text),)


def test_another_text_goes_segment_by_segment(finder):
    def speak(text):
        return "Morgen kommt Regen. Die Steuern steigen." if "\n" in text else german(text)

    made = talk(of(speak), SOURCE, finder=finder)
    assert [segment.text for segment in made] == RIGHT
    assert {segment.how for segment in made} == {"segment", "blank"}


@pytest.mark.parametrize(
    ("speak", "with_markers", "without"),
    [
        pytest.param(german, 1, 1, id="markers and lines kept"),
        pytest.param(unmarked, 13, 1, id="markers lost"),
        pytest.param(leaving_out, 1, 2, id="a segment left out, unless marked"),
    ],
)
def test_what_a_mode_costs_by_what_a_model_does(finder, speak, with_markers, without):
    """Both end with the same translation; docs/translate.md tells which loses least."""
    told = {}
    for name, chosen in (("with", None), ("without", finder)):
        made = talk(engine := of(speak), SOURCE, finder=chosen)
        assert [segment.text for segment in made] == RIGHT
        told[name] = len(engine.calls)
    assert told == {"with": with_markers, "without": without}


def test_a_pair_without_a_pack_is_not_aligned():
    assert ByBeads.find(open_registry(), "en", "xx") is None


def test_lines_stand_for_segments_where_nothing_was_translated():
    assert ByLines().parts(("a", "b", "c"), "A\n\nB\n") == ["A", "B", None]
