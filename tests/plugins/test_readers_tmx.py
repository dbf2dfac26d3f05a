"""TMX: units, varieties of languages, markup, and faults."""

from __future__ import annotations

import pytest

from discotag.core.errors import InputError, LineCountError

from .xml_files import EN_DE, open_reader, put, read, tmx, unit


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
