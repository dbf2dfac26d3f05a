"""Scoring in one pass: streaming, several systems and scorers, and scorers that misbehave."""

from __future__ import annotations

import gc

import pytest

from discotag.core.components import ScorerInfo
from discotag.core.errors import ComponentError, InputError, UsageError
from discotag.core.results import Comparison, Row, Statistics
from discotag.core.tags import TaggedDocument
from discotag.scoring import table
from discotag.scoring.table import BoundScorer, score
from discotag.testing import document


def comparison(id, system="A", *, references=1):
    reference = TaggedDocument(document(["a"], ["b"], id=id), ())
    hypothesis = TaggedDocument(document(["a"], ["b"], id=id, system=system), ())
    return Comparison((reference,) * references, hypothesis)


class Segments:
    """Counts segments; `batch` says how many documents it reads before it answers."""

    def __init__(self, batch=1):
        self.batch = batch

    def statistics(self, comparisons):
        waiting = []
        for item in comparisons:
            waiting.append(item)
            if len(waiting) == self.batch:
                yield from map(self.answer, waiting)
                waiting = []
        yield from map(self.answer, waiting)

    def answer(self, item):
        found = item.hypothesis.document
        return Statistics(found.id, {Row(): (float(len(found)),)})

    def measures(self, counts):
        return {"segments": counts[..., 0]}

    def signature(self):
        return ""


def bound(scorer, name="segments"):
    info = ScorerInfo(name=name, summary="S.", factory="m:C", columns=("support",), phenomena=None)
    return BoundScorer(info, scorer, "stranger")


class Says(Segments):
    def __init__(self, answers):
        self.answers = answers

    def statistics(self, comparisons):
        return iter(self.answers)


def test_systems_may_come_mixed_and_keep_their_order():
    mixed = [comparison("1", "B"), comparison("1", "A"), comparison("2", "B"), comparison("2", "A")]
    tables = score(mixed, [bound(Segments())])
    assert [one.system for one in tables] == ["B", "A"]
    assert tables[0].documents == ("1", "2")


def test_several_scorers_share_one_pass_even_if_one_reads_ahead():
    stream = (comparison(str(index)) for index in range(7))
    tables = score(stream, [bound(Segments(), "one"), bound(Segments(batch=3), "three")])
    assert [one.documents for one in tables] == [tuple("0123456")] * 2
    assert [one.scores()[0].value for one in tables] == [7.0, 7.0]


def test_documents_are_let_go(monkeypatch):
    monkeypatch.setattr(table, "PIECE", 3)

    def alive():
        return sum(type(thing) is Comparison for thing in gc.get_objects())

    def stream():
        for index in range(20):
            yield comparison(str(index))
            counted.append(alive() - before)

    counted: list[int] = []
    before = alive()
    score(stream(), [bound(Segments()), bound(Segments(), "two")])
    assert max(counted) <= 6


def test_a_comparison_without_reference_is_refused():
    with pytest.raises(UsageError, match=r"document 'd' has no reference.*--ref"):
        score([comparison("d", references=0)], [bound(Segments())])


def test_an_error_of_the_stream_is_not_blamed_on_a_scorer():
    def stream():
        yield comparison("1")
        raise InputError("is not UTF-8", path="x", line=3)

    with pytest.raises(InputError, match="x:3"):
        score(stream(), [bound(Segments())])


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        pytest.param([], "on document '1'.*no statistics", id="nothing"),
        pytest.param([Statistics("2", {})], "statistics of '2'", id="another document"),
        pytest.param(
            [Statistics("1", {Row(): (1.0, 2.0)})], "2 counts for 1 columns", id="columns"
        ),
        pytest.param([Statistics("1", {Row(): (float("nan"),)})], "not a number", id="nan"),
        pytest.param([Statistics("1", {}), Statistics("1", {})], "more statistics", id="too many"),
    ],
)
def test_a_scorer_that_gives_nonsense_is_named(answers, told):
    with pytest.raises(ComponentError, match=rf"scorer segments \(plugin stranger\).*{told}"):
        score([comparison("1")], [bound(Says(answers))])


def test_a_scorer_that_raises_is_named():
    class Raises(Segments):
        def answer(self, item):
            raise ZeroDivisionError("by nought")

    with pytest.raises(ComponentError, match=r"plugin stranger.*document '1'.*by nought"):
        score([comparison("1")], [bound(Raises())])


def test_no_comparisons_give_no_tables():
    assert score([], [bound(Segments())]) == ()
