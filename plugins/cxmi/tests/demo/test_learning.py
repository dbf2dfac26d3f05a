"""The whole method where the truth is known: a model is trained, and CXMI finds the word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("torch")
pytest.importorskip("accelerate")
pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Any:
    from discotag_cxmi.demo.learning import Split, judge, train_on

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
