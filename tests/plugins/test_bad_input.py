"""Bad input, item by item: refused with file, line and cure, or accepted and left untouched.

Defects of MuDA's reading that these tests stand against:
* document ids had to be integers and `zip` cut unequal files silently: `test_unequal_files…`,
  `test_ids_are_strings…`;
* an empty target line crashed (`zip(*[])`), and the branches for empty lines were swapped, so
  that the wrong side was blanked: `test_empty_segments…`. No text is rewritten for an aligner here;
* a pair without links crashed (`"".split("-")`): links are pairs of indices, and an empty set of
  them is written and read back (`test_a_pair_without_links…` in test_writers_jsonl.py);
* a line that an aligner lost or doubled shifted all later ones, and a guess dropped the last one:
  the embedded aligner is given pairs and answers each of them; no file goes to another process.
"""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest

from discotag.core.errors import InputError, LineCountError
from discotag.core.interfaces import CorpusRequest
from discotag.core.text import count_noun
from discotag.plugins.readers.jsonl import JsonlReader
from discotag.plugins.readers.lines import LinesReader
from discotag.plugins.readers.tsv import TsvReader


def put(folder, name, data):
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def read(source, **request):
    return list(LinesReader().read(CorpusRequest(source=source, **request)))


def segments(tmp_path, data):
    (document,) = read(put(tmp_path, "src", data))
    return document.source


@pytest.mark.parametrize("longer", ["src", "ref", "a", "ids"])
def test_unequal_files_are_refused_with_every_count(tmp_path, longer):
    paths = {
        name: put(tmp_path, name, "x\n" * (3 if name == longer else 2))
        for name in ("src", "ref", "a", "ids")
    }
    with pytest.raises(LineCountError) as caught:
        read(
            paths["src"],
            references={"ref": paths["ref"]},
            hypotheses={"A": paths["a"]},
            docids=paths["ids"],
        )
    assert caught.value.exit_code == 17
    assert "line 3 is the first without a partner" in str(caught.value)
    for name, path in paths.items():
        assert any(
            text.strip().startswith(f"{3 if name == longer else 2} lines") and str(path) in text
            for text in str(caught.value).splitlines()
        )


def test_unequal_files_are_refused_before_any_document(tmp_path):
    texts = put(tmp_path, "src", "a\nb\nc\n")
    short = put(tmp_path, "ref", "a\nb\n")
    ids = put(tmp_path, "ids", "1\n2\n3\n")
    documents = LinesReader().read(
        CorpusRequest(source=texts, references={"ref": short}, docids=ids)
    )
    with pytest.raises(LineCountError):
        next(documents)


@pytest.mark.parametrize(("given", "other"), [(b"a\nb\nc\n", "a\n"), (b"a\n", "a\nb\nc\n")])
def test_unequal_standard_input_is_refused_with_every_count(tmp_path, monkeypatch, given, other):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(given))))
    path = put(tmp_path, "ref", other)
    with pytest.raises(LineCountError) as caught:
        read(Path("-"), references={"ref": path})
    for text, name in ((given, "source: -"), (other, f"translation: {path}")):
        assert f"{count_noun(len(text.splitlines()), 'line')} in the {name}" in str(caught.value)


def test_a_trailing_empty_line_is_pointed_at(tmp_path):
    with pytest.raises(LineCountError, match="long ends with an empty line; remove it"):
        read(put(tmp_path, "long", "a\nb\n\n"), references={"r": put(tmp_path, "r", "a\nb\n")})


@pytest.mark.parametrize("character", ["\u2028", "\x0c", "\x0b", "\x85", "\r"])
def test_a_character_that_other_tools_split_at_is_pointed_at(tmp_path, character):
    with pytest.raises(LineCountError, match="src would have 3 lines if"):
        read(
            put(tmp_path, "src", f"a{character}b\nc\n"),
            references={"r": put(tmp_path, "r", "a\nb\nc\n")},
        )


def test_ids_are_strings_and_stay_as_they_are(tmp_path):
    ids = put(tmp_path, "ids", "007\nCNN_12:3\ntalk «é» 4\n")
    assert [d.id for d in read(put(tmp_path, "src", "a\nb\nc\n"), docids=ids)] == [
        "007",
        "CNN_12:3",
        "talk «é» 4",
    ]


