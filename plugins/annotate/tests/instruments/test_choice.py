"""The choice study sets the reference against itself without the connective, or a system."""

from __future__ import annotations

from typing import Any

import pytest

from discotag.plugin import UsageError
from discotag_annotate.instruments import choice


def drawn(testset: Any, against: Any = "deleted") -> Any:
    return choice.sample(testset, size=10, against=against, seed=1)


def candidates(sample: Any) -> dict[str, str]:
    (item,), (key,) = sample.items, sample.keys
    shown = {block.title[-1].lower(): block.lines[0].text for block in item.blocks[1:]}
    return {name: shown[letter] for letter, name in key.facts["candidates"].items()}


def test_the_reference_stands_against_itself_without_the_word(testset: Any, test_item: Any) -> None:
    item = test_item("connectives", "She left because it rained.", focus="because")
    sample = drawn(testset("connectives", item))
    assert candidates(sample) == {
        "reference": "She left because it rained.",
        "without": "She left it rained.",
    }
    assert sample.keys[0].facts["connective"] == "because"


def test_the_reference_stands_against_a_system(testset: Any, test_item: Any) -> None:
    item = test_item("connectives", "So she left.", focus="so", S=("She left.", None))
    assert candidates(drawn(testset("connectives", item), "system")) == {
        "reference": "So she left.",
        "system S": "She left.",
    }


def test_an_item_that_no_other_text_faces_is_left_out(testset: Any, test_item: Any) -> None:
    item = test_item("connectives", "So she left.", focus="so", S=("so she left. ", None))
    assert drawn(testset("connectives", item), "system").items == ()


@pytest.mark.parametrize(
    ("text", "spans", "left"),
    [
        ("However, they left, and we stayed.", [(0, 7)], "They left, and we stayed."),
        ("“But they left.”", [(1, 4)], "“They left.”"),
        ("We ate, then slept.", [(8, 12)], "We ate, slept."),
        ("They left as soon as it rained.", [(10, 12), (13, 17), (18, 20)], "They left it rained."),
        ("it rained, so.", [(11, 13)], "it rained,."),
        ("但是他走了。", [(0, 2)], "他走了。"),
        ("und er ging", [(0, 3)], "er ging"),
    ],
)
def test_a_word_is_taken_out(text: str, spans: Any, left: str) -> None:
    assert choice.deleted(text, spans) == left


def test_other_tasks_are_refused(testset: Any, test_item: Any) -> None:
    with pytest.raises(UsageError, match="connectives"):
        drawn(testset("anaphora", test_item("anaphora", "She left.")))
