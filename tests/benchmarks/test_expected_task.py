"""The task `expected` joins styles and counts right; the data here is made up."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import pytest

from benchmarks.tasks import expected
from tests.benchmarks.test_lint_task import TU, VOUS, YOU, write

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.tasks.harness import Figures


def measured(folder: Path, *words: str) -> list[Figures]:
    parser = argparse.ArgumentParser()
    expected.add_arguments(parser)
    given = parser.parse_args(words)
    given.folder, given.lang = folder, None
    return expected.measure(given)


def test_every_text_in_the_other_style_is_found(tmp_path: Path) -> None:
    write(tmp_path / "x.en", *YOU)
    for register, lines in (("formal", VOUS), ("informal", TU)):
        write(tmp_path / f"x.{register}.annotated.fr", *(f"[F]{line}[/F]" for line in lines))
    segments, texts = measured(tmp_path)
    assert texts.rows[0] == ("fr", 2, 2, 2, 1.0, 1.0, 1.0)
    language, wanted, found, right, *_ = segments.rows[0]
    assert (language, wanted) == ("fr", 40)  # 4 documents of 10, each wrong by one expectation
    assert found == right
    assert right in range(31, 41)
    assert texts.rows[-1][0] == segments.rows[-1][0] == "all"


def test_segments_that_are_alike_in_both_styles_are_not_wanted() -> None:
    styles = [(line, {"formal": "x", "informal": "x"}) for line in YOU[:9]]
    documents = list(expected.joined([*styles, (YOU[9], {"formal": "a", "informal": "b"})]))
    assert [each.is_pure for each in documents] == [True, False, True, False]
    assert documents[0].styles == ("",) * 9 + ("formal",)
    assert documents[2].pairs[9] == (YOU[9], "b")


def test_a_folder_without_styles_is_told(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="annotated"):
        measured(tmp_path)
