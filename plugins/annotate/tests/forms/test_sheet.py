"""Sheets hold every line and question, and no cell of them can be a formula."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from discotag_annotate.forms.sheet import HEADER, cell, rows, tsv, xlsx

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_annotate.study import Study


def table(study: Study, place: int = 0) -> list[dict[str, str]]:
    text = tsv(rows(study, study.manifest.targets[place]))
    return list(csv.DictReader(io.StringIO(text), dialect="excel-tab"))


def test_a_sheet_names_the_study_and_asks_about_the_person_first(span_study: Study) -> None:
    found = table(span_study, 1)
    assert (found[0]["item"], found[0]["part"]) == ("study", span_study.manifest.id)
    about = {row["part"]: row["answer"] for row in found if row["item"] == "about"}
    assert about["language"] == "ar"
    assert about["participant"] == ""


def test_every_line_and_question_has_a_row(tags_study: Study) -> None:
    item = tags_study.items[1]
    found = [(row["part"], row["text"]) for row in table(tags_study) if row["item"] == item.id]
    assert found[:4] == [
        ("source", "(-1) You sleep"),
        ("source", "(0) ▶ <You>1 dream"),
        ("translation", "(-1) {Tu}1 dors"),
        ("translation", "(0) ▶ [Tu]1 rêves"),
    ]
    assert [part for part, _ in found[4:]] == ["tag0", "any_missed", "missed"]


def test_the_language_asked_about_is_named(span_study: Study) -> None:
    asked = [row["text"] for row in table(span_study, 1) if row["part"] == "translatable"]
    assert len(asked) == 4
    assert all("into Arabic" in text for text in asked)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+49", "'+49"),
        ("-5", "'-5"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "' =1"),
        ("\r=1", "' =1"),
        ("a\tb\nc", "a b c"),
        ("plain = text", "plain = text"),
        ("\ud800", "\ufffd"),
    ],
)
def test_cells_are_no_formulas_and_on_one_line(text: str, written: str) -> None:
    assert cell(text) == written


def test_no_cell_of_a_sheet_begins_as_a_formula(tags_study: Study) -> None:
    texts = [text for row in table(tags_study) for text in row.values()]
    assert not [text for text in texts if text.startswith(("=", "+", "-", "@"))]


def test_a_workbook_holds_the_same_as_text(tags_study: Study, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="pip install 'discotag-annotate[xlsx]'")
    path = tmp_path / "sheet.xlsx"
    asked = list(rows(tags_study, tags_study.manifest.targets[0]))
    hostile = asked[-1]._replace(text='=HYPERLINK("http://x")')
    path.write_bytes(xlsx([*asked, hostile]))
    sheet = openpyxl.load_workbook(path).active
    assert tuple(value.value for value in sheet[1]) == HEADER
    last = sheet[sheet.max_row][2]
    assert (last.data_type, last.value, last.quotePrefix) == ("s", '=HYPERLINK("http://x")', True)
    assert "f" not in {value.data_type for row in sheet.iter_rows() for value in row}
    offered = [rule.formula1 for rule in sheet.data_validations.dataValidation]
    assert '"right,wrong,unsure"' in offered


def test_right_to_left_text_is_set_so(span_study: Study) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="pip install 'discotag-annotate[xlsx]'")
    asked = [
        row._replace(language="ar") for row in rows(span_study, span_study.manifest.targets[0])
    ]
    book = openpyxl.load_workbook(io.BytesIO(xlsx(asked)))
    assert book.active["C2"].alignment.readingOrder == 2
    assert book.active["D2"].alignment.readingOrder == 0
