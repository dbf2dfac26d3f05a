"""The studies of ranks and choices: which candidates are shown, in which order."""

from __future__ import annotations

from typing import Any

import pytest

from discotag.plugin import UsageError
from discotag_annotate.instruments import choice, rank

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


def test_a_ranking_of_other_tasks_is_refused(testset: Any, test_item: Any) -> None:
    with pytest.raises(UsageError, match="anaphora or coherence"):
        drawn(testset("connectives", test_item("connectives", "So she left.")))


def drawn_choice(testset: Any, against: Any = "deleted") -> Any:
    return choice.sample(testset, size=10, against=against, seed=1)


def candidates(sample: Any) -> dict[str, str]:
    (item,), (key,) = sample.items, sample.keys
    shown = {block.title[-1].lower(): block.lines[0].text for block in item.blocks[1:]}
    return {name: shown[letter] for letter, name in key.facts["candidates"].items()}


def test_the_reference_stands_against_itself_without_the_word(testset: Any, test_item: Any) -> None:
    item = test_item("connectives", "She left because it rained.", focus="because")
    sample = drawn_choice(testset("connectives", item))
    assert candidates(sample) == {
        "reference": "She left because it rained.",
        "without": "She left it rained.",
    }
    assert sample.keys[0].facts["connective"] == "because"


def test_the_reference_stands_against_a_system(testset: Any, test_item: Any) -> None:
    item = test_item("connectives", "So she left.", focus="so", S=("She left.", None))
    assert candidates(drawn_choice(testset("connectives", item), "system")) == {
        "reference": "So she left.",
        "system S": "She left.",
    }


def test_an_item_that_no_other_text_faces_is_left_out(testset: Any, test_item: Any) -> None:
    item = test_item("connectives", "So she left.", focus="so", S=("so she left. ", None))
    assert drawn_choice(testset("connectives", item), "system").items == ()


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


def test_a_choice_of_other_tasks_is_refused(testset: Any, test_item: Any) -> None:
    with pytest.raises(UsageError, match="connectives"):
        drawn_choice(testset("anaphora", test_item("anaphora", "She left.")))
