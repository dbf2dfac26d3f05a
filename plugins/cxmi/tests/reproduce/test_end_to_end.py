"""Both experiments from texts to tables, with models too small to be good."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from discotag_cxmi.reproduce import coword, muda
from discotag_cxmi.reproduce.settings import CxmiConfig, MudaConfig
from discotag_experiments.experiment import read_config
from discotag_experiments.tables import text
from discotag_experiments.testing import State, in_this_process, keyed, run_steps, state_of

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = """
pairs = ["en-fr"]
device = "cpu"
[invented]
documents = 8
[texts.train]
src = "{invented}/train.en"
tgt = "{invented}/train.fr"
docids = "{invented}/train.docids"
[texts.test]
src = "{invented}/train.en"
tgt = "{invented}/train.fr"
docids = "{invented}/train.docids"
"""
FAST = """
arch = "tiny"
tokenizer_kind = "bpe"
vocabulary = 120
batch_tokens = 500
max_steps = 2
max_length = 64
held_out = 0.3
"""


def run(kind: Any, experiment: Any, tmp_path: Path, config: str) -> tuple[Any, Any, list[str]]:
    path, out, told = tmp_path / "config.toml", tmp_path / "out", []
    path.write_text(config)
    settings = read_config(path, kind)
    items = keyed(experiment.steps(settings, out, tmp_path), out, tmp_path)
    run_steps(items, out, tell=told.append, runner=in_this_process)
    return settings, items, told


@pytest.mark.engine
def test_muda_from_texts_to_the_table_and_only_what_changed_again(tmp_path: Path) -> None:
    pytest.importorskip("accelerate")
    config = f"""{TEXTS}
[models.document.settings]
{FAST}
target_context = "0:1"
[systems.source]
file = "{{invented}}/train.en"
[systems.context-gold]
model = "document"
context = "gold"
beams = 1
[scoring]
phenomena = ["ellipsis", "formality", "lexical_cohesion", "pronouns", "verb_form"]
samples = 100
trials = 100
"""
    settings, items, _ = run(MudaConfig, muda, tmp_path, config)
    assert {state_of(item) for item in items} == {State.DONE}
    [table] = muda.tables(settings, tmp_path / "out")
    titles = [row.labels[0] for row in table.rows if not row.cells]
    assert titles == [
        "BLEU", "all words", "ellipsis", "formality", "lexical_cohesion", "pronouns", "verb_form",
    ]  # fmt: skip
    rows = [row for row in table.rows if row.cells]
    assert [row.labels[0].strip() for row in rows[:2]] == ["source", "context-gold"]
    assert rows[0].cells[0].value is not None
    supports = dict(zip(titles[2:], rows[6::3], strict=True))
    assert supports["formality"].cells[0].value > 0  # type: ignore[operator]
    assert supports["pronouns"].cells[0].value > 0  # type: ignore[operator]

    _, _, told = run(MudaConfig, muda, tmp_path, config.replace("trials = 100", "trials = 110"))
    assert [line.partition(": ")[2] for line in told[:3]] == ["done before"] * 3
    assert "to be done again" in told[3]


@pytest.mark.engine
def test_cxmi_from_texts_to_the_tables(tmp_path: Path) -> None:
    pytest.importorskip("accelerate")
    config = f"""
seeds = [1]
dropout = [0.0, 0.5]
beams = 1
{TEXTS}
[settings]
{FAST}
[formats.1-to-2]
settings = {{scheme = "1-to-2"}}
dropout = [0.1]
[formats.dynamic]
settings = {{target_context = "0:1"}}
measures = ["cxmi", "correlation"]
[suites.pronouns]
files = ["{{invented}}/pronouns.jsonl"]
[scoring]
scorers = ["bleu"]
"""
    settings, _, _ = run(CxmiConfig, coword, tmp_path, config)
    found = coword.tables(settings, tmp_path / "out")
    assert [table.title.partition(" (")[0].partition(":")[0] for table in found] == [
        "Point-biserial correlation of CXMI with flips",
        "CXMI by lines of context, nats per segment",
        "Samples that use context more with p = 0.5 than with 0",
        "Translation quality",
        "Contrastive accuracy, percent",
    ]
    cxmi = found[1]
    assert cxmi.columns == ("1", "random 1")
    name = "out/steps/cxmi/en-fr/scratch_dynamic_p0.5_seed1/scores/cxmi.json"
    rows = json.loads((tmp_path / name).read_text("utf-8"))["rows"]
    assert cxmi.rows[1].labels == ("en-fr", "scratch", "dynamic", "0.5")
    assert [cell.value for cell in cxmi.rows[1].cells] == [
        row["segment_mean"]["value"] for row in rows[1:]
    ]
    assert [row.labels for row in found[4].rows] == [("1-to-2", "0.1")]
    assert "Δ CXMI" in text(found)
