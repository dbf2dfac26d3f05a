"""The tables of `discotag reproduce dip`, of sets and results made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError
from discotag.plugin.files import write_json
from discotag_dip.building import build
from discotag_dip.items import Verdict
from discotag_dip.reproduce import DipConfig, result_file, set_folder, tables
from discotag_dip.results import TaskResult, ranked
from discotag_experiments.tables import markdown, text

if TYPE_CHECKING:
    from pathlib import Path

TASK = "lexical_consistency"
CONFIG = DipConfig.model_validate(
    {"tasks": [TASK], "corpora": {"news": {"source": "de", "target": "en", "src": "x"}}}
)


@pytest.fixture
def out(tmp_path: Path, bundle: Any, corpus: Any, failing: Any) -> Path:
    build(TASK, corpus(bundle(A=failing)), set_folder(tmp_path, "news", TASK))
    path = result_file(tmp_path, "news", TASK)
    path.parent.mkdir(parents=True)

    def verdicts(name: str) -> list[Verdict]:
        values = {"unforced": float(name == "B"), "another": 0.0}
        kind = None if name == "B" else "synonym"
        return [Verdict(item="i", document="d", values=values, kind=kind)]

    result = TaskResult(
        task=TASK, pair="de-en", testset="0", items=1, documents=1, setup="s", samples=1, seed=1,
        systems=ranked(TASK, {name: verdicts(name) for name in ("A", "B")}),
    )  # fmt: skip
    write_json(path, result.model_dump(by_alias=True))
    return tmp_path


def test_sizes_and_ranks(out: Path) -> None:
    sizes, ranking = tables(CONFIG, out)
    assert [cell.value for cell in sizes.rows[0].cells] == [1, 1]
    assert ranking.rows[0].labels == ("news, 1 items",)
    assert [row.labels for row in ranking.rows[1:]] == [("1", "B"), ("2", "A†")]
    assert ranking.columns == ("unforced", "nouns", "accuracy", "another", "synonym %")
    best, worst = (row.cells for row in ranking.rows[1:])
    assert (best[0].text, best[0].is_best) == ("100.0 [–]", True)
    assert [cell.text for cell in worst] == ["0.0 [–]", "–", "–", "0.0 [–]", "100"]
    assert "| 1 | B | **100.0 \\[–\\]** |" in markdown([ranking])
    assert "† = its failures" in text([ranking])


def test_a_missing_result_is_named(out: Path) -> None:
    path = result_file(out, "news", TASK)
    path.unlink()
    with pytest.raises(InputError, match=r"result\.json: holds no result"):
        tables(CONFIG, out)
