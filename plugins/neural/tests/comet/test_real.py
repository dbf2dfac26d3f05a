"""Against the real COMET, where `DISCOTAG_COMET_PYTHON` names its environment: equal scores."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("discotag_neural")

from discotag.plugin import Row
from discotag.testing.builders import context
from discotag_neural.comet.scorer import VARIABLE, CometScorer

PYTHON = os.environ.get(VARIABLE)
pytestmark = [
    pytest.mark.engine,
    pytest.mark.skipif(PYTHON is None, reason=f"{VARIABLE} names no environment with COMET"),
]
SOURCE = ["The mill stands by the river.", "It grinds no corn.", "Nobody knows why.", "Come in!"]
REFERENCE = [
    "Le moulin est au bord de l'eau.",
    "Il ne moud rien.",
    "On ignore pourquoi.",
    "Entre !",
]
HYPOTHESIS = ["Le moulin se tient là.", "Elle ne moud pas.", "Personne ne sait.", "Entrez !"]


def joined(lines: list[str], index: int, before: list[str]) -> str:
    return " </s> ".join([*before[max(0, index - 2) : index], lines[index]])


def test_scores_are_those_of_comet_itself(tmp_path, comparison, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    places = range(len(SOURCE))
    samples = {
        "plain": [{"src": SOURCE[i], "mt": HYPOTHESIS[i], "ref": REFERENCE[i]} for i in places],
        "context": [
            {
                "src": joined(SOURCE, i, SOURCE),
                "mt": joined(HYPOTHESIS, i, REFERENCE),
                "ref": joined(REFERENCE, i, REFERENCE),
            }
            for i in places
        ],
    }
    (tmp_path / "samples.json").write_text(json.dumps(samples), "utf-8")
    program = str(Path(__file__).with_name("real_comet.py"))
    folder = tmp_path / "model"
    done = subprocess.run(
        [str(PYTHON), program, str(folder), str(tmp_path / "samples.json")],
        capture_output=True, check=False, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    wanted = json.loads(done.stdout.splitlines()[-1])
    for name, size in (("plain", 0), ("context", 2)):
        options = {"model": str(folder), "gpus": 0, "context": size}
        scorer = CometScorer.create(context("fr", name="comet", **options))
        (found,) = scorer.statistics([comparison(SOURCE, HYPOTHESIS, REFERENCE)])
        assert found.counts[Row()] == pytest.approx((sum(wanted[name]), 4.0), rel=1e-5)
    assert wanted["plain"][1:] != pytest.approx(wanted["context"][1:], rel=1e-3)
