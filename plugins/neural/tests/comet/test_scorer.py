"""The scorer counts what COMET says, asks it as little as possible, and never across documents."""

from __future__ import annotations

import os
import sqlite3

import numpy as np
import pytest

pytest.importorskip("discotag_neural")

from discotag.plugin import Row, TaggedDocument

pytestmark = pytest.mark.engine


def counts(scorer, *comparisons):
    return [item.counts[Row()] for item in scorer.statistics(comparisons)]


def test_segment_scores_add_up_and_their_mean_is_printed_times_100(scorer, comparison):
    made = scorer()
    first = comparison(["one two", "three"], ["a b", "x"], ["a b", "c"])
    second = comparison(["four"], ["d e"], ["d f"], id="e")
    assert counts(made, first, second) == [(1.0, 2.0), (0.5, 1.0)]
    assert made.measures(np.array([[1.5, 3.0]]))["comet"] == pytest.approx([50.0])


def test_no_segments_have_no_score(scorer, comparison, log):
    made = scorer()
    assert counts(made, comparison([], [], [])) == [(0.0, 0.0)]
    assert np.isnan(made.measures(np.zeros((1, 2)))["comet"]).all()
    assert log("loaded") == []


def test_several_references_give_their_mean(scorer, comparison):
    assert counts(scorer(), comparison(["s"], ["a b"], ["a b"], ["a c"])) == [(0.75, 1.0)]


def test_one_process_loads_the_model_once_and_off_the_network(scorer, comparison, log):
    made = scorer(batch=3)
    counts(made, *(comparison(["s"], [f"w{i}"], ["w1"], id=f"d{i}") for i in range(4)))
    assert log("loaded") == ["model.ckpt"]
    assert (log("local"), log("offline")) == ([True], ["1"])
    assert (len(log("samples")), log("batch")) == (4, [3, 3, 3, 3])


def test_what_was_scored_before_is_not_asked_again(scorer, model, comparison, log):
    same = comparison(["s", "s", "t"], ["a", "a", "b"], ["a", "a", "c"])
    folder = model()
    expected = counts(scorer(model=folder), same)
    assert [len(asked) for asked in log("samples")] == [2]  # equal segments are asked once
    assert counts(scorer(model=folder), same) == expected == [(2.0, 3.0)]
    assert len(log("loaded")) == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE checked_scores SET score = 0.25",
        "UPDATE checked_scores SET score = 'much'",
        "UPDATE checked_scores SET seal = (SELECT max(seal) FROM checked_scores)",
    ],
)
def test_a_score_that_is_not_what_was_kept_is_asked_for_again(
    scorer, model, comparison, log, damage
):
    same = comparison(["s", "t"], ["a", "b"], ["a", "c"])
    settings = {"model": (folder := model()), "cache": f"{folder}/c.sqlite"}
    expected = counts(scorer(**settings), same)
    with sqlite3.connect(settings["cache"]) as database:
        database.execute(damage)
    database.close()
    assert counts(scorer(**settings), same) == expected
    assert len(log("loaded")) == 2


def test_another_model_is_asked_anew(scorer, model, comparison, log):
    same = comparison(["s"], ["a"], ["a"])
    counts(scorer(model=model("one")), same)
    counts(scorer(model=model("two", note=2)), same)
    assert len(log("samples")) == 2


def test_no_cache_keeps_nothing(scorer, model, comparison, log, fake):
    folder = model()
    for _ in range(2):
        counts(scorer(model=folder, cache="none"), comparison(["s"], ["a"], ["a"]))
    assert len(log("samples")) == 2
    assert not (fake / "cache").exists()


def test_context_is_of_the_reference_and_stays_within_its_document(scorer, comparison, log):
    made = scorer(context=2)
    first = comparison(["s1", "s2", "s3", "s4"], ["h1", "h2", "h3", "h4"], ["r1", "r2", "r3", "r4"])
    second = comparison(["z"], ["y"], ["x"], id="e")
    counts(made, first, second)
    samples = [sample for asked in log("samples") for sample in asked]
    assert samples[0] == {"src": "s1", "mt": "h1", "ref": "r1"}
    assert samples[3] == {
        "src": "s2 </s> s3 </s> s4",
        "mt": "r2 </s> r3 </s> h4",
        "ref": "r2 </s> r3 </s> r4",
    }
    assert samples[4] == {"src": "z", "mt": "y", "ref": "x"}
    assert log("context") == [True, True]


def test_without_context_it_is_not_switched_on(scorer, comparison, log):
    counts(scorer(), comparison(["s", "t"], ["a", "b"], ["a", "b"]))
    assert log("context") == [False]


def test_the_signature_names_version_model_and_context(scorer, model):
    plain = scorer(model=model("m")).signature()
    assert plain.startswith("comet:2.2.7|model:m@")
    assert scorer(model=model("n"), context=2).signature().endswith("|context:2")
    assert plain.partition("@")[2] != scorer(model=model("p", x=1)).signature().partition("@")[2]


def test_the_process_ends_with_the_scoring(scorer, comparison):
    made = scorer()
    stream = made.statistics([comparison(["s"], ["a"], ["a"]), comparison(["t"], ["b"], ["b"])])
    next(stream)
    number = made._process._process.pid
    made.finish()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_a_comparison_is_of_the_segments_themselves(scorer, comparison, log):
    odd = comparison(["s"], ["a"], ["a"])
    document = odd.hypothesis.document
    lines = ("é \u2028 \x85 \U0001f600 \\n",)
    target = type(document.target)("fr", lines, document.target.tokens)
    changed = type(document)(document.id, document.source, target, "A", "hypothesis")
    counts(scorer(), type(odd)(odd.references, TaggedDocument(changed, ())))
    assert log("samples")[0][0]["mt"] == lines[0]
