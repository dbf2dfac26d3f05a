"""Files of other kinds are known by ending and content; plain lines are never taken for one."""

from __future__ import annotations

import gzip
import io
import json
import sys
import zipfile

import pytest

from discotag.core.errors import InputError
from discotag.core.interfaces import CorpusRequest
from discotag.core.registry import open_registry
from discotag.files import file_types
from discotag.files.file_types import check_lines, kind_of
from discotag.pipeline.corpus import open_reader

SRT = "1\n00:00:01,000 --> 00:00:04,000\nWhere is it?\n\n2\n00:00:05,000 --> 00:00:06,000\nHere.\n"
VTT = "WEBVTT\n\n00:01.000 --> 00:04.000\nWhere is it?\n"
PO = '# German\nmsgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "Hello"\nmsgstr "Hallo"\n'
APP = json.dumps({"greeting": "Hello", "menu": {"open": "Open"}}, indent=2)


def zipped(name):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(name, "x")
    return packed.getvalue()


CONTENTS = {
    "JSON": APP,
    "JSON on one line": '{"greeting": "Hello"}',
    "list of objects": '[{"a": "b"},\n {"a": "c"}]\n',
    "list of strings": '[\n"Hello",\n"World"\n]\n',
    "large JSON": json.dumps({f"key{n}": "text " * 20 for n in range(2000)}),
    "JSON Lines": '{"id": "a", "source": ["x"]}\n{"id": "b", "source": ["y"]}\n',
    "SubRip": SRT,
    "WebVTT": VTT,
    "SubStation": "[Script Info]\nTitle: x\n[Events]\nDialogue: x\n",
    "gettext": PO,
    "Apple strings": '"a.title" = "Hello";\n"b" = "World";\n',
    "XLIFF": '<?xml version="1.0"?>\n<xliff version="1.2"></xliff>',
    "XLIFF without prologue": "<xliff version='2.0'>\n</xliff>",
    "Qt": "<!DOCTYPE TS>\n<TS version='2.1'></TS>",
    "Android": '<?xml version="1.0"?>\n<!-- x -->\n<resources></resources>',
    "any XML": '<?xml version="1.0" encoding="utf-8"?>\n<root/>',
    "HTML": "<!DOCTYPE html>\n<html><p>x</p></html>",
    "PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "RTF": "{\\rtf1\\ansi x}",
    "DOCX": zipped("word/document.xml"),
    "ZIP": zipped("a.txt"),
    "PNG": b"\x89PNG\r\n\x1a\n\0\0\0",
    "Parquet": b"PAR1\x15\0\x15\0",
    "UTF-16 without a mark": "Where is it?\nHere it is.\n".encode("utf-16-le"),
    "bytes": bytes(range(256)) * 4,
}
PLAIN = {
    "a brace": "{user} said hello to you\n",
    "braces": "{greeting}\n{name}\n",
    "an empty object": "{}\n",
    "a footnote": "[1]\nSee there.\n",
    "a list of numbers": "[1, 2]\n",
    "a quotation in brackets": '["Go!"]\n',
    "digits": "1\n2\n3\n",
    "a time": "1\n12:30\nLunch.\n",
    "an arrow": "Press File --> Open.\nThen wait.\n",
    "WEBVTT as a word": "WEBVTT is a format.\nSRT is another.\n",
    "msgid as a word": 'msgid "a" is the key.\nThe rest is text.\n',
    "one string": '"a" = "b";\n',
    "a tag": "<b>Hello</b> to you\n",
    "a page named": "<html> is where a page begins.\nIt goes on.\n",
    "PK": "PK is short for Peter Klein.\n",
    "a NUL": "One.\0\nTwo.\n",
    "Latin-1": "Où est-il ?\n".encode("latin-1"),
    "UTF-16 with a mark": "x\n".encode("utf-16"),
    "a JSON example": '{"a": "b"} is JSON.\nSo they say.\n',
    "cut JSON": '{"a": "b",\n',
    "Chinese": "你好。\n" * 30_000,
}


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("name", CONTENTS)
def test_content_tells_the_kind_whatever_the_name(tmp_path, name, packed):
    data = CONTENTS[name]
    data = data.encode() if isinstance(data, str) else data
    path = tmp_path / "a.txt"
    path.write_bytes(gzip.compress(data) if packed else data)
    with pytest.raises(InputError, match=r"a\.txt: is .*, where plain lines are expected; .+"):
        check_lines(path)


