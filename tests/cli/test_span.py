"""`discotag span`: from runs, from files of tags, from texts; tables, JSON and a drawing."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

TEXTS = ("-s", "en", "-t", "fr", "-p", "formality")


@pytest.fixture
def run_folder(run_files, tmp_path):
    out = tmp_path / "run"
    done = run_files("-p", "formality", "--out", out, "--set", "formality.following=true", "-q")
    assert done.returncode == 0, done.stderr
    return out


def rows(done):
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["schema"] == "discotag-span/1"
    return {(row["text"], row["phenomenon"]): row for row in data["rows"]}


def test_a_run_and_its_file_of_tags_give_the_same(run_folder, discotag):
    of_run = rows(discotag("span", run_folder, "-f", "json", "-q"))["en-fr ref", "formality"]
    tags = run_folder / "tags" / "ref.jsonl"
    assert rows(discotag("span", tags, "-f", "json", "-q"))["en-fr ref", "formality"] == of_run
    assert (of_run["known"], of_run["unknown"]) == (2, 0)
    assert of_run["distances"] == [[-2, 1], [2, 1]]


def test_a_text_is_tagged_here_and_now(files, discotag):
    done = discotag(
        "span", "--src", files["src"], "--tgt", files["ref"], "--docids", files["docids"], *TEXTS,
        "-f", "json", "-q",
    )  # fmt: skip
    assert rows(done)["en-fr", "formality"]["spans"] == [[2, 1]]
    assert done.stderr == ""


def test_the_table_says_what_windows_resolve(run_folder, discotag):
    done = discotag("span", run_folder, "--share", "50")
    assert done.returncode == 0, done.stderr
    (line,) = [
        line.split()
        for line in done.stdout.partition("previous + following")[0].splitlines()
        if line.startswith("formality")
    ]
    assert line == ["formality", "2", "0", "1", "0.0", "50.0", "50.0", "50.0", "50.0", "50.0"]
    assert "50 %: previous" in done.stdout
    assert "signature of en-fr ref: nrefs:1|" in done.stdout
    assert "no interval below 10" in done.stderr


def test_a_drawing_is_written_whole(run_folder, discotag, tmp_path):
    path = tmp_path / "span.svg"
    done = discotag("span", run_folder, "-f", "svg", "-o", path, "-q")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert ET.fromstring(path.read_text("utf-8")).tag.endswith("svg")


def test_the_page_of_a_run_shows_the_context_that_its_tags_need(run_folder, discotag):
    page = run_folder / "report.html"
    assert 'id="context"' in page.read_text("utf-8")
    first = page.read_bytes()
    assert discotag("report", run_folder, "-q").returncode == 0
    assert page.read_bytes() == first


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "give folders of runs or files of tags, or a text with --src"),
        (("{run}", "--src", "{src}"), "--src stands alone"),
        (("{run}", "-p", "formality"), "options of tagging need a text"),
        (("--src", "{src}", "--tgt", "{ref}"), "--src needs --source-lang and --target-lang"),
        (("{run}", "--share", "0"), "a share from 0 to 1"),
        (("{run}", "--reach", "0"), "windows reach from 1 to 100"),
        (("{run}", "--text", "X"), "unknown text of"),
        (("{run}", "-o", "a.txt"), "--out needs --format"),
    ],
    ids=["nothing", "both", "tagging", "languages", "share", "reach", "text", "out"],
)
def test_a_wrong_option_is_refused_with_what_to_do(arguments, told, run_folder, files, discotag):
    names = {"run": run_folder, **files}
    done = discotag("span", *(argument.format(**names) for argument in arguments))
    assert done.returncode == 2
    assert told in done.stderr


def test_a_faulty_file_of_tags_is_told_with_its_line(discotag, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"schema":"discotag-tags/1"}\n', "utf-8")
    done = discotag("span", path)
    assert done.returncode == 3
    assert f"{path}:1" in done.stderr
    assert discotag("span", tmp_path / "no").returncode == 3
