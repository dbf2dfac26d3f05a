"""Capitals and apostrophes that the benchmark gives back to text in lower case."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "recasing.py"


@pytest.fixture(scope="module")
def recasing() -> Any:
    spec = importlib.util.spec_from_file_location("recasing", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("they saw oslo s harbour . i left", "They saw Oslo's harbour . I left"),
        ("he doesn t know what we re told", "He doesn't know what we're told"),
        ("her harbours and falk", "Her harbours and Falk"),
        ("a t junction", "A T junction"),
    ],
)
def test_words_are_written_as_in_other_text(
    recasing: Any, tmp_path: Path, line: str, written: str
) -> None:
    known = (
        "so they saw her harbour in Oslo and he left what a junction we told them know T\tx Falk"
    )
    path = tmp_path / "text.tsv"
    path.write_text(known, encoding="utf-8")
    assert recasing.recaser([path])(line) == written


def test_an_entry_of_a_dictionary_counts_from_its_first_word(recasing: Any, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("lantern {n} (a lamp) :: Laterne\n", encoding="utf-8")
    assert recasing.recaser([path])("the lantern") == "The lantern"
