"""WMT XML, TMX and XLIFF: what is read, and how faults are told."""

from __future__ import annotations

import doctest
import gzip
import io
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from discotag.core.errors import InputError, LineCountError, UsageError
from discotag.plugins.readers import rows

from .xml_files import (
    EN_DE,
    READERS,
    SMALL,
    doc,
    file,
    open_reader,
    put,
    read,
    ref,
    source,
    tmx,
    trans,
    unit,
    wmt,
    xliff,
)


@pytest.fixture(params=READERS)
def name(request):
    return request.param


def test_examples_hold():
    assert doctest.testmod(rows).attempted
    assert not doctest.testmod(rows).failed


def test_a_small_file_is_one_document(name, tmp_path):
    (text,) = read(open_reader(name), put(tmp_path, SMALL[name]), **EN_DE)
    assert text.source == ("Hi.",)
    assert list(text.references.values()) == [("Hallo.",)]


def test_gzip_and_standard_input_are_read(name, tmp_path, monkeypatch):
    expected = read(open_reader(name), put(tmp_path, SMALL[name]))
    packed = gzip.compress(SMALL[name].encode())
    assert read(open_reader(name), put(tmp_path, packed, "x")) == expected
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(packed))))
    assert read(open_reader(name), Path("-")) == expected


def test_the_encoding_that_the_file_names_is_used(name, tmp_path):
    text = SMALL[name].replace("Hallo", "Grüß")
    latin = '<?xml version="1.0" encoding="iso-8859-1"?>' + text
    for data in (latin.encode("latin-1"), text.encode("utf-16")):
        (found,) = read(open_reader(name), put(tmp_path, data))
        assert list(found.references.values()) == [("Grüß.",)]


def test_bytes_of_another_encoding_are_refused_with_their_line(name, tmp_path):
    path = put(tmp_path, b"\n" + SMALL[name].replace("Hallo", "Grüß").encode("latin-1"))
    with pytest.raises(InputError, match=r"x.xml:\d+: is no well-formed XML .*encoding"):
        read(open_reader(name), path)


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00\xff\x10binary", b"One line.\nAnother.\n", b"{}"],
    ids=["empty", "binary", "text", "JSON"],
)
def test_what_is_no_xml_is_refused(name, tmp_path, data):
    with pytest.raises(InputError, match=r"x.xml.*: is no well-formed XML"):
        read(open_reader(name), put(tmp_path, data))


@pytest.mark.parametrize("part", [0.3, 0.6, 0.95])
def test_a_truncated_file_is_refused(name, tmp_path, part):
    text = SMALL[name]
    with pytest.raises(InputError, match=r"x.xml:\d: is no well-formed XML .*complete"):
        read(open_reader(name), put(tmp_path, text[: int(len(text) * part)]))


def test_a_broken_gzip_file_is_refused(name, tmp_path):
    padded = f"{SMALL[name]}<!-- {' '.join(map(str, range(9999)))} -->"
    packed = gzip.compress(padded.encode())
    with pytest.raises(InputError, match="cannot be read to its end"):
        read(open_reader(name), put(tmp_path, packed[:-2000]))


def test_a_missing_file_is_named(name, tmp_path):
    with pytest.raises(InputError, match=r"gone.xml: cannot be opened"):
        read(open_reader(name), tmp_path / "gone.xml")


def test_another_kind_of_xml_is_refused_by_its_root(name, tmp_path):
    with pytest.raises(InputError, match=r"x.xml:1: begins with <html> where <.*--reader"):
        read(open_reader(name), put(tmp_path, "<html/>"))


def test_a_file_without_any_segment_is_refused(name, tmp_path):
    empty = {"wmt-xml": wmt(), "tmx": tmx(), "xliff": xliff(file())}
    with pytest.raises(InputError, match=r"x.xml: holds no"):
        read(open_reader(name), put(tmp_path, empty[name]))


NAMES = "abcdefghi"


GROWTH = "".join(
    '<!ENTITY {} "{}">'.format(name, f"&{before};" * 10) for before, name in pairwise(NAMES)
)


BOMB = f'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{GROWTH}]>'


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(BOMB, id="bomb"),
        pytest.param('<!DOCTYPE x [<!ENTITY i SYSTEM "file:///etc/hostname">]>', id="file"),
        pytest.param('<!DOCTYPE x [<!ENTITY i SYSTEM "http://127.0.0.1:9/x">]>', id="network"),
        pytest.param('<!DOCTYPE x [<!ENTITY % i SYSTEM "file:///nowhere"> %i;]>', id="parameter"),
    ],
)
def test_declared_entities_are_refused(name, tmp_path, head):
    text = head + SMALL[name].replace("Hallo", "&i;")
    with pytest.raises(InputError, match=r"x.xml.*(declares entities|no well-formed XML)"):
        read(open_reader(name), put(tmp_path, text))