@pytest.mark.parametrize("name", PLAIN)
def test_plain_lines_are_plain_lines(tmp_path, name):
    data = PLAIN[name]
    path = tmp_path / "a.txt"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    assert kind_of(path) is None


@pytest.mark.parametrize("ending", [*file_types.ENDINGS, "JSON", "srt.gz"])
def test_endings_tell_the_kind(tmp_path, ending):
    path = tmp_path / f"a.{ending}"
    path.write_text("x\n", "utf-8")
    with pytest.raises(InputError, match="To read it as lines all the same: --reader lines"):
        check_lines(path)


@pytest.mark.parametrize(
    "ending", ["en", "ts", "arb", "pt", "mo", "ps", "tt", "md", "txt", "docids"]
)
def test_endings_that_are_languages_or_plain_text_tell_nothing(tmp_path, ending):
    path = tmp_path / f"talk.{ending}"
    path.write_text("x\n", "utf-8")
    assert kind_of(path) is None


def test_standard_input_is_looked_at_and_stays_whole(monkeypatch):
    for text, is_known in ((SRT, True), ("{a}\n", False)):
        stream = io.TextIOWrapper(io.BufferedReader(io.BytesIO(text.encode())))
        monkeypatch.setattr(sys, "stdin", stream)
        from pathlib import Path

        assert (kind_of(Path("-")) is not None) is is_known
        assert stream.buffer.read() == text.encode()


def test_what_cannot_be_opened_is_left_to_the_reader(tmp_path):
    assert kind_of(tmp_path / "none.json") is None
    assert kind_of(tmp_path) is None


@pytest.fixture
def registry():
    return open_registry()


@pytest.mark.parametrize("role", ["references", "hypotheses", "docids"])
def test_every_file_of_a_corpus_is_looked_at(registry, tmp_path, role):
    good, bad = tmp_path / "a.en", tmp_path / "a.srt"
    good.write_text("x\n" * 7, "utf-8")
    bad.write_text(SRT, "utf-8")
    given = {"source": good, role: bad if role == "docids" else {"a": bad}}
    reader = open_reader(registry, given["source"])
    for ask in (lambda: list(reader.read(CorpusRequest(**given))),
                lambda: reader.size(CorpusRequest(**given))):  # fmt: skip
        with pytest.raises(InputError, match=r"a\.srt: is a file of subtitles"):
            ask()


def test_who_names_the_reader_insists(registry, tmp_path):
    path = tmp_path / "a.srt"
    path.write_text(SRT, "utf-8")
    (text,) = open_reader(registry, path, "lines").read(CorpusRequest(path))
    assert len(text.source) == 7


def test_a_text_beside_a_memory_is_looked_at_too(registry, tmp_path):
    corpus, bad = tmp_path / "a.tsv", tmp_path / "a.po"
    corpus.write_text("d\tx\ty\n", "utf-8")
    bad.write_text(PO, "utf-8")
    with pytest.raises(InputError, match="discotag-localization reads it"):
        list(open_reader(registry, corpus).read(CorpusRequest(corpus, hypotheses={"A": bad})))


@pytest.mark.parametrize("ending", ["sdlxliff", "mqxliff", "mxliff"])
def test_files_of_translation_tools_that_are_xliff_are_read_as_such(registry, tmp_path, ending):
    path = tmp_path / f"a.{ending}"
    path.write_text(
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="x"'
        ' source-language="en" target-language="fr"><body><trans-unit id="1"><source>Go!</source>'
        '<seg-source><mrk mtype="seg" mid="1">Go!</mrk></seg-source>'
        '<target><mrk mtype="seg" mid="1">Va !</mrk></target></trans-unit></body></file></xliff>',
        "utf-8",
    )
    (text,) = open_reader(registry, path).read(CorpusRequest(path))
    assert (text.source, text.references) == (("Go!",), {"ref": ("Va !",)})