@pytest.mark.parametrize("missing", ["source", "reference", "docids"])
def test_a_missing_file_is_named(tmp_path, missing):
    here, gone = put(tmp_path, "here", "a\n"), tmp_path / "gone"
    with pytest.raises(InputError, match=r"gone: cannot be opened \(No such file") as caught:
        read(
            gone if missing == "source" else here,
            references={"ref": gone if missing == "reference" else here},
            docids=gone if missing == "docids" else here,
        )
    assert caught.value.exit_code == 3


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(InputError, match=r"cannot be opened .* a reader of folders"):
        read(tmp_path)


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", gzip.compress(b"")], ids=["0", "BOM", "gz"])
@pytest.mark.parametrize("reader", [LinesReader, TsvReader, JsonlReader])
def test_an_empty_file_is_refused(tmp_path, reader, data):
    with pytest.raises(InputError, match="src: the file is empty"):
        list(reader().read(CorpusRequest(source=put(tmp_path, "src", data))))


@pytest.mark.parametrize("reader", [LinesReader, TsvReader, JsonlReader])
def test_bytes_that_are_not_utf8_are_named_with_line_byte_and_cure(tmp_path, reader):
    good = {
        LinesReader: b"good\n",
        TsvReader: b"d\ts\tr\n",
        JsonlReader: b'{"id":"d","source":["s"]}\n',
    }[reader]
    path = put(tmp_path, "src", good + b"caf\xe9\n")
    expected = rf"src:2: byte {len(good) + 3} of the text \(0xe9\) is not UTF-8; .*iconv"
    with pytest.raises(InputError, match=expected):
        list(reader().read(CorpusRequest(source=path)))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf16_is_recognised_by_its_mark(tmp_path, encoding):
    data = ("" if encoding == "utf-16" else "\ufeff") + "héllo\n"
    with pytest.raises(InputError, match=r"src:1: .*iconv -f UTF-16"):
        read(put(tmp_path, "src", data.encode(encoding)))


@pytest.mark.parametrize("data", [b"\xed\xa0\x80\n", b"\xc0\xaf\n", b"ok\n\xf0\x9f\x98"])
def test_surrogates_overlong_forms_and_cut_characters_are_no_utf8(tmp_path, data):
    with pytest.raises(InputError, match="is not UTF-8"):
        read(put(tmp_path, "src", data))


def test_a_broken_gzip_file_is_refused(tmp_path):
    packed = gzip.compress(b"some text\n" * 1000)
    with pytest.raises(InputError, match="cannot be read to its end"):
        read(put(tmp_path, "src", packed[:-12]))


def test_crlf_and_a_lone_cr_at_the_end_belong_to_the_line_end(tmp_path):
    assert segments(tmp_path, b"a\r\nb\nc\r\nd\r") == ("a", "b", "c", "d")


def test_a_last_line_without_an_end_is_a_line(tmp_path):
    assert segments(tmp_path, b"a\nb") == ("a", "b")


def test_a_byte_order_mark_is_dropped_with_a_note(tmp_path):
    reader = LinesReader()
    path = put(tmp_path, "src", b"\xef\xbb\xbfa\n")
    (document,) = reader.read(CorpusRequest(source=path))
    assert document.source == ("a",)
    assert reader.notes() == (f"{path}:1: the byte order mark was dropped",)
    with pytest.raises(InputError, match="strict"):
        read(path, is_strict=True)


def test_nul_is_kept_with_a_note(tmp_path):
    reader = LinesReader()
    (document,) = reader.read(CorpusRequest(source=put(tmp_path, "src", b"a\nb\0c\n")))
    assert document.source == ("a", "b\0c")
    assert "src:2: holds a NUL" in reader.notes()[0]


@pytest.mark.parametrize(
    "text",
    [
        "tab\there",
        "zero\u200bwidth \u200d joiner \ufeff inside",
        "\u202bbidi\u202c \u2067isolate\u2069 \u200f",
        "👩‍👩‍👧‍👦 🇯🇵 😀",
        "line\u2028separator\u2029 next\x85line form\x0cfeed vertical\x0btab file\x1cgroup\x1d\x1e",
        "carriage\rreturn inside",
        " spaces around \u3000",
        "cafe\u0301 is not café",
        "x" * 100_000,
    ],
    ids=["tab", "zero-width", "bidi", "emoji", "separators", "cr", "spaces", "decomposed", "long"],
)
def test_odd_characters_come_through_untouched(tmp_path, text):
    assert segments(tmp_path, f"before\n{text}\nafter\n") == ("before", text, "after")


def test_empty_segments_on_either_side_stay_where_they_are(tmp_path):
    reader = LinesReader()
    (document,) = reader.read(
        CorpusRequest(
            source=put(tmp_path, "src", "a\n\nc\n\n"),
            references={"ref": put(tmp_path, "ref", "\nB\nC\n \n")},
            is_strict=True,
        )
    )
    assert document.source == ("a", "", "c", "")
    assert document.references["ref"] == ("", "B", "C", " ")
    notes = reader.notes()
    assert len(notes) == 2
    assert any("ref:1: an empty segment in 'ref' faces text" in note for note in notes)
    assert any("src:2: an empty segment in 'source' faces text" in note for note in notes)
