"""Configurations and results of experiments, made by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from discotag_cxmi.reproduce.settings import CxmiConfig, MudaConfig

if TYPE_CHECKING:
    from pathlib import Path

TEXTS: dict[str, Any] = {
    "train": {"src": "{pair}/train.{source}", "tgt": "{pair}/train.{target}"},
    "test": {"src": "{pair}/test.{source}", "tgt": "{pair}/test.{target}"},
}


def muda(**parts: Any) -> MudaConfig:
    """Make a configuration of the MuDA experiment."""
    given = {"pairs": ["en-fr"], "texts": TEXTS, "systems": {"A": {"file": "a.{target}"}}}
    return MudaConfig.model_validate({**given, **parts})


def cxmi(**parts: Any) -> CxmiConfig:
    """Make a configuration of the CXMI experiment."""
    given = {"pairs": ["en-fr"], "texts": TEXTS, "formats": {"flat": {"measures": ["quality"]}}}
    return CxmiConfig.model_validate({**given, **parts})


def score(
    system: str, value: float | None, scorer: str = "compare_mt", phenomenon: str | None = None
) -> dict[str, Any]:
    """Make an item of `scores` in scores.json."""
    return {
        "scorer": scorer,
        "system": system,
        "phenomenon": phenomenon,
        "label": None,
        "support": 7,
        "documents": 12,
        "scale": 100 if scorer == "bleu" else 1,
        "measures": {"main": value, "other": 0.5},
        "interval": None,
    }


def difference(
    system: str,
    value: float | None,
    p: float | None,
    phenomenon: str | None = None,
    label: str | None = None,
) -> dict[str, Any]:
    """Make an item of `differences`."""
    return {
        "scorer": "compare_mt",
        "system": system,
        "phenomenon": phenomenon,
        "label": label,
        "value": value,
        "interval": None,
        "p_holm": p,
    }


def write(path: Path, content: Any) -> None:
    """Write JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), "utf-8")
