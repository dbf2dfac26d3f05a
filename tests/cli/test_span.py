"""`discotag span`: from runs, from files of tags, from texts; tables, JSON and a drawing."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from discotag.cli.app import app
from discotag.core.errors import InputError, UsageError

TEXTS = ("-s", "en", "-t", "fr", "-p", "formality")


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory):
    """Write the run of a small corpus whose later segments were searched, too."""
    folder = tmp_path_factory.mktemp("run")
    texts = {
        "a.en": ("Did you see it?", "It sleeps.", "You should look.", "I know it."),
        "a.fr": ("As-tu vu ?", "Il dort.", "Tu devrais regarder.", "Je le connais."),
    }
    for name, lines in texts.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    done = discotag_in_process(
        "run", "--src", folder / "a.en", "--ref", folder / "a.fr", "--out", folder / "run", *TEXTS,
        "--set", "formality.following=true", "-q",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    return folder / "run"


def discotag_in_process(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def rows(done):
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert data["schema"] == "discotag-span/1"
    return {(row["text"], row["phenomenon"]): row for row in data["rows"]}


def test_a_run_and_its_file_of_tags_give_the_same(run_folder):
    of_run = rows(discotag_in_process("span", run_folder, "-f", "json", "-q"))
    tags = run_folder / "tags" / "ref.jsonl"
    of_tags = rows(discotag_in_process("span", tags, "-f", "json", "-q"))
    formality = of_run["en-fr ref", "formality"]
    assert of_tags["en-fr ref", "formality"] == formality
    assert (formality["known"], formality["unknown"]) == (2, 0)
    assert formality["distances"] == [[-2, 1], [2, 1]]


def test_a_text_is_tagged_here_and_now(files):
    done = discotag_in_process(
        "span", "--src", files["src"], "--tgt", files["ref"], "--docids", files["docids"], *TEXTS,
        "-f", "json", "-q",
    )  # fmt: skip
    assert rows(done)["en-fr", "formality"]["spans"] == [[2, 1]]
    assert done.stderr == ""


def test_the_table_says_what_windows_resolve(run_folder):
    done = discotag_in_process("span", run_folder, "--share", "50")
    assert done.exit_code == 0, done.output
    (line,) = [
        line.split()
        for line in done.stdout.partition("previous + following")[0].splitlines()
        if line.startswith("formality")
    ]
    assert line == ["formality", "2", "0", "1", "0.0", "50.0", "50.0", "50.0", "50.0", "50.0"]
    assert "50 %: previous" in done.stdout
    assert "signature of en-fr ref: #:1|" in done.stdout
    assert "intervals need at least 10" in done.stderr


def test_a_drawing_is_written_whole(run_folder, tmp_path):
    path = tmp_path / "span.svg"
    done = discotag_in_process("span", run_folder, "-f", "svg", "-o", path, "-q")
    assert (done.exit_code, done.output) == (0, "")
    assert ET.fromstring(path.read_text("utf-8")).tag.endswith("svg")


def test_the_page_of_a_run_shows_the_context_that_its_tags_need(run_folder):
    page = run_folder / "report.html"
    first = page.read_bytes()
    assert b'id="context"' in first
    assert discotag_in_process("report", run_folder, "-q").exit_code == 0
    assert page.read_bytes() == first


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("", "give folders of runs or files of tags, or a text with --src"),
        ("RUN --src a.en", "--src stands alone"),
        ("RUN -p formality", "options of tagging need a text"),
        ("--src a.en --tgt a.fr", "--src needs --source-lang and --target-lang"),
        ("RUN --share 0", "a share from 0 to 1"),
        ("RUN --reach 0", "windows reach from 1 to 100"),
        ("RUN --text X", "unknown text of"),
        ("RUN -o a.txt", "--out needs --format"),
    ],
    ids=["nothing", "both", "tagging", "languages", "share", "reach", "text", "out"],
)
def test_a_wrong_option_is_refused_with_what_to_do(arguments, told, run_folder):
    words = [str(run_folder) if word == "RUN" else word for word in arguments.split()]
    done = discotag_in_process("span", *words)
    assert isinstance(done.exception, UsageError)
    assert told in str(done.exception)


def test_a_faulty_file_of_tags_is_told_with_its_line(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"schema":"discotag-tags/1"}\n', "utf-8")
    done = discotag_in_process("span", path)
    assert isinstance(done.exception, InputError)
    assert f"{path}:1" in str(done.exception)
    assert isinstance(discotag_in_process("span", tmp_path / "no").exception, InputError)
