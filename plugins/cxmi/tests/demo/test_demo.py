"""`discotag demo cxmi` from texts to the page, with hardly any training."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from discotag._cli.app import app
from discotag.plugin import UsageError

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


def demo(*words: object, name: str = "demo cxmi") -> Any:
    done = CliRunner().invoke(app, [*name.split(), *map(str, words)])
    if done.exception is not None:
        raise done.exception
    return done


def test_it_writes_texts_model_scores_and_page(tmp_path: Path) -> None:
    done = demo("--out", tmp_path / "new")
    for name in ("texts/train.src", "model/context.json", "cxmi/scores.jsonl", "themes.html"):
        assert (tmp_path / "new" / name).stat().st_size > 0
    assert "P-CXMI per word: ra and ro" in done.stdout
    assert "themes.html in a browser" in done.stderr
    with pytest.raises(UsageError, match="holds a demo already"):
        demo("--out", tmp_path / "new")


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
    demo("--out", tmp_path, option, name="demo-cxmi")
    assert opened == [str(tmp_path / "themes.html")] * count
