"""The demonstration: from texts to the page; and where the truth is known, CXMI finds it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from discotag.testing.program import run_program

if TYPE_CHECKING:
    from pathlib import Path


pytest.importorskip("torch")
pytest.importorskip("accelerate")
pytestmark = pytest.mark.engine


@pytest.fixture
def hardly_any_training(monkeypatch: pytest.MonkeyPatch) -> None:
    from discotag_cxmi.reproduce import demo

    monkeypatch.setattr(demo, "DOCUMENTS", 20)
    monkeypatch.setattr(demo, "TEST", 12)
    monkeypatch.setitem(demo.RECIPE, "max_steps", 2)


def demo(*words: object) -> Any:
    return run_program("reproduce", "demo", *words)


@pytest.mark.usefixtures("hardly_any_training")
def test_it_writes_texts_model_scores_and_page(tmp_path: Path) -> None:
    done = demo("--out", tmp_path / "new")
    assert done.returncode == 0, done.stderr
    for name in ("texts/train.src", "model/context.json", "cxmi/scores.jsonl", "themes.html"):
        assert (tmp_path / "new" / name).stat().st_size > 0
    assert "P-CXMI per word: ra and ro" in done.stdout
    assert "themes.html in a browser" in done.stderr
    again = demo("--out", tmp_path / "new")
    assert again.returncode == 2
    assert "holds a demo already" in again.stderr


@pytest.mark.usefixtures("hardly_any_training")
def test_as_json_it_prints_nothing_else(tmp_path: Path) -> None:
    done = demo("--out", tmp_path, "-q", "--format", "json")
    found = json.loads(done.stdout)
    assert {row["size"] for row in found["rows"]} == {"0", "1"}
    assert found["words"]["pcxmi_dependent_words"] is not None
    assert done.stderr == ""
    assert (tmp_path / "themes.html").exists()


@pytest.mark.usefixtures("hardly_any_training")
@pytest.mark.parametrize(("option", "count"), [("--open", 1), ("--no-open", 0), ("-q", 0)])
def test_the_page_is_opened_where_that_is_asked_for(
    option: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import typer

    opened: list[str] = []
    monkeypatch.setattr(typer, "launch", opened.append)
    demo("--out", tmp_path, option)
    assert opened == [str(tmp_path / "themes.html")] * count


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Any:
    from discotag_cxmi.reproduce.demo import Split, judge, train_on

    folder: Path = tmp_path_factory.mktemp("learning")
    split = Split.of(800, seed=1)
    settings = {"max_steps": 250, "evaluate_every": 125, "batch_tokens": 1500, "warmup": 100}
    train_on(split, folder / "model", **settings)
    return judge(folder / "model", split.test, out=folder / "cxmi")


def test_context_helps(learned: Any) -> None:
    assert learned.cxmi.interval.low > 0.1


def test_the_gain_is_on_the_word_that_needs_context(learned: Any) -> None:
    assert learned.share > 0.9
    assert learned.on_word.interval.low > 0.3
    assert abs(learned.elsewhere.value) < 0.2 * learned.on_word.value


def test_context_of_another_document_does_not_help(learned: Any) -> None:
    assert learned.control.interval.high < 0
