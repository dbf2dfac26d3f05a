"""`discotag cxmi themes` as a user types it."""

from __future__ import annotations

import json

import pytest

from discotag.testing.builders import tagged
from discotag.testing.program import run_program
from discotag.testing.results import tag_line

from .builders import record, written


@pytest.fixture
def themes():
    """Run the command: gives its exit code, what it prints, and what it says."""

    def run(*arguments):
        done = run_program("cxmi", "themes", *arguments)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture
def folder(tmp_path):
    """A folder of measurements of two sizes, and tags of its text and of another."""
    written(
        tmp_path / "scores.jsonl",
        [record("a", 0, ["Tu:1", "dors:0"], sizes=("1", "2")),
         record("a", 1, ["Il:3", "dort:-1"], sizes=("1", "2"))],
    )  # fmt: skip
    lines = [
        tag_line(tagged(["Tu|formality=t dors", "Il dort"], id="a", system=name), ())
        for name in ("ref", "A")
    ]
    (tmp_path / "ref.jsonl").write_text(lines[0], "utf-8")
    (tmp_path / "both.jsonl").write_text("".join(lines), "utf-8")
    return tmp_path


def test_the_largest_size_is_taken_and_all_is_written(themes, folder):
    code, out, err = themes(
        folder, "--tags", folder / "ref.jsonl", "--min-count", 1, "--top", 2,
        "--html", folder / "t.html", "--out", folder / "t.json", "--examples", folder / "e.json",
    )  # fmt: skip
    assert code == 0
    assert "Context size 2, mean P-CXMI in nats" in out
    assert "+3.000  Il  a, segment 2" in out
    assert "      > source 1  ⇒  [Il] dort" in out
    found = json.loads((folder / "t.json").read_text())
    assert (found["size"], found["overall"]["mean"]) == ("2", 0.75)
    assert json.loads((folder / "e.json").read_text())["phenomenon"] is None
    assert "<!doctype html>" in (folder / "t.html").read_text()
    assert [line for line in err.splitlines() if line.startswith("wrote ")]


def test_json_on_standard_output_is_json_alone(themes, folder):
    code, out, err = themes(folder / "scores.jsonl", "--size", "1", "-f", "json")
    assert code == 0
    assert err.startswith("--examples FILE writes")
    assert json.loads(out)["overall"]["mean"] == pytest.approx(0.375)


def test_bits_are_printed_on_request(themes, folder):
    _, out, _ = themes(folder, "--bits")
    assert "in bits" in out
    assert "+1.0820" in out


def test_languages_come_from_the_measurement(themes, folder):
    (folder / "cxmi.json").write_text('{"source_language": "en", "target_language": "fr"}')
    code, out, _ = themes(folder, "-f", "json", "--min-count", 1)
    assert code == 0
    found = json.loads(out)
    assert {"PRON", "VERB"} <= {row["name"] for row in found["upos"]}
    assert "PRON.2.Sing" in {row["name"] for row in found["kinds"]}


def test_scores_of_another_language_are_not_analysed(themes, folder):
    (folder / "cxmi.json").write_text('{"source_language": "en", "target_language": "French"}')
    code, _, err = themes(folder, "-t", "de")
    assert code == 2
    assert "the scores are of fr" in err
    assert themes(folder, "-t", "fr")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "ending"),
    [
        (["absent"], (3, "absent: cannot be opened")),
        ([".", "--size", "5"], (2, "unknown context size '5'")),
        ([".", "--tags", "both.jsonl"], (3, "tags of several texts (A, ref); name one")),
        ([".", "--tags", "ref.jsonl", "--system", "B"], (2, "unknown text for --system 'B'")),
        ([".", "-t", "fr"], (2, "give -s and -t")),
        ([".", "--analyzer", "embedded"], (2, "give -s and -t")),
        ([".", "-s", "en", "-t", "xx"], (2, "unknown language 'xx'")),
        ([".", "--samples", "3"], (2, "fewer than 100")),
        ([".", "--html", "ref.jsonl/t.html"], (8, "t.html: cannot be written")),
        (["ref.jsonl"], (3, "ref.jsonl:1: ")),
    ],
    ids=["absent", "size", "texts", "system", "one", "analyzer", "xx", "few", "no folder", "tags"],
)
def test_what_cannot_be_done_is_said(themes, folder, monkeypatch, arguments, ending):
    monkeypatch.chdir(folder)
    code, _, err = themes(*arguments)
    assert code == ending[0]
    assert ending[1] in err
    (fault, *hints) = err.splitlines()
    assert fault.startswith("discotag: error: ")
    assert all(hint.startswith("discotag: hint: ") for hint in hints)
