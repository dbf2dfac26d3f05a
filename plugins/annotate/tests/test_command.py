"""`discotag annotate` from what the user has to figures."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from discotag.plugin import DiscotagError, InputError, UsageError
from discotag.testing.results import seal, tag_line
from discotag_annotate.command import annotate

if TYPE_CHECKING:
    from pathlib import Path

    from discotag.plugin import TaggedDocument

LINES = [f"Line {number} of it." for number in range(20)]


def run(*arguments: object) -> Any:
    found = CliRunner().invoke(annotate, [str(argument) for argument in arguments])
    if found.exception is not None:
        raise found.exception
    return found


def keys_of(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "key.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def answer(folder: Path, name: str, **by_domain: str) -> None:
    """Answer every item of a span study by its domain, and say why not."""
    study = json.loads((folder / "study.json").read_text("utf-8"))
    answers: dict[str, Any] = {"about": {"participant": name, "language": "fr"}}
    for key in keys_of(folder):
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
        *("sheet-fr.tsv", "sheet-sr.tsv", "study.json", "README.md"),
    }
    card = (one / "README.md").read_text("utf-8")
    assert "| post | 10 | 4 |" in card
    assert "8 items, seed 12345" in card
    answer(one, "anna", ted="no", post="yes")
    answer(one, "ben", ted="no", post="yes")
    for phase, folder in ((2, two), (3, three)):
        run("sample", "--study", "span", "--phase", phase, "--after", one, "-o", folder, "-q")
        assert {key["domain"] for key in keys_of(folder)} == {"ted"}
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


@pytest.fixture
def translated(tmp_path: Path) -> list[object]:
    (tmp_path / "a.en").write_text("I bought a table.\nIt was cheap.\n", encoding="utf-8")
    french = "J'ai acheté une table.\nElle était bon marché.\n"
    (tmp_path / "a.fr").write_text(french, encoding="utf-8")
    languages = ("-s", "en", "-t", "fr", "-p", "pronouns,ellipsis", "-q")
    return ["--study", "causes", "--src", tmp_path / "a.en", *languages]


def test_causes_are_drawn_from_a_text_and_collected(
    tmp_path: Path, translated: list[object]
) -> None:
    study, out = tmp_path / "study", tmp_path / "out"
    run("sample", *translated, "--tgt", tmp_path / "a.fr", "-o", study)
    manifest = json.loads((study / "study.json").read_text("utf-8"))
    assert manifest["population"]["pronouns · tag · any · pair/coreference"] == 1
    card = (study / "README.md").read_text("utf-8")
    assert "| pronouns · tag · any · pair/coreference | 1 | 1 |" in card
    sheet = (study / "sheet-fr.tsv").read_text(encoding="utf-8").splitlines()
    filled = [line + ("wrong" if "\tverdict\t" in line else "") for line in sheet]
    (study / "answers" / "anna.tsv").write_text("\n".join(filled) + "\n", encoding="utf-8")
    printed = run("collect", study, "--out", out, "-f", "markdown", "-q").stdout
    assert "| fr | pronouns | tag | any | pair/coreference | 1 | 1 | 0 | 1 | 0 |" in printed
    assert "| fr | ellipsis | none found |  |  | 0 | 0 | 0 | 0 | 0 | – |" in printed
    assert '<mark class="tag">Elle</mark>' in (out / "causes.html").read_text("utf-8")


def test_causes_need_a_text_and_a_translation(tmp_path: Path, translated: list[object]) -> None:
    with pytest.raises(InputError, match="no translation"):
        run("sample", *translated, "-o", tmp_path / "s")
    with pytest.raises(UsageError, match="--src, -s, -t lacking"):
        run("sample", "--study", "causes", "-o", tmp_path / "s")
    with pytest.raises(UsageError, match="causes does not take --segments"):
        run("sample", *translated, "--segments", 3, "-o", tmp_path / "s")


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


@pytest.fixture
def run_folder(tmp_path: Path, tagged: TaggedDocument) -> Path:
    """A run of the reference A and the system S, as `discotag run --out` leaves it."""
    folder = tmp_path / "run"
    (folder / "tags").mkdir(parents=True)
    for name, role in (("A", "reference"), ("S", "hypothesis")):
        text = replace(tagged.document, system=name, role=role)  # type: ignore[arg-type]
        line = tag_line(replace(tagged, document=text), ())
        (folder / "tags" / f"{name}.jsonl").write_text(line, encoding="utf-8")
    return seal(
        folder,
        {
            "short_signature": "short", "source_language": "en", "target_language": "fr",
            "references": ["A"], "systems": ["S"], "documents": 1, "segments": 4,
            "plan": {"pair": "en-fr", "profile": "discotag", "phenomena": {}, "components": []},
        },
    )  # fmt: skip


def test_tags_and_sentences_are_drawn_from_a_run(tmp_path: Path, run_folder: Path) -> None:
    run("sample", "--study", "tags", "--run", run_folder, "--text", "S", "-o", tmp_path / "tags")
    found = keys_of(tmp_path / "tags")
    assert [[tag[0] for tag in key["facts"]["tags"]] for key in found] == [
        [], ["formality"], ["ellipsis"], [],
    ]  # fmt: skip
    assert found[0]["facts"]["system"] == "S"
    manifest = json.loads((tmp_path / "tags" / "study.json").read_text("utf-8"))
    assert manifest["origin"] == "S|short"
    run("sample", "--study", "span", "--run", run_folder, "-t", "fr", "-o", tmp_path / "span")
    assert len(keys_of(tmp_path / "span")) == 4
    with pytest.raises(UsageError, match=r"unknown text of .* 'B'; known: A, S"):
        run("sample", "--study", "tags", "--run", run_folder, "--text", "B", "-o", tmp_path / "x")


def test_ranks_of_a_test_set_are_set_against_its_measure(
    tmp_path: Path, testset: Any, test_item: Any
) -> None:
    from discotag.plugin import ParallelText
    from discotag_dip.items import Verdict
    from discotag_dip.results import SystemResult, TaskResult
    from discotag_dip.testset import write_testset

    item = test_item("anaphora", "She left.", S=("He left.", "he"), T=("It left.", "it"))
    text = ParallelText("talk", ("Avant.", "Elle partit."), {"ref": ("Before.", "She left.")}, {})
    about = testset("anaphora", item).manifest.model_dump(
        by_alias=True, exclude={"items", "documents", "segments", "files"}
    )
    write_testset(tmp_path / "set", [item], [text], about)
    run("sample", "--study", "rank", "--testset", tmp_path / "set", "-o", tmp_path / "study")
    (key,) = keys_of(tmp_path / "study")
    places = {"reference": "1", "system S": "2", "system T": "3"}
    rows = (tmp_path / "study" / "sheet-en.tsv").read_text("utf-8").splitlines()
    for letter, name in key["facts"]["candidates"].items():
        rows = [row + places[name] * (f"\trank_{letter}\t" in row) for row in rows]
    (tmp_path / "study" / "answers" / "anna.tsv").write_text("\n".join(rows), encoding="utf-8")
    verdicts = {
        name: Verdict(item=item.id, document="talk", values={"score": score})
        for name, score in (("S", 2.0), ("T", 1.0))
    }
    systems = tuple(
        SystemResult(system=name, rank=1, measures={}, kinds={}, verdicts=(verdict,))
        for name, verdict in verdicts.items()
    )
    result = TaskResult(
        task="anaphora", pair="fr-en", testset="0", items=1, documents=1, setup="by hand",
        samples=1, seed=1, systems=systems,
    )  # fmt: skip
    (tmp_path / "result.json").write_text(result.model_dump_json(by_alias=True))
    collect = ("collect", tmp_path / "study", "--measure", tmp_path / "result.json", "-q")
    found = json.loads(run(*collect, "-f", "json").stdout)["tables"]
    (measured,) = (table for table in found if table["title"].endswith("with the measure"))
    assert [(row[0], row[1]["part"], row[1]["total"]) for row in measured["rows"]] == [
        ("reference and system", 2, 2),
        ("two systems", 0, 1),
    ]


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
    from discotag_annotate.results.preferences import read_measure

    (tmp_path / "r.json").write_text("{}")
    with pytest.raises(DiscotagError, match="holds no results of discotag dip score"):
        read_measure([tmp_path / "r.json"])
