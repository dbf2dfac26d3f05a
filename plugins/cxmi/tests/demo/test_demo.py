"""`discotag reproduce demo` from texts to the page, with hardly any training."""

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


@pytest.fixture(autouse=True)
def _hardly_any_training(monkeypatch: pytest.MonkeyPatch) -> None:
    from discotag_cxmi.demo import command, learning

    monkeypatch.setattr(command, "DOCUMENTS", 20)
    monkeypatch.setattr(learning, "TEST", 12)
    monkeypatch.setitem(learning.RECIPE, "max_steps", 2)


def demo(*words: object) -> Any:
    return run_program("reproduce", "demo", *words)


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


def test_as_json_it_prints_nothing_else(tmp_path: Path) -> None:
    done = demo("--out", tmp_path, "-q", "--format", "json")
    found = json.loads(done.stdout)
    assert {row["size"] for row in found["rows"]} == {"0", "1"}
    assert found["words"]["pcxmi_dependent_words"] is not None
    assert done.stderr == ""
    assert (tmp_path / "themes.html").exists()


@pytest.mark.parametrize(("option", "count"), [("--open", 1), ("--no-open", 0), ("-q", 0)])
def test_the_page_is_opened_where_that_is_asked_for(
    option: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import typer

    opened: list[str] = []
    monkeypatch.setattr(typer, "launch", opened.append)
    demo("--out", tmp_path, option)
    assert opened == [str(tmp_path / "themes.html")] * count
