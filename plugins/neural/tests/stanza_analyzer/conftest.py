"""Plumbing: Stanza models trained in the test on three French sentences, in their real formats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from discotag.testing.builders import context

if TYPE_CHECKING:
    from collections.abc import Callable

SENTENCES = Path(__file__).with_name("french.conllu")


@pytest.fixture(scope="session")
def french_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a folder of tiny models."""
    pytest.importorskip("stanza")
    from discotag_neural.stanza_analyzer.tiny import make_models

    folder = tmp_path_factory.mktemp("stanza") / "models"
    return make_models(folder, "fr", SENTENCES.read_text(encoding="utf-8"))


@pytest.fixture
def in_french(french_models: Path) -> Callable[..., Any]:
    """Make a context of the analyzer: `in_french("gsd", device="cpu")`."""

    def make(argument: str | None = None, **options: Any) -> Any:
        options = {"dir": french_models, "device": "cpu", **options}
        return context("fr", name="stanza", bound="target", argument=argument, **options)

    return make
