"""The tags study shows segments at random and every tag of some phenomena."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError, TaggedDocument
from discotag.testing.builders import document
from discotag_annotate.instruments import tags

if TYPE_CHECKING:
    from discotag_annotate.study import Study


def test_a_segment_asks_for_its_tags_and_for_what_was_missed(tags_study: Study) -> None:
    item = tags_study.items[1]
    assert [question.name for question in item.questions] == ["tag0", "any_missed", "missed"]
    plain = item.questions[0].ask.translate({0x2068: None, 0x2069: None})
    assert "“Tu” is tagged formality (t); decided by what is marked 1" in plain
    assert item.questions[2].words == ("Tu", "rêves")


def test_tagged_words_and_what_decides_them_stand_out(tags_study: Study) -> None:
    source, target = tags_study.items[1].blocks
    marked = [
        (line.number, line.text[span.start : span.end], span.kind, span.note)
        for block in (source, target)
        for line in block.lines
        for span in line.spans
    ]
    assert marked == [
        (0, "You", "linked", "1"),
        (-1, "Tu", "evidence", "1"),
        (0, "Tu", "tag", "1"),
    ]


def test_a_segment_that_was_not_drawn_asks_for_the_phenomenon_alone(
    tagged: TaggedDocument, of_language: Any
) -> None:
    drawn = [tags.sample(lambda: [tagged], size=1, every=("ellipsis",), seed=s) for s in range(9)]
    other = [
        (item, key)
        for sample in drawn
        for item, key in zip(sample.items, sample.keys, strict=True)
        if not key.facts["is_random"]
    ]
    assert other
    for item, key in other:
        assert key.segment == 2
        assert [question.name for question in item.questions] == ["tag0"]


def test_the_sample_is_the_same_again(tagged: TaggedDocument) -> None:
    one, two = (tags.sample(lambda: [tagged], size=2, every=(), seed=3) for _ in range(2))
    assert one == two
    assert len(one.items) == 2


def test_segments_with_an_empty_side_are_left_out_and_counted() -> None:
    text = TaggedDocument(document(["You sleep", ""], ["Tu dors", "Oui"]), (), phenomena=("x",))
    drawn = tags.sample(lambda: [text], size=9, every=(), seed=1)
    assert len(drawn.items) == 1
    assert drawn.about["left_out"] == {"an empty side": 1}


def test_tags_of_nothing_are_refused() -> None:
    text = TaggedDocument(document(["You sleep"], ["Tu dors"]), ())
    with pytest.raises(InputError, match="no phenomenon"):
        tags.sample(lambda: [text], size=9, every=(), seed=1)
