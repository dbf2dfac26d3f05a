"""WMT XML: texts by name, segment ids, test suites, and faults."""

from __future__ import annotations

import pytest

from discotag.core.errors import InputError, UsageError

from .xml_files import EN_DE, SMALL, doc, open_reader, put, read, ref, segs, source, wmt


def hyp(*texts, lang="de", system="S"):
    return f'<hyp system="{system}" lang="{lang}">{segs(*texts)}</hyp>'


def test_wmt_texts_are_named_and_joined_by_segment_ids(tmp_path):
    shuffled = '<hyp system="S" language="de"><seg id="2">zwei</seg><seg id="1">eins</seg></hyp>'
    texts = (source("one", "two"), ref("Eins", "Zwei"), ref("1", "2", translator="refB"))
    first, second = read(
        open_reader("wmt-xml"),
        put(
            tmp_path,
            wmt(
                doc(*texts, shuffled, name="a", domain="news"),
                doc(*texts, hyp("I", "II"), name="b"),
            ),
        ),
    )
    assert (first.id, first.domain, second.domain) == ("a", "news", None)
    assert first.references == {"refA": ("Eins", "Zwei"), "refB": ("1", "2")}
    assert first.hypotheses == {"S": ("eins", "zwei")}
    assert second.hypotheses == {"S": ("I", "II")}
    assert first.lines == (2, 2)
    assert second.lines == (3, 3)


def test_wmt_texts_of_the_pair_are_chosen(tmp_path):
    many = wmt(doc(source("one"), source("un", lang="fr"), ref("eins"), ref("jeden", lang="cs")))
    (found,) = read(open_reader("wmt-xml"), put(tmp_path, many), **EN_DE)
    assert (found.source, found.references) == (("one",), {"refA": ("eins",)})
    with pytest.raises(InputError, match=r"several source languages: en, fr"):
        read(open_reader("wmt-xml"), put(tmp_path, many))
    with pytest.raises(InputError, match=r"several target languages: cs, de.*reader.target=CODE"):
        read(open_reader("wmt-xml"), put(tmp_path, many), source_language="en")


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((source("a", "b"), ref("c")), r"refA: segment '2' is missing; with --set reader.missing"),
        ((source("a"), ref("c", "d")), r"refA: segment '2' is not in the source"),
        ((source("a"), ref("b"), hyp("x"), hyp("y")), r"a second text named 'S'"),
        ((source("a"), ref("b"), hyp("x", system="")), "a system without a name"),
        ((ref("b"),), "document 'd' has 0 source texts"),
        ((source("a"), source("b"), ref("b")), "document 'd' has 2 source texts"),
        ((source(), ref("b")), "segment '1' is not in the source"),
        ((source(), ref()), "document 'd' has no segment"),
        (('<src lang="en"><seg>x</seg></src>', ref("b")), "source: a segment has no id"),
        (
            ('<src lang="en"><seg id="1">x</seg><seg id="1">y</seg></src>', ref("b")),
            "source: segment '1' stands twice",
        ),
    ],
    ids=[
        "missing", "extra", "twice", "nameless", "no source", "two sources", "no source segment",
        "no segment", "no id", "id twice",
    ],
)  # fmt: skip
def test_wmt_faults_name_document_text_and_segment(tmp_path, texts, message):
    with pytest.raises(InputError, match=rf"x.xml:2: .*{message}"):
        read(open_reader("wmt-xml"), put(tmp_path, wmt(doc(*texts))))


def test_a_missing_wmt_segment_can_be_empty(tmp_path):
    reader = open_reader("wmt-xml", missing="empty")
    path = put(tmp_path, wmt(doc(source("a", "b"), ref("c", "d"), hyp("x"))))
    (found,) = read(reader, path)
    assert found.hypotheses == {"S": ("x", "")}
    assert any("S: segment '2' is missing and taken as empty" in note for note in reader.notes())


@pytest.mark.parametrize("second", [ref("b"), ref("b") + hyp("x", system="T")])
def test_every_wmt_document_needs_the_same_texts(tmp_path, second):
    path = put(tmp_path, wmt(doc(source("a"), ref("b"), hyp("x")), doc(source("a"), second)))
    with pytest.raises(InputError, match=r"x.xml:3: document 'd' has the systems .* first"):
        read(open_reader("wmt-xml"), path)


def test_wmt_test_suites_are_left_out_with_a_note(tmp_path):
    reader = open_reader("wmt-xml")
    suite = doc(source("a"), hyp("x"), name="s", testsuite="odd")
    path = put(tmp_path, wmt(suite, doc(source("a"), ref("b"), hyp("x"))))
    assert [found.id for found in read(reader, path)] == ["d"]
    assert "document 's' belongs to a test suite" in reader.notes()[0]


def test_a_wmt_id_that_comes_back_is_another_document(tmp_path):
    text = doc(source("a"), ref("b"))
    assert [d.id for d in read(open_reader("wmt-xml"), put(tmp_path, wmt(text, text)))] == [
        "d",
        "d#2",
    ]


def test_a_name_that_the_file_has_cannot_be_given_again(tmp_path):
    files = {"refA": put(tmp_path, "x\n", "a")}
    with pytest.raises(UsageError, match="a text named 'refA' itself"):
        read(open_reader("wmt-xml"), put(tmp_path, SMALL["wmt-xml"]), references=files)
