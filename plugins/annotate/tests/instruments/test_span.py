"""The span study: single sentences, then two before, then windows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from discotag_annotate.instruments import span
from discotag_annotate.items import Key

if TYPE_CHECKING:
    from discotag_annotate.study import Sample, Study


def further(texts: Any, phase: int, *segments: int, **options: Any) -> Sample:
    keys = [Key(id=f"k{number}", document=texts[0].id, segment=number) for number in segments]
    return span.further(texts, keys, phase=phase, language="en", seed=1, **options)


def test_phase_1_shows_a_sentence_alone(span_study: Study) -> None:
    domains = Counter(key.domain for key in span_study.keys.values())
    assert domains == {"news": 2, "mail": 2}
    for item in span_study.items:
        (line,) = item.blocks[0].lines
        assert (
            line.text
            == f"{span_study.keys[item.id].domain} line {span_study.keys[item.id].segment}"
        )
        assert item.title == ""


def test_reasons_are_asked_only_after_no(span_study: Study) -> None:
    question = span_study.items[0].question("reasons")
    assert question is not None
    assert question.when is not None
    assert (question.when.question, question.when.value) == ("translatable", "no")
    assert [choice.value for choice in question.choices] == [
        *("source", "unknown", "equivalent", "terminology", "ambiguity", "gender", "other"),
    ]


def test_phase_2_shows_two_sentences_before(texts: Any) -> None:
    drawn = further(texts(news=30), 2, 7, 1)
    shown = {
        key.segment: [line.number for line in item.blocks[0].lines]
        for item, key in zip(drawn.items, drawn.keys, strict=True)
    }
    assert shown == {7: [-2, -1, 0], 1: [-1, 0]}


def test_phase_2_leaves_out_what_begins_a_text_and_what_is_named(texts: Any) -> None:
    drawn = further(texts(news=30), 2, 0, 4, 5, without=["k4"])
    assert [key.segment for key in drawn.keys] == [5]
    assert drawn.about["left_out"] == {"left out by hand": 1, "the text begins with it": 1}


def test_phase_3_shows_windows_of_long_texts(texts: Any) -> None:
    (item,) = further(texts(news=30), 3, 15).items
    block = item.blocks[0]
    assert [block.lines[0].number, block.lines[-1].number] == [-10, 10]
    first, end = block.windows[0]
    assert [line.number for line in block.lines[first:end]] == list(range(-5, 6))
    assert block.windows[1] == (0, 21)
    assert item.title == "news, news-1"


def test_phase_3_numbers_are_at_most_what_is_shown(texts: Any) -> None:
    (item,) = further(texts(news=30), 3, 3).items
    highest = {question.name: question.highest for question in item.questions}
    assert (highest["previous"], highest["following"]) == (3, 10)


@pytest.mark.parametrize(("size", "is_whole"), [(15, True), (16, False)])
def test_phase_3_shows_short_texts_whole(texts: Any, size: int, is_whole: bool) -> None:
    (item,) = further(texts(news=size), 3, 7).items
    block = item.blocks[0]
    assert (len(block.lines) == size and not block.windows) == is_whole


def test_empty_segments_are_not_asked_about(texts: Any) -> None:
    (text,) = texts(news=3)
    holed = text.model_copy(update={"segments": ("one", " ", "three")})
    drawn = span.sample([holed], language="en", per_domain=9, seed=1)
    assert sorted(key.segment for key in drawn.keys) == [0, 2]
    assert drawn.about["left_out"] == {"an empty segment": 1}
