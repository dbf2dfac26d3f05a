"""A model judges every translation under every context size, and none twice."""

from __future__ import annotations

from typing import ClassVar

import pytest

from discotag.plugin import InputError, UsageError
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.judging import judge, notes_on
from discotag_cxmi.examples import TargetScores
from discotag_cxmi.measure.texts import Sizes

from .builders import item

SIZES = Sizes(("0", "1", "2"), 2, 2)


class Counting:
    """A model that likes context lines that hold a word of the target."""

    format: ClassVar = None

    def __init__(self):
        self.seen = []

    def check(self, examples):
        return frozenset((e.document, e.segment) for e in examples if "long" in e.target)

    def score(self, examples):
        for example in examples:
            self.seen.append(example)
            words = set(example.target.split())
            lines = example.source_context + example.target_context
            hits = sum(bool(words & set(line.split())) for line in lines)
            yield TargetScores((), (), (-5.0,), hits - 1.0)


def with_context(name="a"):
    return item(name, "le chat", "la chatte", context=("x", "un chat ici"))


def test_scores_are_sums_and_grow_with_what_context_holds():
    found = judge(Counting(), [with_context()], SIZES)
    assert found.scores["0"] == ((-6.0, -6.0),)
    assert found.scores["1"] == ((-4.0, -6.0),)
    assert found.gains("1") == [2.0]
    assert found.verdicts("0") == [False]
    assert found.verdicts("2") == [True]


def test_an_item_that_is_too_long_under_one_size_is_left_out_of_all():
    model = Counting()
    found = judge(model, [with_context(), item("b", "le long chat", "la chatte")], SIZES)
    assert [one.id for one in found.items] == ["a"]
    assert not any("long" in example.target for example in model.seen)
    with pytest.raises(InputError, match="nothing is left to judge"):
        judge(model, [item("b", "le long chat", "la chatte")], Sizes(("0",), 0, 0))


def test_nothing_is_scored_twice():
    """The same two translations serve as right and wrong; without context sizes are the same."""
    swapped = Item("b", "a yes", (Candidate("la chatte"), Candidate("le chat")))
    first = Item("a", "a yes", (Candidate("le chat"), Candidate("la chatte")))
    model = Counting()
    found = judge(model, [first, swapped, with_context("c")], SIZES)
    assert len(model.seen) == 2 + 3 * 2
    assert len({(e.source, e.target, e.source_context, e.target_context) for e in model.seen}) == 8
    assert found.scores["0"][0] == found.scores["2"][0] == tuple(reversed(found.scores["1"][1]))


def test_sides_are_limited_apart():
    model = Counting()
    judge(model, [with_context()], Sizes(("0", "2"), 0, 1))
    assert {(len(e.source_context), len(e.target_context)) for e in model.seen} == {(0, 0), (0, 1)}


def test_a_set_without_source_or_context_is_refused():
    with pytest.raises(InputError, match="item 'a' has no source"):
        judge(Counting(), [item("a", source=None)], SIZES)
    with pytest.raises(UsageError, match="no item has source context; give it with --context-src"):
        judge(Counting(), [item("a")], SIZES)
    assert judge(Counting(), [item("a")], Sizes(("0",), 0, 0)).scores["0"] == ((-6.0, -6.0),)


def test_missing_context_is_noted():
    told = notes_on([item("a"), with_context("b")], Sizes(("0", "5"), 5, 5))
    assert told[0] == "1 of 2 items have no context"
    assert "more than 2 lines" in told[1]


@pytest.mark.engine
def test_a_real_model_gives_what_it_gives_alone(marian_folder):
    from discotag_cxmi.examples import Example
    from discotag_cxmi.scoring.loading import load_model

    model = load_model(str(marian_folder))
    items = [
        Item(
            name,
            "It is old.",
            (Candidate(f"Il est vieux {name}.", ("Le chat dort.",)), Candidate("Elle dort.")),
            source_context=("The cat sleeps.",),
        )
        for name in "abc"
    ]
    found = judge(model, items, Sizes(("0", "1"), 1, 1))
    alone = Example(
        "z", 0, "It is old.", "Il est vieux b.", ("The cat sleeps.",), ("Le chat dort.",)
    )
    (scores,) = model.score([alone])
    assert found.scores["1"][1][0] == pytest.approx(scores.total, abs=1e-4)
