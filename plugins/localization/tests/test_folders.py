"""Folders of documents, and whole documents for the commands that align sentences."""

from __future__ import annotations

import zipfile

import pytest

from discotag.testing.program import run_program

WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
ENGLISH = ("The ship left the harbour at night. Nobody saw it leave.", "The doctor was tired.")
GERMAN = ("Das Schiff verließ nachts den Hafen.", "Niemand sah es. Der Arzt war müde.")


def write_docx(path, paragraphs):
    body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in paragraphs)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(
            "word/document.xml",
            f'<?xml version="1.0"?><w:document xmlns:w="{WORDS}"><w:body>{body}</w:body>'
            "</w:document>",
        )


def write_markdown(path, paragraphs):
    path.write_text("".join(f"* {text}\n\n" for text in paragraphs), "utf-8")


@pytest.fixture(params=["docx", "md"])
def folders(request, tmp_path):
    write = write_docx if request.param == "docx" else write_markdown
    for name, paragraphs in (("en", ENGLISH), ("de", GERMAN)):
        (tmp_path / name).mkdir()
        write(tmp_path / name / f"a.{request.param}", paragraphs)
    reader = [] if request.param == "docx" else ["--reader", "markdown"]
    return tmp_path, f"a.{request.param}", ["-s", "en", "-t", "de", *reader]


@pytest.mark.parametrize("is_folder", [True, False], ids=["folders", "files"])
def test_documents_are_aligned_by_sentences(folders, is_folder):
    place, name, options = folders
    sides = [place / code if is_folder else place / code / name for code in ("en", "de")]
    done = run_program("align", "sentences", "--src", sides[0], "--tgt", sides[1], *options)
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t")[1:] for line in done.stdout.splitlines()[1:]]
    assert [(kind, source) for kind, _, source, _ in rows] == [
        ("1-1", "The ship left the harbour at night."),
        ("1-1", "Nobody saw it leave."),
        ("1-1", "The doctor was tired."),
    ]


def test_folders_are_read_by_paragraphs(folders):
    place, _, options = folders
    sides = ["--src", place / "en", "--tgt", place / "de"]
    done = run_program("tag", *sides, *options, "--phenomena", "verb_form", "--no-cache")
    assert done.returncode == 0, done.stderr
    assert "units are sentences" in done.stderr
    assert '"text":"The ship left the harbour at night."' in done.stdout
    assert '"p[2]"' in done.stdout
