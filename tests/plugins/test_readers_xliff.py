"""XLIFF 1.2 and 2: documents, units, states, and the address that a file wants."""

from __future__ import annotations

import pytest

from discotag.core.errors import InputError
from discotag.core.interfaces import CorpusRequest
from discotag.plugins.readers.xliff import XliffReader

from .xml_files import EN_DE, file, open_reader, put, read, trans, xliff


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


@pytest.mark.parametrize("state", ["new", "needs-translation", "needs-review-translation"])
def test_unfinished_translations_are_read_on_request_alone(tmp_path, state):
    path = tmp_path / "a.xlf"
    path.write_text(
        '<xliff version="1.2"><file source-language="en" target-language="fr" original="f"><body>'
        '<trans-unit id="1"><source>A</source><target state="translated">a</target></trans-unit>'
        f'<trans-unit id="2"><source>B</source><target state="{state}">b</target></trans-unit>'
        "</body></file></xliff>"
    )
    reader = XliffReader.create({})
    (text,) = reader.read(CorpusRequest(source=path))
    assert (text.units, text.is_app) == (("1",), True)
    assert reader.notes()[0].endswith(f"1 unit in other states left out ({state})")
    (text,) = XliffReader.create({"states": [state]}).read(CorpusRequest(source=path))
    assert text.units == ("2",)
