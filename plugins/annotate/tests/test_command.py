"""`discotag annotate` from what the user has to figures."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from discotag.core.errors import DiscotagError, InputError, UsageError
from discotag.files.tags import tag_line
from discotag_annotate.command import annotate

if TYPE_CHECKING:
    from pathlib import Path

    from discotag.core.tags import TaggedDocument

LINES = [f"Line {number} of it." for number in range(20)]


def run(*arguments: object) -> Any:
    found = CliRunner().invoke(annotate, [str(argument) for argument in arguments])
    if found.exception is not None:
        raise found.exception
    return found


def answer(folder: Path, name: str, **by_domain: str) -> None:
    """Answer every item of a span study by its domain, and say why not."""
    study = json.loads((folder / "study.json").read_text("utf-8"))
    answers: dict[str, Any] = {"about": {"participant": name, "language": "fr"}}
    for line in (folder / "key.jsonl").read_text("utf-8").splitlines():
        key = json.loads(line)
        said = by_domain[key["domain"]]
        answers[key["id"]] = {"translatable": said} | (
            {"reasons": ["gender"]} if said == "no" else {}
        )
    content = {
        "schema": "discotag-answers/1",
        "study": study["files"]["items.jsonl"][:12],
        "answers": answers,
    }
    (folder / "answers" / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def source(tmp_path: Path) -> list[object]:
    (tmp_path / "a.en").write_text("".join(f"{line}\n" for line in LINES), encoding="utf-8")
    ids = "".join(
        f"{'talk' if n < 10 else 'mail'}\t{'ted' if n < 10 else 'post'}\n" for n in range(20)
    )
    (tmp_path / "ids").write_text(ids, encoding="utf-8")
    return ["--src", tmp_path / "a.en", "--docids", tmp_path / "ids", "-s", "en", "-q"]


def test_the_span_study_goes_through_its_phases(tmp_path: Path, source: list[object]) -> None:
    one, two, three = (tmp_path / f"phase{number}" for number in (1, 2, 3))
    asked = ("-t", "fr", "-t", "sr=Serbian")
    run("sample", "--study", "span", *source, *asked, "--per-domain", 4, "-o", one)
    assert {path.name for path in one.iterdir()} == {
        *("answers", "documents.jsonl", "form.html", "items.jsonl", "key.jsonl"),
        *("sheet-fr.tsv", "sheet-sr.tsv", "study.json"),
    }
    answer(one, "anna", ted="no", post="yes")
    answer(one, "ben", ted="no", post="yes")
    for phase, folder in ((2, two), (3, three)):
        run("sample", "--study", "span", "--phase", phase, "--after", one, "-o", folder, "-q")
        keys = [json.loads(line) for line in (folder / "key.jsonl").read_text("utf-8").splitlines()]
        assert {key["domain"] for key in keys} == {"ted"}
    printed = run("collect", one, "-f", "json", "-q").stdout
    tables = {table["title"]: table["rows"] for table in json.loads(printed)["tables"]}
    (*_, everything) = tables["phase 1: cannot be translated, by domain"]
    assert everything[3]["share"] == 0.5
    assert everything[4] == {
        "part": 4,
        "total": 8,
        "share": 0.5,
        "interval": everything[4]["interval"],
    }


def test_tags_are_drawn_from_a_file_and_collected(tmp_path: Path, tagged: TaggedDocument) -> None:
    (tmp_path / "ref.jsonl").write_text(tag_line(tagged, ()), encoding="utf-8")
    study = tmp_path / "study"
    run("sample", "--study", "tags", "--tags", tmp_path / "ref.jsonl", "-o", study, "-q")
    sheet = (study / "sheet-fr.tsv").read_text(encoding="utf-8").splitlines()
    filled = [
        line + ("right" if "\ttag0\t" in line else "no" if "\tany_missed\t" in line else "")
        for line in sheet
    ]
    (study / "answers" / "anna.tsv").write_text("\n".join(filled) + "\n", encoding="utf-8")
    printed = run("collect", study, "--out", tmp_path / "out", "-f", "markdown", "-q").stdout
    assert "| fr | formality | 1 | 1 | 0 | 0 | 100.0 % [20.7, 100.0] 1/1 |" in printed
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        *("answers.tsv", "collected.json", "collected.md"),
    }
    rows = (tmp_path / "out" / "answers.tsv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + 4 + 2


def test_forms_are_written_on_demand(tmp_path: Path, source: list[object]) -> None:
    pytest.importorskip("openpyxl", reason="pip install 'discotag-annotate[xlsx]'")
    run("sample", "--study", "span", *source, "-t", "fr", "-o", tmp_path / "s")
    run("export", tmp_path / "s", "--to", "xlsx", "--to", "label-studio", "-q")
    names = {path.name for path in (tmp_path / "s").iterdir()}
    assert {"sheet-fr.xlsx", "label-studio-fr.json", "label-studio-fr.xml"} < names


def test_answers_that_lack_are_noted_or_refused(tmp_path: Path, source: list[object]) -> None:
    study = tmp_path / "s"
    run("sample", "--study", "span", *source, "-t", "fr", "-t", "de", "-o", study)
    empty = (study / "sheet-fr.tsv").read_bytes()
    (study / "answers" / "anna.tsv").write_bytes(empty)
    assert "anna: 20 items" in run("collect", study).stderr
    with pytest.raises(InputError, match="not complete"):
        run("collect", study, "--strict")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("tags",), "either --run or --tags"),
        (("tags", "--tags", "t", "--size", "3"), "tags does not take --size"),
        (("tags", "--tags", "t", "--text", "ref"), "--text names a text of --run"),
        (("span", "--src", "s", "-s", "en"), "-t CODE"),
        (("span", "--src", "s", "-t", "fr"), "need their language: -s"),
        (("span", "--run", "r", "-t", "fr", "-s", "en"), "leave out -s"),
        (("span", "--src", "s", "-s", "en", "-t", "xx"), "-t xx=NAME"),
        (("span", "--src", "s", "-s", "en", "-t", "fr", "-t", "French"), "each language once"),
        (("span", "--phase", "2"), "--after FOLDER"),
        (("span", "--phase", "2", "--src", "s"), "phase 2 of span does not take --src"),
        (("rank", "--size", "3"), "--testset FOLDER"),
        (("choice", "--testset", "t", "--with-source"), "choice does not take --with-source"),
    ],
)
def test_options_that_do_not_fit_are_told(arguments: tuple[str, ...], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        run("sample", "--study", *arguments, "-o", "x")


def test_a_phase_that_cannot_follow_is_told(tmp_path: Path, source: list[object]) -> None:
    one = tmp_path / "one"
    asked = ("-t", "fr", "-t", "sr=Serbian")
    run("sample", "--study", "span", *source, *asked, "--per-domain", 2, "-o", one)
    answer(one, "anna", ted="yes", post="yes")
    later = ("sample", "--study", "span", "--phase", 2, "--after", one, "-o", tmp_path / "two")
    with pytest.raises(InputError, match="no item has more than 40 %"):
        run(*later)
    with pytest.raises(UsageError, match="unknown item 'span1-x'"):
        run(*later, "--leave-out", "span1-x")
    with pytest.raises(UsageError, match="unknown target language 'de'"):
        run(*later, "-t", "de")


def test_a_measure_of_nothing_is_told(tmp_path: Path, source: list[object]) -> None:
    pytest.importorskip("discotag_dip", reason="pip install discotag-dip")
    from discotag_annotate.measures import read_measure

    (tmp_path / "r.json").write_text("{}")
    with pytest.raises(DiscotagError, match="holds no results of discotag dip score"):
        read_measure([tmp_path / "r.json"])
