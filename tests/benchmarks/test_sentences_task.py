"""The task `sentences`: strict and lax figures by hand, and a folder of each format."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from benchmarks.tasks import sentences
from discotag.core.errors import InputError

G = frozenset


def test_strict_and_lax_figures_by_hand() -> None:
    gold = {(G([0]), G([0])), (G([1, 2]), G([1])), (G([3]), G())}
    made = {(G([0]), G([0])), (G([1]), G([1])), (G([2]), G()), (G([3]), G([2]))}
    strict_p, strict_r, _, lax_p, lax_r, _ = sentences.strict_and_lax(gold, made)
    assert (strict_p, strict_r) == (pytest.approx(1 / 3), pytest.approx(1 / 2))
    assert (lax_p, lax_r) == (pytest.approx(2 / 3), pytest.approx(1))


def test_gold_is_read_and_a_wrong_line_named(tmp_path: Path) -> None:
    path = tmp_path / "a.ende"
    path.write_text("[0]:[0]\n[1, 2]:[1]\n[3]:[]\n", encoding="utf-8")
    assert sentences.read_gold(path) == {(G([0]), G([0])), (G([1, 2]), G([1])), (G([3]), G())}
    path.write_text("[0]:[0]\n1 2\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.ende:2"):
        sentences.read_gold(path)


def given(folder: Path, *options: str) -> argparse.Namespace:
    """Read options as the command line does."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lang")
    sentences.add_arguments(parser)
    return parser.parse_args([str(folder), *options])


def test_a_folder_of_gold_is_measured(tmp_path: Path) -> None:
    (tmp_path / "a.en").write_text("The house is old.\nIt has a red door.\n", encoding="utf-8")
    (tmp_path / "a.de").write_text("Das Haus ist alt.\nEs hat eine rote Tür.\n", encoding="utf-8")
    (tmp_path / "a.ende").write_text("[0]:[0]\n[1]:[1]\n", encoding="utf-8")
    [table] = sentences.measure(given(tmp_path))
    assert table.rows[0][:8] == ("a.ende", 2, 1, 1, 1, 1, 1, 1)


def test_forgotten_lines_are_found_again(tmp_path: Path) -> None:
    source = ["The house is old. It has a red door.", "My sister lives there.", "She is a doctor."]
    target = ["Das Haus ist alt. Es hat eine rote Tür.", "Meine Schwester wohnt dort."]
    target.append("Sie ist Ärztin.")
    (tmp_path / "src.en").write_text("\n".join(source), encoding="utf-8")
    (tmp_path / "ref.A.de").write_text("\n".join(target), encoding="utf-8")
    (tmp_path / "docids.txt").write_text("d\tnews\n" * 3, encoding="utf-8")
    forgotten, _ = sentences.measure(given(tmp_path))
    assert [row[:5] for row in forgotten.rows] == [
        (f"{tmp_path.name} ref.A.de", "kept", 4, 0.0, 0.0),
        (f"{tmp_path.name} ref.A.de", "joined", 4, 0.0, 0.0),
    ]
    [named] = sentences.measure(given(tmp_path, "--sentence-aligner", "lexicon-beads"))
    assert named.title == "lines forgotten, lexicon-beads"
    assert [row[:5] for row in named.rows] == [row[:5] for row in forgotten.rows]
