"""`discotag reproduce dip` from texts to tables, on part of what comes along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.reproduce import DIP, tables
from discotag_experiments.testing import in_this_process, run_steps

if TYPE_CHECKING:
    from pathlib import Path


CONFIG = """
tasks = ["lexical_consistency"]
[corpora.lamps]
source = "de"
target = "en"
src = "{source}.txt"
docids = "docids.txt"
references.A = "en.txt"
behind = ["varies"]
[corpora.lamps.systems]
varies = "varies.txt"
same = "en.txt"
"""
TEXTS = {
    "de": ("Die Lampe leuchtet.", "Sie war teuer.", "Die Lampe fiel um."),
    "en": ("The lamp shines.", "It was dear.", "The lamp fell over."),
    "varies": ("The lamp shines.", "It was dear.", "The luminaire fell over."),
    "docids": ("one",) * 3,
}


def test_from_texts_to_tables(tmp_path: Path) -> None:
    for name, lines in TEXTS.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    path, out = tmp_path / "config.toml", tmp_path / "out"
    path.write_text(CONFIG, "utf-8")
    config, items = DIP.plan(path, out)
    run_steps(items, out, tell=lambda _: None, runner=in_this_process)
    sizes, ranking = tables(config, out)  # type: ignore[arg-type]
    assert [cell.value for cell in sizes.rows[0].cells] == [1, 1]
    assert [row.labels for row in ranking.rows[1:]] == [("1", "same"), ("2", "varies†")]
    assert [row.cells[1].value for row in ranking.rows[1:]] == [100, 0]
