"""How segments address their hearer, against labels; what the gold of four packs holds."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.tasks import address, alignment
from discotag.core.errors import InputError

PLUGINS = Path(__file__).parents[2] / "plugins"
LINES = [
    ("Where are you?", "Où es-tu ?", "informal"),
    ("Where are you?", "Où êtes-vous ?", "informal"),
    ("Where is he?", "Où est-il ?", "none"),
    ("I see you, sir.", "Je vous vois, monsieur.", "formal"),
]


def given(folder: Path, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    address.add_arguments(parser)
    found = parser.parse_args(words)
    found.folder, found.lang = folder, None
    return found


def written(folder: Path, label: str | None = None) -> Path:
    path = folder / "made.address.fr.jsonl"
    rows = [
        {"id": str(number), "source": source, "target": target, "label": label or gold}
        for number, (source, target, gold) in enumerate(LINES)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_segments_are_compared_by_halves(tmp_path: Path, capsys):
    written(tmp_path)
    (table,) = address.measure(given(tmp_path, "--errors"))
    assert [row[:3] for row in table.rows] == [
        ("made.address.fr.jsonl, first", 2, 0.5),
        ("made.address.fr.jsonl, second", 2, 1.0),
        ("made.address.fr.jsonl, both", 4, 0.75),
    ]
    assert table.rows[2][3] == pytest.approx(2 / 3)
    assert capsys.readouterr().out.startswith("1 informal → formal | Où êtes-vous ?")
    (table,) = address.measure(given(tmp_path, "--half", "second"))
    assert len(table.rows) == 1


def test_another_label_is_refused(tmp_path: Path):
    written(tmp_path, "polite")
    with pytest.raises(InputError, match=r"fr\.jsonl:1: expected id, source, target, label"):
        address.measure(given(tmp_path))


@pytest.mark.parametrize("language", ["cs", "pl", "sv", "uk"])
def test_the_gold_of_a_pack_is_whole(language: str):
    folder = PLUGINS / f"lang-{language}" / "gold"
    (links,) = alignment.gold_sets(folder, language)
    assert len(links.pairs) == 100
    assert all(pair.sure <= pair.possible and pair.sure for pair in links.pairs)
    ((_, _, segments),) = address.gold_files(folder, language)
    labels = [segment.label for segment in segments]
    wanted = [80, 86, 34] if language == "pl" else [80, 80, 40]  # six lines with *wy* judged again
    assert [labels.count(label) for label in address.LABELS] == wanted


def test_of_several_columns_the_weakest_tells_the_class():
    columns = ("gold", "F1 formal", "F1 informal")
    kept = {"command": [{"title": "address", "columns": columns, "rows": [("made", 0.9, 0.8)]}]}
    wanted = {"lang": "fr", "name": "formality", "command": "command", "row": "made", "scale": 100}
    told = report.qualities([{**wanted, "columns": ["F1 formal", "F1 informal"]}], kept)
    assert 'value = 80.0\nmeasure = "F1, %"\ndata = "made"' in told["fr"]
