"""Segments, rows and documents have limits that are told, and that the environment moves."""

from __future__ import annotations

import pytest

from discotag.core.errors import InputError, UsageError
from discotag.core.interfaces import CorpusRequest
from discotag.core.registry import open_registry
from discotag.files.text import CHARACTERS, COLUMNS, SEGMENTS, check_columns
from discotag.pipeline.corpus import open_reader


@pytest.fixture
def read(tmp_path):
    """Read one file, with the reader that its name wants."""
    registry = open_registry()

    def run(name, text, **request):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        files = {role: {"a": path} for role in request if request[role]}
        return list(open_reader(registry, path).read(CorpusRequest(path, **files)))

    return run


def test_a_segment_beyond_the_limit_is_told_with_its_line_and_the_cure(read, monkeypatch):
    assert len(read("a.en", "x" * CHARACTERS.default + "\n")) == 1
    long = "One.\n" + "x" * (CHARACTERS.default + 1) + "\n"
    with pytest.raises(InputError, match=r"a\.en:2: document 'all', source, segment 1: 40,001 ch"):
        read("a.en", long)
    monkeypatch.setenv("DISCOTAG_MAX_CHARACTERS", "40001")
    assert len(read("a.en", long)) == 1


def test_a_translation_beyond_the_limit_names_its_own_file(read, monkeypatch, tmp_path):
    monkeypatch.setenv("DISCOTAG_MAX_CHARACTERS", "5")
    (tmp_path / "b.fr").write_text("a\nlonger\n", "utf-8")
    source = tmp_path / "a.en"
    source.write_text("a\nb\n", "utf-8")
    request = CorpusRequest(source, {"ref": tmp_path / "b.fr"})
    with pytest.raises(InputError, match=r"b\.fr:2: document 'all', ref, segment 1: 6 characters"):
        list(open_reader(open_registry(), source).read(request))


def test_a_row_beyond_the_limit_is_told_before_its_names_are_looked_at(read, monkeypatch):
    with pytest.raises(InputError, match=r"a\.tsv:1: 100,000 columns; a row may have 1,000"):
        read("a.tsv", "\t".join(["x"] * 100_000) + "\n")
    monkeypatch.setenv("DISCOTAG_MAX_COLUMNS", "100000")
    (text,) = read("a.tsv", "\t".join(["x"] * 100_000) + "\n")
    assert len(text.hypotheses) == 99_997


def test_a_document_with_too_many_texts_is_told(read, monkeypatch):
    monkeypatch.setenv("DISCOTAG_MAX_COLUMNS", "3")
    line = '{"id": "d", "source": ["a"], "hypotheses": {"A": ["b"], "B": ["c"]}}\n'
    with pytest.raises(InputError, match="4 columns; a row may have 3"):
        read("a.jsonl", line)


def test_a_document_with_too_many_segments_is_told(read, monkeypatch):
    monkeypatch.setenv("DISCOTAG_MAX_SEGMENTS", "2")
    assert len(read("a.en", "a\nb\n")) == 1
    with pytest.raises(InputError, match=r"document 'all' has 3 segments.*--docids"):
        read("a.en", "a\nb\nc\n")


@pytest.mark.parametrize("value", ["0", "-1", "many", "1e6", "٣", "9" * 30])
def test_a_limit_that_is_no_number_is_told(value):
    with pytest.raises(UsageError, match=r"DISCOTAG_MAX_COLUMNS=.*give a whole number from 1"):
        COLUMNS.value({"DISCOTAG_MAX_COLUMNS": value})


def test_without_a_word_the_default_holds():
    assert SEGMENTS.value({}) == SEGMENTS.value({"DISCOTAG_MAX_SEGMENTS": " "}) == 50_000
    check_columns(COLUMNS.default, path=None, line=None)