def test_a_bomb_in_an_attribute_does_not_go_off(name, tmp_path):
    root = SMALL[name].partition(" ")[0]
    text = BOMB + SMALL[name].replace(root, f'{root} note="&i;"', 1)
    with pytest.raises(InputError, match=r"x.xml"):
        read(open_reader(name), put(tmp_path, text))


def test_an_entity_that_an_unread_dtd_may_declare_is_refused(name, tmp_path):
    text = '<!DOCTYPE x SYSTEM "x.dtd">' + SMALL[name].replace("Hallo", "&hello;")
    with pytest.raises(InputError, match=r"x.xml:\d: the entity &hello; is not expanded"):
        read(open_reader(name), put(tmp_path, text))


def test_a_dtd_is_never_loaded(name, tmp_path):
    (tmp_path / "x.dtd").write_text("this is no DTD", "utf-8")
    path = put(tmp_path, '<!DOCTYPE x SYSTEM "x.dtd">' + SMALL[name])
    assert len(read(open_reader(name), path)) == 1


def test_characters_and_line_ends_inside_a_segment(name, tmp_path):
    text = SMALL[name].replace("Hallo.", "\n   Tom &amp;\n  J&#228;rry &lt;3  <!-- no -->x\n")
    (found,) = read(open_reader(name), put(tmp_path, text))
    assert list(found.references.values()) == [("Tom & Järry <3  x",)]


def test_an_unknown_option_is_refused(name):
    with pytest.raises(UsageError, match="colour"):
        open_reader(name, colour=1)


def test_systems_stand_in_line_files(name, tmp_path):
    files = {"A": put(tmp_path, "Na.\n", "a"), "B": put(tmp_path, "Tag.\n", "b")}
    (found,) = read(open_reader(name), put(tmp_path, SMALL[name]), hypotheses=files)
    assert found.hypotheses == {"A": ("Na.",), "B": ("Tag.",)}


@pytest.mark.parametrize(
    ("lines", "message"),
    [("Na.\nDu.\n", r"a: hypothesis A: 2 lines for 1"), ("", "a: the file is empty")],
    ids=["longer", "empty"],
)
def test_a_system_of_another_length_is_refused(name, tmp_path, lines, message):
    files = {"A": put(tmp_path, lines, "a")}
    with pytest.raises(InputError, match=message):
        read(open_reader(name), put(tmp_path, SMALL[name]), hypotheses=files)


def test_a_shorter_system_is_refused_where_it_ends(name, tmp_path):
    big = {
        "wmt-xml": wmt(doc(source("a", "b"), ref("c", "d"))),
        "tmx": tmx(unit(), unit()),
        "xliff": xliff(file(trans(), trans())),
    }
    files = {"A": put(tmp_path, "Na.\n", "a")}
    with pytest.raises(LineCountError, match="hypothesis A: ends after 1 line, before") as caught:
        read(open_reader(name), put(tmp_path, big[name]), hypotheses=files)
    assert caught.value.exit_code == 17


def test_a_system_that_is_the_reference_is_noted(name, tmp_path):
    reader = open_reader(name)
    copy = put(tmp_path, "Hallo.\n", "copy")
    read(reader, put(tmp_path, SMALL[name]), hypotheses={"A": copy})
    (note,) = reader.notes()
    assert note.startswith(f"{copy}: A is identical to ref")


def test_a_file_of_another_language_is_refused(name, tmp_path):
    with pytest.raises(InputError, match=r"x\.xml.*--set reader\."):
        read(
            open_reader(name),
            put(tmp_path, SMALL[name]),
            source_language="en",
            target_language="fr",
        )


def test_a_code_can_be_named_as_the_file_has_it(name, tmp_path):
    odd = put(tmp_path, SMALL[name].replace('"de"', '"ger"').replace('"en"', '"eng"'))
    (found,) = read(open_reader(name, source="eng", target="ger"), odd, **EN_DE)
    assert list(found.references.values()) == [("Hallo.",)]


@pytest.mark.parametrize("name", ["wmt-xml", "xliff"])
def test_files_with_documents_of_their_own_refuse_ids(name, tmp_path):
    ids = put(tmp_path, "a\n", "ids")
    with pytest.raises(UsageError, match="--docids"):
        read(open_reader(name), put(tmp_path, SMALL[name]), docids=ids)
