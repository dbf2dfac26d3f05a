"""Every fault of environment, model, cache or process is told with what to do about it."""

from __future__ import annotations

import re
import sqlite3
import sys
from pathlib import Path

import pytest

pytest.importorskip("discotag_neural")

from discotag.plugin import ComponentError, DiscotagError, NeedsModels, PluginError, UsageError
from discotag.testing.builders import context
from discotag_neural.comet.scorer import CometScorer

pytestmark = pytest.mark.engine


def failing(scorer, comparison, **options):
    with pytest.raises(ComponentError) as caught:
        list(scorer(**options).statistics([comparison(["s"], ["a b"], ["a"], id="doc7")]))
    assert "on document 'doc7'" in str(caught.value)
    return str(caught.value)


def test_no_environment_tells_how_to_make_one(monkeypatch):
    monkeypatch.delenv("DISCOTAG_COMET_PYTHON", raising=False)
    with pytest.raises(UsageError, match=r"python3\.11 -m venv .*unbabel-comet==2\.2\.7"):
        CometScorer.create(context(name="comet"))


def test_an_environment_that_is_not_there(fake):
    with pytest.raises(UsageError, match="/nowhere/python is no program"):
        CometScorer.create(context(name="comet", python="/nowhere/python"))


def test_an_environment_without_comet_tells_its_pip_line(fake, monkeypatch):
    monkeypatch.delenv("PYTHONPATH")
    with pytest.raises(UsageError, match=f"{re.escape(sys.executable)} -m pip install torch"):
        CometScorer.create(context(name="comet"))


def test_a_model_that_was_not_fetched_tells_the_command(fake, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(fake / "hub"))
    with pytest.raises(PluginError, match=r"discotag download fr --engine scorer=comet:a-b/no-c"):
        CometScorer.create(context(name="comet", model="a-b/no-c"))


def test_a_folder_without_checkpoint_or_settings(fake, model):
    (fake / "empty").mkdir()
    with pytest.raises(PluginError, match="there is no checkpoint"):
        CometScorer.create(context(name="comet", model=str(fake / "empty")))
    folder = model("bare")
    (fake / "bare" / "hparams.yaml").unlink()
    with pytest.raises(PluginError, match=r"lacks hparams.yaml"):
        CometScorer.create(context(name="comet", model=folder))


def test_a_cache_that_is_something_else(fake, model):
    (fake / "text").write_text("no database, but long enough to look like something " * 9)
    with pytest.raises(UsageError, match=r"comet\.cache=none"):
        CometScorer.create(context(name="comet", model=model(), cache=str(fake / "text")))


def test_a_cache_that_breaks_later(scorer, comparison, fake):
    made = scorer(cache=str(fake / "c.sqlite"))
    with sqlite3.connect(fake / "c.sqlite") as database:
        database.execute("DROP TABLE checked_scores")
    with pytest.raises(UsageError, match="no such table"):
        list(made.statistics([comparison(["s"], ["a"], ["a"])]))


def test_a_process_that_dies_tells_its_last_words(scorer, comparison, model):
    told = failing(scorer, comparison, model=model("m", die=9))
    assert "ended with code 9: " in told
    assert "Killed: out of memory" in told


def test_what_comet_raises_is_told(scorer, comparison, model):
    told = failing(scorer, comparison, model=model("m", **{"raise": "tensor sizes differ"}))
    assert "COMET says: RuntimeError: tensor sizes differ" in told


def test_too_slow_an_answer_is_not_waited_for(scorer, comparison, model):
    told = failing(scorer, comparison, model=model("m", sleep=60), timeout=3)
    assert "no answer within 3 seconds" in told


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        pytest.param([], "gave 0 scores for 1 segment", id="too few"),
        pytest.param([0.1, 0.2], "gave 2 scores for 1 segment", id="too many"),
        pytest.param([float("nan")], "gave nan for 'a b'", id="nan"),
    ],
)
def test_nonsense_is_refused(scores, told, scorer, comparison, model):
    folder = Path(model("m", scores=scores))
    cache = folder / "c.sqlite"
    assert told in failing(scorer, comparison, model=str(folder), cache=str(cache))
    with sqlite3.connect(cache) as database:
        assert database.execute("SELECT count(*) FROM checked_scores").fetchone() == (0,)


def test_a_model_that_cannot_use_context_says_so(scorer, comparison, model):
    told = failing(scorer, comparison, model=model("m", no_context=True), context=2)
    assert "this model cannot use context" in told


def test_a_vocabulary_that_was_not_fetched_tells_the_command(scorer, comparison, model):
    told = failing(scorer, comparison, model=model("m", vocabulary="cannot find xlm-roberta"))
    assert "the model cannot be loaded: COMET says: OSError: cannot find xlm-roberta" in told
    assert "discotag download LANG --engine scorer=comet:NAME" in told


def test_a_broken_checkpoint_is_told(scorer, comparison, model, fake):
    folder = model("m")
    (fake / "m" / "checkpoints" / "model.ckpt").write_text("{")
    assert "COMET says: JSONDecodeError" in failing(scorer, comparison, model=folder)


def test_doctor_learns_what_is_missing_and_download_brings_it(fake, monkeypatch, log):
    assert isinstance(CometScorer, NeedsModels)
    given = context("fr", name="comet", argument="org/new")
    said = []
    CometScorer.fetch(given, said.append)
    assert log("fetched") == ["org/new"]
    assert log("offline")[0] is None
    assert str(fake / "hub" / "org" / "new") in said[-1]
    there = context("fr", name="comet", model=str(fake / "hub" / "org" / "new"))
    assert list(CometScorer.missing(there)) == []
    elsewhere = context("fr", name="comet", model=str(fake / "no"))
    assert ["discotag download" in item.cure for item in CometScorer.missing(elsewhere)] == [True]
    monkeypatch.delenv("PYTHONPATH")
    assert ["-m pip install" in item.cure for item in CometScorer.missing(there)] == [True]
    monkeypatch.delenv("DISCOTAG_COMET_PYTHON")
    assert ["python3.11 -m venv" in item.cure for item in CometScorer.missing(there)] == [True]


def test_a_fetch_that_fails_is_told(fake, log):
    given = context("fr", name="comet", argument="org/new")
    CometScorer.fetch(given, print)
    with pytest.raises(DiscotagError, match="org/new cannot be fetched: COMET says: FileExists"):
        CometScorer.fetch(given, print)
