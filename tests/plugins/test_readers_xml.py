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
from discotag.core.interfaces import CorpusRequest
from discotag.plugins.readers import languages
from discotag.plugins.readers.tmx import TmxReader
from discotag.plugins.readers.wmt_xml import WmtXmlReader
from discotag.plugins.readers.xliff import XliffReader

READERS = {"wmt-xml": WmtXmlReader, "tmx": TmxReader, "xliff": XliffReader}


def put(folder, text, name="x.xml"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def open_reader(name, **options):
    return READERS[name].create(options)


def read(reader, source, **request):
    return list(reader.read(CorpusRequest(source=source, **request)))


EN_DE = {"source_language": "en", "target_language": "de"}


def segs(*texts):
    return "<p>" + "".join(f'<seg id="{n}">{x}</seg>' for n, x in enumerate(texts, 1)) + "</p>"


def doc(*texts, name="d", **attributes):
    told = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<doc id="{name}"{told}>{"".join(texts)}</doc>'


def source(*texts, lang="en"):
    return f'<src lang="{lang}">{segs(*texts)}</src>'


def ref(*texts, lang="de", translator="A"):
    return f'<ref lang="{lang}" translator="{translator}">{segs(*texts)}</ref>'


def hyp(*texts, lang="de", system="S"):
    return f'<hyp system="{system}" lang="{lang}">{segs(*texts)}</hyp>'


def wmt(*docs):
    return f'<dataset id="t"><collection id="c">\n{chr(10).join(docs)}\n</collection></dataset>'


def unit(en="Hi.", de="Hallo.", more=""):
    return (
        f'<tu><tuv xml:lang="en"><seg>{en}</seg></tuv>'
        f'<tuv xml:lang="de"><seg>{de}</seg></tuv>{more}</tu>\n'
    )


def tmx(*units, srclang="en"):
    return f'<tmx version="1.4"><header srclang="{srclang}"/><body>{"".join(units)}</body></tmx>'


def xliff(*files):
    space = "urn:oasis:names:tc:xliff:document:1.2"
    return f'<xliff version="1.2" xmlns="{space}">{"".join(files)}</xliff>'


def file(*units, name="a", languages='source-language="en" target-language="de"'):
    return f'<file original="{name}" {languages}><body>{"".join(units)}</body></file>'


def trans(en="Hi.", de="Hallo.", more=""):
    return f"<trans-unit {more}><source>{en}</source><target>{de}</target></trans-unit>"


SMALL = {
    "wmt-xml": wmt(doc(source("Hi."), ref("Hallo."))),
    "tmx": tmx(unit()),
    "xliff": xliff(file(trans())),
}


@pytest.fixture(params=READERS)
def name(request):
    return request.param


def test_examples_hold():
    assert doctest.testmod(languages).attempted
    assert not doctest.testmod(languages).failed


# what every XML reader does


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


# WMT XML


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


# TMX


def test_tmx_units_are_segments_of_one_document(tmp_path):
    (found,) = read(open_reader("tmx"), put(tmp_path, tmx(unit(), unit("Bye.", "Ade."))), **EN_DE)
    assert found.id == "all"
    assert found.source == ("Hi.", "Bye.")
    assert found.references == {"ref": ("Hallo.", "Ade.")}


def test_tmx_ids_come_from_a_file(tmp_path):
    ids = put(tmp_path, "a\tnews\nb\tlaw\n", "ids")
    path = put(tmp_path, tmx(unit(), unit("Bye.", "Ade.")))
    first, second = read(open_reader("tmx"), path, docids=ids)
    assert [(d.id, d.domain) for d in (first, second)] == [("a", "news"), ("b", "law")]
    with pytest.raises(LineCountError, match="document ids: ends after 1 line"):
        read(open_reader("tmx"), path, docids=put(tmp_path, "a\n", "ids"))
    with pytest.raises(LineCountError, match="document ids: 3 lines for 2"):
        read(open_reader("tmx"), path, docids=put(tmp_path, "a\na\nb\n", "ids"))


def test_tmx_markup_is_no_text_but_what_it_wraps_is(tmp_path):
    marked = (
        'Click <bpt i="1">&lt;b></bpt><hi type="term">here</hi><ept i="1">&lt;/b></ept>'
        ' or <ph>&lt;img alt="<sub>a cat</sub>"></ph>there<it pos="begin">[</it>!'
    )
    (found,) = read(open_reader("tmx"), put(tmp_path, tmx(unit(en=marked))))
    assert found.source == ("Click here or there!",)


@pytest.mark.parametrize(
    ("file", "wanted", "code"),
    [
        ("de-DE", "de", "de"),
        ("de", "de-at", "de"),
        ("DE_AT", "de-at", "at"),
        ("deu-LU", "de", "deu"),
        ("pt-AO", "pt-pt", "ao"),
        ("zh-HK", "zh-tw", "hk"),
    ],
)
def test_tmx_varieties_stand_for_their_language(tmp_path, file, wanted, code):
    text = tmx(unit()).replace('"de"', f'"{file}"')
    reader = open_reader("tmx")
    assert read(reader, put(tmp_path, text), source_language="en", target_language=wanted), code


def test_tmx_with_two_varieties_needs_a_choice(tmp_path):
    other = '<tuv xml:lang="de-AT"><seg>Servus.</seg></tuv>'
    path = put(tmp_path, tmx(unit(more=other).replace('"de"', '"de-DE"')))
    with pytest.raises(InputError, match=r"x.xml:1: holds several target languages: de-AT, de-DE"):
        read(open_reader("tmx"), path, **EN_DE)
    (found,) = read(open_reader("tmx", target="de-AT"), path, **EN_DE)
    assert found.references == {"ref": ("Servus.",)}


def test_tmx_source_is_the_headers_where_the_pair_is_unknown(tmp_path):
    (found,) = read(open_reader("tmx"), put(tmp_path, tmx(unit(), srclang="de")))
    assert found.source == ("Hallo.",)
    with pytest.raises(InputError, match="several source languages: de, en"):
        read(open_reader("tmx"), put(tmp_path, tmx(unit(), srclang="*all*")))


def test_tmx_units_of_other_languages_are_left_out_with_a_note_or_refused(tmp_path):
    reader = open_reader("tmx")
    path = put(tmp_path, tmx(unit(), unit().replace('"de"', '"fr"')))
    (found,) = read(reader, path, **EN_DE)
    assert len(found.source) == 1
    assert "x.xml:2: a unit lacks one of the languages (it holds en, fr)" in reader.notes()[0]
    with pytest.raises(InputError, match="strict"):
        read(reader, path, **EN_DE, is_strict=True)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ('<tuv xml:lang="de"><seg>x</seg></tuv>', "a unit holds 'de' twice"),
        ("<tuv><seg>x</seg></tuv>", "a variant without xml:lang"),
    ],
)
def test_tmx_faults_name_their_line(tmp_path, more, message):
    with pytest.raises(InputError, match=rf"x.xml:1: .*{message}"):
        read(open_reader("tmx"), put(tmp_path, tmx(unit(more=more))), **EN_DE)


