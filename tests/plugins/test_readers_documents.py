"""Whole documents are found by their names, wherever they stand; what does not fit is named."""

from __future__ import annotations

import json

import pytest

from discotag.core.errors import InputError, UsageError
from discotag.core.interfaces import CorpusRequest
from discotag.plugins.readers.documents import DocumentsReader


def put(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def folder(path, **texts):
    for name, text in texts.items():
        put(path / f"{name}.txt", text)
    return path


def read(source, ref, options=None, **hyps):
    reader = DocumentsReader.create(options or {})
    request = CorpusRequest(source, {"ref": ref}, hyps, source_language="en", target_language="zh")
    return list(reader.read(request)), reader.notes()


def test_folders_are_read_by_the_names_of_their_files(tmp_path):
    source = folder(tmp_path / "en", one="A.\nB.\n", two="C.\n\nD.\n")
    texts, notes = read(source, folder(tmp_path / "de", two="c. d.\n", one="a.\nb.\n"))
    assert [(text.id, text.source, text.references["ref"]) for text in texts] == [
        ("one", ("A.", "B."), ("a.", "b.")),
        ("two", ("C.", "D."), ("c. d.",)),
    ]
    assert not texts[0].is_aligned
    assert [places[0].line for places in texts[1].source_places] == [1, 3]
    assert texts[1].files["ref"] == str(tmp_path / "de" / "two.txt")
    assert notes == ()


def test_endings_may_differ(tmp_path):
    put(tmp_path / "a" / "talk.en", "A.\n")
    put(tmp_path / "b" / "talk.de", "a.\n")
    texts, _ = read(tmp_path / "a", tmp_path / "b")
    assert [text.id for text in texts] == ["talk"]


def test_documents_that_a_text_lacks_are_named_and_the_rest_goes_on(tmp_path):
    source = folder(tmp_path / "en", one="A.\n", two="B.\n", three="C.\n")
    texts, notes = read(
        source,
        folder(tmp_path / "de", one="a.\n", two="b.\n", four="d.\n"),
        A=folder(tmp_path / "A", one="a.\n", three="c.\n"),
    )
    assert [text.id for text in texts] == ["one"]
    assert f"{tmp_path / 'de'}: has no document 'three'; it is left out of all texts" in notes
    assert f"{tmp_path / 'A'}: has no document 'two'; it is left out of all texts" in notes
    assert any("holds documents that the source does not have" in note for note in notes)


def test_an_empty_source_is_left_out_and_an_empty_translation_told(tmp_path):
    source = folder(tmp_path / "en", one="", two="\n \n", three="C.\n", four="D.\n")
    other = folder(tmp_path / "de", one="a.\n", two="b.\n", three="", four="d.\n")
    texts, notes = read(source, other)
    assert [(text.id, text.references["ref"]) for text in texts] == [
        ("four", ("d.",)),
        ("three", ()),
    ]
    assert any("document 'one' is empty and left out (and 1 more like it)" in n for n in notes)
    assert f"{tmp_path / 'de'}: document 'three' is empty" in notes


def test_no_document_in_common_is_an_error_that_names_some(tmp_path):
    with pytest.raises(InputError, match=r"no document of it is in all texts .*has 'y'"):
        read(folder(tmp_path / "en", x="A.\n", z="B.\n"), folder(tmp_path / "de", y="a.\n"))
    (tmp_path / "none").mkdir()
    with pytest.raises(InputError, match="the folder holds no file"):
        read(tmp_path / "none", tmp_path / "de")


def test_two_files_are_one_document_whatever_their_names(tmp_path):
    texts, _ = read(put(tmp_path / "talk", "A.\n"), put(tmp_path / "rede", "a.\nb.\n"))
    assert [(text.id, text.references["ref"]) for text in texts] == [("talk", ("a.", "b."))]


def test_blank_lines_may_stand_between_documents(tmp_path):
    source = put(tmp_path / "a", "\nA.\nB.\n\n\nC.\n")
    texts, notes = read(
        source, put(tmp_path / "b", "a. b.\n\nc.\n\nd.\n"), {"between": "blank-lines"}
    )
    assert [(text.id, text.source) for text in texts] == [("1", ("A.", "B.")), ("2", ("C.",))]
    assert [places[0].line for places in texts[1].source_places] == [6]
    assert any("left out: '3'" in note for note in notes)


def lines(path, *records):
    return put(path, "".join(json.dumps(record) + "\n" for record in records))


def test_json_lines_of_wmt25_are_found_by_document(tmp_path):
    source = lines(
        tmp_path / "src.jsonl",
        {"doc_id": "x", "src_text": "A.\n\nB."},
        {"doc_id": "y", "src_text": "C."},
    )
    system = lines(
        tmp_path / "sys.jsonl",
        {"doc_id": "y", "hypothesis": "c."},
        {"doc_id": "x", "hypothesis": "a. b."},
    )
    texts, notes = read(source, system)
    assert [(text.id, text.source, text.references["ref"]) for text in texts] == [
        ("x", ("A.", "B."), ("a. b.",)),
        ("y", ("C.",), ("c.",)),
    ]
    assert any("documents in another order" in note for note in notes)


def test_json_without_names_goes_by_number_and_by_language(tmp_path):
    path = lines(tmp_path / "both.jsonl", {"en": "A.", "zh": "甲。"}, {"en": "B.", "zh": "乙。"})
    texts, _ = read(path, path)
    assert [(text.id, text.references["ref"]) for text in texts] == [
        ("1", ("甲。",)),
        ("2", ("乙。",)),
    ]


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({"doc_id": "x", "words": "A."}, "has none of the fields src_text"),
        ({"doc_id": "x", "src_text": 7}, "src_text: is no text"),
        ({"doc_id": " ", "src_text": "A."}, "doc_id: not a document name"),
        ({"doc_id": True, "src_text": "A."}, "doc_id: not a document name"),
    ],
)
def test_faulty_json_is_told_with_field_and_line(tmp_path, record, told):
    good = {"doc_id": "w", "src_text": "A."}
    with pytest.raises(InputError, match=f"src.jsonl:2: {told}"):
        read(lines(tmp_path / "src.jsonl", good, record), lines(tmp_path / "s.jsonl", {
            "doc_id": "w", "hypothesis": "a."}))  # fmt: skip


def test_a_document_that_stands_twice_is_an_error(tmp_path):
    path = lines(tmp_path / "s.jsonl", {"id": "x", "text": "A."}, {"id": "x", "text": "B."})
    with pytest.raises(InputError, match=r"s.jsonl:2: document 'x' stands twice"):
        read(path, path)


def test_options_name_fields_and_document_ids_are_refused(tmp_path):
    path = lines(tmp_path / "s.jsonl", {"key": 5, "q": "A.", "a": "甲。"})
    texts, _ = read(path, path, {"id": "key", "source": "q", "target": "a"})
    assert (texts[0].id, texts[0].source) == ("5", ("A.",))
    with pytest.raises(UsageError, match="leave out --docids"):
        list(DocumentsReader.create({}).read(CorpusRequest(path, {}, {}, docids=path)))
