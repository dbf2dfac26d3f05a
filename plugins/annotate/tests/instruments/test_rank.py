"""The rank study shows the reference among two systems that fail differently."""

from __future__ import annotations

from typing import Any

import pytest

from discotag.plugin import UsageError
from discotag_annotate.instruments import rank

HE, IT, THEY = ("He left.", "he"), ("It left.", "it"), ("They left.", "they")


def drawn(testset: Any, *items: Any, **options: Any) -> Any:
    return rank.sample(
        testset, **{"size": 10, "with_source": False, "any_error": False, "seed": 1, **options}
    )


def texts(item: Any) -> dict[str, str]:
    return {block.title: block.lines[0].text for block in item.blocks}


def test_three_candidates_with_the_reference_among_them(testset: Any, test_item: Any) -> None:
    sample = drawn(testset("anaphora", test_item("anaphora", "She left.", S=HE, T=IT)))
    (item,), (key,) = sample.items, sample.keys
    shown = texts(item)
    by_letter = {letter: shown[f"candidate {letter.upper()}"] for letter in "abc"}
    names = {key.facts["candidates"][letter]: text for letter, text in by_letter.items()}
    assert names == {"reference": "She left.", "system S": "He left.", "system T": "It left."}
    assert shown["context"] == "Before."
    assert [question.name for question in item.questions] == ["rank_a", "rank_b", "rank_c"]


def test_the_place_of_the_reference_tells_nothing(testset: Any, test_item: Any) -> None:
    items = [
        test_item("anaphora", f"She left {number}.", first=number, S=HE, T=IT)
        for number in range(30)
    ]
    sample = drawn(testset("anaphora", *items), size=30)
    letters = [
        letter
        for key in sample.keys
        for letter, name in key.facts["candidates"].items()
        if name == "reference"
    ]
    assert {letters.count(letter) for letter in "abc"}.isdisjoint({0, *range(20, 31)})


@pytest.mark.parametrize(
    "failures",
    [
        pytest.param({"S": HE}, id="one system"),
        pytest.param({"S": HE, "T": ("he LEFT. ", "him")}, id="equal texts"),
        pytest.param({"S": HE, "T": ("He went.", "he")}, id="equal pronouns"),
        pytest.param({"S": HE, "T": ("she left.", "it")}, id="a system like the reference"),
    ],
)
def test_items_without_two_different_errors_are_left_out(
    testset: Any, test_item: Any, failures: Any
) -> None:
    sample = drawn(testset("anaphora", test_item("anaphora", "She left.", **failures)))
    assert sample.items == ()
    assert sum(sample.about["left_out"].values()) == 1


def test_any_error_will_do_on_demand(testset: Any, test_item: Any) -> None:
    item = test_item("anaphora", "She left.", S=HE, T=("He went.", "he"))
    made = testset("anaphora", item)
    assert len(drawn(made, any_error=True).items) == 1


def test_pronouns_stand_out_in_all_candidates(testset: Any, test_item: Any) -> None:
    sample = drawn(testset("anaphora", test_item("anaphora", "She left.", S=HE, T=THEY)))
    marked = {
        block.lines[0].text[span.start : span.end]
        for block in sample.items[0].blocks
        for span in block.lines[0].spans
    }
    assert marked == {"She", "He", "They"}


def test_the_source_is_shown_on_demand(testset: Any, test_item: Any) -> None:
    made = testset("anaphora", test_item("anaphora", "She left.", S=HE, T=IT))
    (item,) = drawn(made, with_source=True).items
    source = item.blocks[0]
    assert (source.title, source.language) == ("source", "fr")
    assert [(line.text, line.is_focus) for line in source.lines] == [
        ("Avant.", False),
        ("Elle partit.", True),
    ]


def test_texts_of_coherence_may_fail_in_the_same_way(testset: Any, test_item: Any) -> None:
    item = test_item("coherence", "She left.", S=("He left.", None), T=("It left.", None))
    (shown,) = drawn(testset("coherence", item)).items
    assert all(line.spans == () for block in shown.blocks for line in block.lines)


def test_other_tasks_are_refused(testset: Any, test_item: Any) -> None:
    with pytest.raises(UsageError, match="anaphora or coherence"):
        drawn(testset("connectives", test_item("connectives", "So she left.")))