# XLIFF


def test_xliff_files_are_documents(tmp_path):
    path = put(tmp_path, xliff(file(trans(), trans("Bye.", "Ade.")), file(trans(), name="b")))
    first, second = read(open_reader("xliff"), path, **EN_DE)
    assert (first.id, second.id) == ("a", "b")
    assert first.source == ("Hi.", "Bye.")
    assert first.references == {"ref": ("Hallo.", "Ade.")}


def test_xliff_files_tell_the_address_that_they_want(tmp_path):
    formal = '<header><prop-group><prop prop-type="address"> formal </prop></prop-group></header>'
    asking = file(trans(), trans("Bye.", "Ade."), name="b").replace("<body>", f"{formal}<body>")
    path = put(tmp_path, xliff(file(trans()), asking, file(trans(), name="c")))
    found = read(open_reader("xliff"), path, **EN_DE)
    assert [(text.id, text.address) for text in found] == [("a", ""), ("b", "formal"), ("c", "")]


def test_xliff_2_tells_the_address_by_its_metadata(tmp_path):
    space = "urn:oasis:names:tc:xliff:document:2.0"
    meta = '<m:metaGroup><m:meta type="address">informal</m:meta></m:metaGroup>'
    text = (
        f'<xliff version="2.0" srcLang="en" trgLang="de" xmlns="{space}" xmlns:m="urn:m">'
        f'<file id="a"><m:metadata>{meta}</m:metadata><unit id="1"><segment>'
        "<source>Hi.</source><target>Hallo.</target></segment></unit></file></xliff>"
    )
    (found,) = read(open_reader("xliff"), put(tmp_path, text), **EN_DE)
    assert found.address == "informal"


