"""Sheets, workbooks and Label Studio hold every line and question, and show no secret."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest
from lxml import etree

from discotag.plugin import TaggedDocument
from discotag.testing.builders import document
from discotag_annotate.forms.label_studio import interface, tasks
from discotag_annotate.forms.sheet import HEADER, cell, rows, tsv, xlsx
from discotag_annotate.forms.writing import Form, write_forms
from discotag_annotate.instruments import choice, rank, tags
from discotag_annotate.study import write_study

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


def test_the_interface_asks_every_question(span_study: Study) -> None:
    tree = etree.fromstring(interface(span_study, span_study.manifest.targets[0]))
    asked = {node.get("name"): node for node in tree.iter("Choices", "TextArea", "Number")}
    assert asked.keys() == {"translatable", "reasons", "other"}
    assert asked["reasons"].get("choice") == "multiple"
    assert [choice.get("alias") for choice in asked["translatable"]] == ["yes", "no"]
    assert {node.get("toName") for node in asked.values()} == {"text"}
    told = [node.get("value") for node in tree.iter("Header")]
    assert any("into French" in text for text in told)
    assert not any("{language}" in text for text in told)
    assert "(only if translatable is no) Why can it not be translated as it is?" in told


def test_tags_are_asked_one_by_one(tags_study: Study) -> None:
    target = tags_study.manifest.targets[0]
    (repeater,) = etree.fromstring(interface(tags_study, target)).iter("Repeater")
    assert (repeater.get("on"), repeater.get("indexFlag")) == ("$tags", "{{idx}}")
    assert [node.get("name") for node in repeater] == ["ask_{{idx}}", "tag{{idx}}"]
    assert [len(task["data"]["tags"]) for task in tasks(tags_study, target)] == [0, 1, 1, 0]


def test_tasks_bring_answers_home(tags_study: Study) -> None:
    data = tasks(tags_study, tags_study.manifest.targets[0])[1]["data"]
    assert (data["study"], data["item"]) == (tags_study.manifest.id, tags_study.items[1].id)
    assert '<span style="background:#ffe08a">Tu</span><sup>1</sup>' in data["html"]


@pytest.mark.parametrize("line", ["<script>alert(1)<b>", '"><img src=x onerror=alert(1)>'])
def test_text_that_looks_like_a_program_stays_text(
    tmp_path: Path, of_language: Any, line: str
) -> None:
    text = TaggedDocument(document([line], ["rien"]), (), phenomena=("formality",))
    drawn = tags.sample(lambda: [text], size=1, every=(), seed=1)
    study = write_study(tmp_path / "study", of_language(drawn))
    (task,) = tasks(study, study.manifest.targets[0])
    tree = etree.fromstring(f"<div>{task['data']['html']}</div>")
    assert not list(tree.iter("script", "img"))
    assert line in "".join(tree.itertext())


FORMS = (Form.HTML, Form.TSV, Form.LABEL_STUDIO)


def handed_out(folder: Path, sample: Any) -> tuple[str, str]:
    """Return the text of all forms, and of the key."""
    study = write_study(folder, sample)
    texts = [path.read_text(encoding="utf-8") for path in write_forms(study, FORMS)]
    return "\n".join(texts).casefold(), (folder / "key.jsonl").read_text("utf-8").casefold()


def test_ranks_are_blind(tmp_path: Path, testset: Any, test_item: Any, of_language: Any) -> None:
    item = test_item("anaphora", "She left.", Hydra=("He left.", "he"), Orion=("It left.", "it"))
    drawn = rank.sample(
        testset("anaphora", item), size=1, with_source=True, any_error=False, seed=1
    )
    forms, key = handed_out(tmp_path / "study", of_language(drawn, "fr", ("en",)))
    assert "hydra" in key
    assert "hydra" not in forms
    assert "orion" not in forms
    assert '"reference"' not in forms


def test_choices_are_blind(tmp_path: Path, testset: Any, test_item: Any, of_language: Any) -> None:
    item = test_item("connectives", "So she left.", focus="so", Hydra=("She left.", None))
    drawn = choice.sample(testset("connectives", item), size=1, against="system", seed=1)
    forms, key = handed_out(tmp_path / "study", of_language(drawn, "fr", ("en",)))
    assert "hydra" in key
    assert "hydra" not in forms
    assert "against" not in forms
