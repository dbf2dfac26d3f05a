"""Readers give documents, a line at a time, from files as people have them."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from time import process_time

import pytest

from discotag.core.errors import InputError, LineCountError, UsageError
from discotag.core.interfaces import CorpusRequest
from discotag.plugins.readers.jsonl import JsonlReader
from discotag.plugins.readers.lines import LinesReader
from discotag.plugins.readers.plugin import discotag_readers
from discotag.plugins.readers.tsv import TsvReader


def put(folder, name, text):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(reader, source, **request):
    return list(reader.read(CorpusRequest(source=source, **request)))


def stdin_of(monkeypatch, data):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(data))))


@pytest.fixture
def corpus(tmp_path):
    return {
        "source": put(tmp_path, "src", "One.\nTwo.\nThree.\n"),
        "references": {"ref": put(tmp_path, "ref", "Un.\nDeux.\nTrois.\n")},
        "hypotheses": {
            "B": put(tmp_path, "b", "1\n2\n3\n"),
            "A": put(tmp_path, "a", "I\nII\nIII\n"),
        },
        "docids": put(tmp_path, "ids", "talk 1\ntalk 1\n0042\n"),
    }


@pytest.fixture
def readers():
    """Return the declared readers whose packages are installed."""
    has_arrow = find_spec("pyarrow") is not None
    return [info for info in discotag_readers() if has_arrow or info.install is None]


def test_every_declared_reader_can_be_loaded_and_created(readers):
    for info in readers:
        assert info.load().create({}).notes() == ()


def test_an_option_that_no_reader_has_is_refused(readers):
    for info in readers:
        with pytest.raises(UsageError, match="colour"):
            info.load().create({"colour": 1})


def test_lines_become_documents_at_each_change_of_id(corpus):
    first, second = read(LinesReader(), **corpus)
    assert (first.id, second.id) == ("talk 1", "0042")
    assert first.source == ("One.", "Two.")
    assert second.references == {"ref": ("Trois.",)}
    assert list(first.hypotheses) == ["B", "A"]
    assert second.hypotheses == {"B": ("3",), "A": ("III",)}
    assert (first.lines, second.lines) == ((1, 2), (3,))


def test_without_ids_the_whole_file_is_one_document(corpus):
    (document,) = read(LinesReader(), **corpus | {"docids": None})
    assert document.id == "all"
    assert document.source == ("One.", "Two.", "Three.")


def test_a_second_column_of_the_ids_is_the_domain(tmp_path, corpus):
    ids = put(tmp_path, "ids2", "a\tnews\na\tnews\nb\tsocial\n")
    first, second = read(LinesReader(), **corpus | {"docids": ids})
    assert (first.id, first.domain) == ("a", "news")
    assert (second.id, second.domain) == ("b", "social")


def test_columns_of_ids_in_the_other_order_are_found_out(tmp_path, corpus):
    ids = put(tmp_path, "ids2", "news\ta\nnews\tb\nnews\tb\n")
    with pytest.raises(InputError, match=r"ids2:2: .*'news' has two domains, 'a' and 'b'"):
        read(LinesReader(), **corpus | {"docids": ids})


def test_a_third_column_of_the_ids_is_refused(tmp_path, corpus):
    ids = put(tmp_path, "ids2", "a\na\nb\tx\ty\n")
    with pytest.raises(InputError, match="ids2:3: 3 columns"):
        read(LinesReader(), **corpus | {"docids": ids})


def test_an_empty_id_is_refused(tmp_path, corpus):
    ids = put(tmp_path, "ids2", "a\n\nb\n")
    with pytest.raises(InputError, match="ids2:2: an empty document id"):
        read(LinesReader(), **corpus | {"docids": ids})


def test_an_id_that_comes_back_names_a_document_of_its_own_with_a_note(tmp_path, corpus):
    ids = put(tmp_path, "ids2", "a\nb\na\n")
    reader = LinesReader()
    assert [d.id for d in read(reader, **corpus | {"docids": ids})] == ["a", "b", "a#2"]
    (note,) = reader.notes()
    assert "ids2:3: document id 'a' comes back" in note


def test_a_renamed_id_never_meets_a_given_one(tmp_path):
    text = put(tmp_path, "src", "x\n" * 6)
    ids = put(tmp_path, "ids", "a\na#2\na\nb\na\na#2\n")
    names = [d.id for d in read(LinesReader(), text, docids=ids)]
    assert len(set(names)) == 6
    assert names[:3] == ["a", "a#2", "a#3"]


def test_an_id_that_comes_back_is_refused_when_strict(tmp_path, corpus):
    ids = put(tmp_path, "ids2", "a\nb\na\n")
    with pytest.raises(InputError, match=r"ids2:3: .*'a' comes back.*strict"):
        read(LinesReader(), **corpus | {"docids": ids}, is_strict=True)


def test_many_flaws_of_one_kind_make_one_note(tmp_path):
    text = put(tmp_path, "src", "x\n" * 7)
    ids = put(tmp_path, "ids", "a\nb\na\nb\na\nb\na\n")
    reader = LinesReader()
    read(reader, text, docids=ids)
    (note,) = reader.notes()
    assert "(and 4 more like it)" in note


def test_notes_are_those_of_the_last_reading(tmp_path):
    reader = LinesReader()
    read(reader, put(tmp_path, "bom", b"\xef\xbb\xbfx\n"))
    assert len(reader.notes()) == 1
    read(reader, put(tmp_path, "plain", "x\n"))
    assert reader.notes() == ()


def test_gzip_is_known_by_its_first_bytes_not_by_its_name(tmp_path, corpus):
    packed = put(tmp_path, "src.txt", gzip.compress(corpus["source"].read_bytes()))
    plain = put(tmp_path, "src.gz", corpus["source"].read_bytes())
    expected = read(LinesReader(), **corpus)
    assert read(LinesReader(), **corpus | {"source": packed}) == expected
    assert read(LinesReader(), **corpus | {"source": plain}) == expected


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_standard_input_stands_for_one_file(monkeypatch, corpus, pack):
    expected = read(LinesReader(), **corpus)
    stdin_of(monkeypatch, pack(corpus["source"].read_bytes()))
    assert read(LinesReader(), **corpus | {"source": Path("-")}) == expected


def test_standard_input_for_two_files_is_refused_before_reading(corpus):
    with pytest.raises(UsageError, match="source, hypothesis A"):
        read(LinesReader(), **corpus | {"source": Path("-"), "hypotheses": {"A": Path("-")}})


def test_a_named_pipe_is_read_once(tmp_path, corpus):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    feeder = threading.Thread(target=lambda: pipe.write_bytes(corpus["source"].read_bytes()))
    feeder.start()
    documents = read(LinesReader(), **corpus | {"source": pipe})
    feeder.join()
    assert documents[0].source == ("One.", "Two.")


def test_documents_come_before_the_rest_is_read(monkeypatch, tmp_path):
    stdin_of(monkeypatch, b"one\ntwo\n\xff\n")
    ids = put(tmp_path, "ids", "a\nb\nc\n")
    documents = LinesReader().read(CorpusRequest(source=Path("-"), docids=ids))
    assert next(documents).source == ("one",)


def test_files_are_closed_when_reading_stops_early(corpus):
    documents = LinesReader().read(CorpusRequest(**corpus))
    next(documents)
    documents.close()


def test_tsv_is_what_sacrebleu_echoes(tmp_path):
    path = put(tmp_path, "x.tsv", 'd1\tOne "a".\tUn.\nd1\tTwo.\tDeux.\nd2\tThree.\tTrois.\n')
    first, second = read(TsvReader(), path)
    assert (first.id, second.id) == ("d1", "d2")
    assert first.source == ('One "a".', "Two.")
    assert second.references == {"ref": ("Trois.",)}
    assert second.hypotheses == {}
    assert second.lines == (3,)


def test_tsv_hypotheses_are_numbered(tmp_path):
    (document,) = read(TsvReader(), put(tmp_path, "x.tsv", "d\ts\tr\tx\ty\n"))
    assert document.hypotheses == {"hyp1": ("x",), "hyp2": ("y",)}


@pytest.mark.parametrize("header", ["docid\tsrc\tref\tA\tB", "docid\tsource\treference\tA\tB"])
def test_tsv_header_names_the_systems(tmp_path, header):
    (document,) = read(TsvReader(), put(tmp_path, "x.tsv", f"{header}\nd\ts\tr\tx\ty\n"))
    assert document.hypotheses == {"A": ("x",), "B": ("y",)}
    assert document.lines == (2,)


@pytest.mark.parametrize("header", ["", "docid\tsrc\tref\n"], ids=["bare", "headed"])
def test_tsv_takes_further_texts_from_aligned_files(tmp_path, header):
    path = put(tmp_path, "x.tsv", header + "d\ts1\tr1\nd\ts2\tr2\n")
    (document,) = read(
        TsvReader(),
        path,
        references={"second": put(tmp_path, "r", "R1\nR2\n")},
        hypotheses={"A": put(tmp_path, "a", "x\ny\n")},
    )
    assert document.references == {"ref": ("r1", "r2"), "second": ("R1", "R2")}
    assert document.hypotheses == {"A": ("x", "y")}


@pytest.mark.parametrize("header", ["", "docid\tsrc\tref\n"], ids=["bare", "headed"])
def test_tsv_and_a_file_of_another_length_are_refused(tmp_path, header):
    path = put(tmp_path, "x.tsv", header + "d\ts1\tr1\nd\ts2\tr2\n")
    with pytest.raises(LineCountError, match="2 lines in the rows"):
        read(TsvReader(), path, hypotheses={"A": put(tmp_path, "a", "x\n")})


def test_tsv_from_standard_input(monkeypatch):
    stdin_of(monkeypatch, b"docid\tsrc\tref\tA\nd\ts\tr\tx\n")
    (document,) = read(TsvReader(), Path("-"))
    assert document.hypotheses == {"A": ("x",)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d\ts\tr\nd\ts\tr\tx\n", "x.tsv:2: 4 columns where 3"),
        ("d\ts\tr\nd\ts\n", "x.tsv:2: 2 columns where 3"),
        ("d\ts\n", "x.tsv:1: 2 columns where 3"),
        ("docid\tsrc\tref\n\ts\tr\n", "x.tsv:2: an empty document id"),
        ("docid\tsrc\tref\tA\tA\nd\ts\tr\tx\ty\n", "x.tsv:1: system 'A' is named twice"),
    ],
    ids=["wide", "narrow", "all narrow", "no id", "name twice"],
)
def test_tsv_rows_of_another_shape_are_named(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        read(TsvReader(), put(tmp_path, "x.tsv", text))


def test_tsv_refuses_a_file_of_ids(tmp_path):
    path = put(tmp_path, "x.tsv", "d\ts\tr\n")
    with pytest.raises(UsageError, match="--docids"):
        read(TsvReader(), path, docids=path)


def line(**fields):
    return json.dumps({"id": "d", "source": ["s"]} | fields, ensure_ascii=False) + "\n"


def test_jsonl_holds_a_document_per_line(tmp_path):
    path = put(
        tmp_path,
        "c.jsonl",
        line(id="1", references={"ref": ["r"]}, hypotheses={"B": ["b"], "A": ["a"]}, domain="news")
        + "\n"
        + line(
            schema="discotag-corpus/1",
            id="2",
            references={"ref": ["t"]},
            hypotheses={"A": ["\u2028 tab\t"], "B": [""]},
        ),
    )
    first, second = read(JsonlReader(), path)
    assert (first.id, first.domain, first.references) == ("1", "news", {"ref": ("r",)})
    assert list(second.hypotheses.items()) == [("B", ("",)), ("A", ("\u2028 tab\t",))]


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ('{"id": "x", "source": ["s"]\n', r"c.jsonl:2: .*JSON"),
        (line(id=7), r"c.jsonl:2: id: .*string"),
        (line(source=["s", 3]), r"c.jsonl:2: source.1: .*string"),
        (line(source=[]), r"c.jsonl:2: source: "),
        (line(source=["a\nb"]), r"c.jsonl:2: source.0: .*line end"),
        (line(colour=1), r"c.jsonl:2: colour: "),
        (line(references={"ref": ["r", "r"]}), r"c.jsonl:2: references: ref where"),
        (line(schema="discotag-corpus/9"), r"c.jsonl:2: schema: .*discotag-corpus/1"),
        ('{"id": "x", "source": ["\\ud800"]}\n', r"c.jsonl:2: "),
        ('["x"]\n', r"c.jsonl:2: "),
        ('{"id": "x", "source": ["s"], "id": "y"}', r"c.jsonl:2: the field 'id' stands twice"),
    ],
    ids=[
        "syntax",
        "id",
        "segment",
        "no segment",
        "newline",
        "unknown",
        "names",
        "schema",
        "surrogate",
        "list",
        "field twice",
    ],
)
def test_jsonl_faults_name_line_and_field(tmp_path, second, message):
    with pytest.raises(InputError, match=message):
        read(JsonlReader(), put(tmp_path, "c.jsonl", line() + second))


def test_jsonl_systems_named_twice_are_refused(tmp_path):
    text = '{"id": "x", "source": ["s"], "hypotheses": {"A": ["a"], "A": ["b"]}}'
    with pytest.raises(InputError, match=r"c.jsonl:1: the field 'A' stands twice"):
        read(JsonlReader(), put(tmp_path, "c.jsonl", text))


def test_jsonl_texts_of_unequal_length_are_refused(tmp_path):
    path = put(tmp_path, "c.jsonl", line(references={"ref": ["r", "r"]}))
    with pytest.raises(LineCountError, match=r"c.jsonl:1: ref: 2 segments where the source has 1"):
        read(JsonlReader(), path)


def test_the_documented_example_can_be_read(tmp_path):
    formats = Path(__file__).parents[2] / "docs" / "formats.md"
    example = next(x for x in formats.read_text("utf-8").splitlines() if x.startswith('{"id"'))
    (document,) = read(JsonlReader(), put(tmp_path, "c.jsonl", example))
    assert list(document.hypotheses) == ["A"]


def test_jsonl_ids_that_come_back_are_renamed_or_refused(tmp_path):
    path = put(tmp_path, "c.jsonl", line() + line())
    assert [d.id for d in read(JsonlReader(), path)] == ["d", "d#2"]
    with pytest.raises(InputError, match=r"c.jsonl:2: .*strict"):
        read(JsonlReader(), path, is_strict=True)


def test_jsonl_refuses_files_beside_it(tmp_path):
    path = put(tmp_path, "c.jsonl", line())
    with pytest.raises(UsageError, match="--hyp"):
        read(JsonlReader(), path, hypotheses={"A": path})


@pytest.mark.parametrize(
    ("reader", "text", "message"),
    [
        (JsonlReader, "\n\n \n", "holds no document, only empty lines"),
        (TsvReader, "docid\tsrc\tref\n", "holds a header and no row"),
        (JsonlReader, "", "the file is empty"),
        (TsvReader, "", "the file is empty"),
        (LinesReader, "", "the file is empty"),
        (LinesReader, "\ufeff", "the file is empty"),
    ],
    ids=["JSONL of line ends", "TSV of a header", "JSONL", "TSV", "lines", "a mark alone"],
)
def test_a_corpus_without_a_segment_is_refused(tmp_path, reader, text, message):
    with pytest.raises(InputError, match=message):
        read(reader.create({}), put(tmp_path, "a", text))


@pytest.mark.parametrize("reader", [JsonlReader, TsvReader, LinesReader])
def test_closed_standard_input_is_told(monkeypatch, reader):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input: is closed; give it the text, or name"):
        read(reader.create({}), Path("-"))


@pytest.mark.parametrize(
    ("reader", "data"),
    [
        (JsonlReader, b'{"id": "a", "source": ["\\ud800"]}\n'),
        (JsonlReader, b'{"id": "\\udfff", "source": ["x"]}\n'),
        (JsonlReader, b'{"id": "a", "source": ["x"], "hypotheses": {"\\ud800": ["x"]}}\n'),
        (JsonlReader, b'{"id": "a", "source": ["\xed\xa0\x80"]}\n'),
        (TsvReader, b"a\t\xed\xa0\x80\tb\n"),
        (TsvReader, b"\xed\xa0\x80\ta\tb\n"),
        (LinesReader, b"\xed\xa0\x80\n"),
    ],
)
def test_half_of_a_surrogate_pair_is_refused_wherever_it_stands(tmp_path, reader, data):
    with pytest.raises(InputError, match=r":1: "):
        read(reader.create({}), put(tmp_path, "a", data))


def test_nul_is_kept_in_texts_and_ids(tmp_path):
    (text,) = read(TsvReader.create({}), put(tmp_path, "a.tsv", "d\0\ta\0\tb\n"))
    assert (text.id, text.source) == ("d\0", ("a\0",))
    line = '{"id": "d\\u0000", "source": ["a\\u0000"]}\n'
    (text,) = read(JsonlReader.create({}), put(tmp_path, "a.jsonl", line))
    assert (text.id, text.source) == ("d\0", ("a\0",))


def test_reading_takes_linear_time_whatever_comes_back(tmp_path):
    ids = put(tmp_path, "ids", "a\nb\n" * 20_000)
    begin = process_time()
    texts = read(LinesReader(), put(tmp_path, "src", "x\n" * 40_000), docids=ids)
    assert [text.id for text in texts[-2:]] == ["a#20000", "b#20000"]
    fields = ", ".join(f'"f{number}": 1' for number in range(30_000))
    with pytest.raises(InputError):
        read(JsonlReader(), put(tmp_path, "a.jsonl", f"{{{fields}}}\n"))
    systems = ", ".join(f'"s{number}": ["x{number}"]' for number in range(30_000))
    line = f'{{"id": "a", "source": ["x"], "hypotheses": {{{systems}}}}}\n'
    assert len(read(JsonlReader(), put(tmp_path, "b.jsonl", line))) == 1
    assert process_time() - begin < 8