def test_xliff_2_is_read_segment_by_segment(tmp_path):
    space = "urn:oasis:names:tc:xliff:document:2.0"
    text = (
        f'<xliff version="2.0" srcLang="en" trgLang="de" xmlns="{space}"'
        f' xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"><file id="f1"><group id="g">'
        '<unit id="u"><m:matches><m:match><source>no</source><target>no</target></m:match>'
        "</m:matches>"
        '<originalData><data id="d">&lt;b></data></originalData>'
        '<segment><source>A <pc id="1">big</pc> <ph id="2" dataRef="d"/>cat.</source>'
        '<target>Eine <mrk id="m" type="term">große</mrk> Katze.</target></segment>'
        "<ignorable><source> </source></ignorable>"
        "<segment><source>Hi.</source></segment></unit></group></file></xliff>"
    )
    reader = open_reader("xliff")
    (found,) = read(reader, put(tmp_path, text), **EN_DE)
    assert found.id == "f1"
    assert found.source == ("A big cat.", "Hi.")
    assert found.references == {"ref": ("Eine große Katze.", "")}
    assert "an empty segment in 'ref' faces text" in reader.notes()[0]


def test_xliff_takes_a_units_own_target_and_leaves_out_codes(tmp_path):
    marked = (
        'A <g id="1">big</g><x id="2"/> <bpt id="3">[b]</bpt>cat<ept id="3">[/b]</ept>'
        '<ph id="4">{0}</ph> <mrk mtype="term">sleeps</mrk>.'
    )
    other = "<alt-trans><source>no</source><target>no</target></alt-trans>"
    unit = trans(en=marked).replace("</trans-unit>", f"{other}</trans-unit>")
    (found,) = read(open_reader("xliff"), put(tmp_path, xliff(file(unit))))
    assert found.source == ("A big cat sleeps.",)
    assert found.references == {"ref": ("Hallo.",)}


def test_xliff_leaves_out_what_is_not_to_be_translated(tmp_path):
    kept = trans("b", more='translate="yes"')
    group = f'<group translate="no">{trans("a")}{kept}</group>'
    path = put(tmp_path, xliff(file(trans(more='translate="no"'), group, trans("c"))))
    (found,) = read(open_reader("xliff"), path)
    assert found.source == ("b", "c")


def test_xliff_files_of_other_languages_are_left_out_with_a_note(tmp_path):
    french = file(trans(), name="f", languages='source-language="en" target-language="fr-CA"')
    unknown = file(trans(), name="u", languages='source-language="en"')
    reader = open_reader("xliff")
    path = put(tmp_path, xliff(french, file(trans()), unknown))
    assert [found.id for found in read(reader, path, **EN_DE)] == ["a", "u"]
    assert "file 'f' holds no unit of the pair" in reader.notes()[0]


def test_xliff_from_another_source_is_refused(tmp_path):
    path = put(tmp_path, xliff(file(trans())))
    with pytest.raises(InputError, match=r"file 'a' is translated from 'en', not 'fr'"):
        read(open_reader("xliff"), path, source_language="fr", target_language="de")


@pytest.mark.parametrize("name", ["wmt-xml", "xliff"])
def test_files_with_documents_of_their_own_refuse_ids(name, tmp_path):
    ids = put(tmp_path, "a\n", "ids")
    with pytest.raises(UsageError, match="--docids"):
        read(open_reader(name), put(tmp_path, SMALL[name]), docids=ids)


@pytest.mark.parametrize(
    ("unit", "inner", "state"),
    [
        ('m:confirmed="1"', "", "x-confirmed"),
        ('m:confirmed="0"', "", "x-unconfirmed"),
        ('mq:status="ManuallyConfirmed"', "", "x-ManuallyConfirmed"),
        ("", '<sdl:seg-defs><sdl:seg id="1" conf="Translated"/></sdl:seg-defs>', "x-Translated"),
        (
            "",
            '<sdl:seg-defs><sdl:seg id="1" conf="Draft"/><sdl:seg id="2"/></sdl:seg-defs>',
            "x-mixed",
        ),
        ("", '<sdl:seg-defs><sdl:seg id="1"/></sdl:seg-defs>', "none"),
        ('approved="yes" m:confirmed="0"', "", "final"),
    ],
)
def test_states_of_translation_tools_choose_units(tmp_path, unit, inner, state):
    path = tmp_path / "a.xlf"
    path.write_text(
        '<xliff version="1.2" xmlns:sdl="s" xmlns:mq="q" xmlns:m="m"><file original="x"'
        ' source-language="en" target-language="fr"><body><trans-unit id="1"><source>Yes</source>'
        f'<target>Oui</target></trans-unit><trans-unit id="2" {unit}><source>Go!</source>'
        f"<target>Va !</target>{inner}</trans-unit></body></file></xliff>",
        "utf-8",
    )
    reader = XliffReader.create({"states": [state]})
    (text,) = reader.read(CorpusRequest(path))
    assert text.units[-1] == "2"
