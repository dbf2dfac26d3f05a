"""Files that hold both languages: gettext and tables."""

from __future__ import annotations

import polib
import pytest

from discotag.plugin import InputError
from discotag_localization.readers import CsvReader, PoReader, QtReader

PO = r"""# Head
msgid ""
msgstr ""
"Language: de\n"
"X-Source-Language: en\n"
"Content-Type: text/plain; charset=UTF-8\n"

#. A note
# of people
#: a.py:1
#, python-format
msgctxt "menu"
msgid "Open %(name)s"
msgstr ""
"Öffne "
"%(name)s\tund \"zu\""

#, fuzzy
#| msgid "Good"
msgid "Bad"
msgstr "Gut"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] "%d Dateien"

msgid "none"
msgstr ""
msgid "last"
msgstr "zuletzt"
#~ msgid "old"
#~ msgstr "alt"
"""


def test_po_has_contexts_plurals_comments_and_places(both):
    read = both("Po", ".po", PO)
    assert read.pairs() == [
        ("menu|Open %(name)s", "Open %(name)s", 'Öffne %(name)s und "zu"'),
        ("%d file[1]", "%d files", "%d Dateien"),
        ("last", "last", "zuletzt"),
    ]
    assert read.pairs(1) == [("%d file[0]", "%d file", "%d Datei")]
    assert read.text.comments[0] == "A note\nof people"
    assert [place[1:3] for place in read.text.places["ref"][0]][:2] == [(15, 2), (16, 2)]
    assert read.text.lines == (13, 24, 30)


def test_what_is_not_read_is_told(both):
    told = "\n".join(both("Po", ".po", PO).notes)
    assert "1 obsolete entry left out" in told
    assert "1 unit in state 'fuzzy' left out; --states translated,fuzzy reads them" in told
    assert "does not translate 1 unit, left out: 'none'" in told


def test_states_choose_units(both):
    assert both("Po", ".po", PO, states=["fuzzy"]).text.units == ("Bad",)
    assert "Bad" in both("Po", ".po", PO, states=["fuzzy", "translated"]).text.units
    assert both(
        "Po", ".po", PO, states=["fuzzy", "translated"], skip_states=["translated"]
    ).text.units == ("Bad",)


def test_po_is_read_as_polib_reads_it(both, tmp_path):
    read = both("Po", ".po", PO)
    known = polib.pofile(str(tmp_path / "texts.po"))
    wanted = [(entry.msgid, entry.msgstr.replace("\t", " ")) for entry in known
              if entry.translated() and not entry.msgid_plural and not entry.fuzzy]  # fmt: skip
    assert [(source, target) for unit, source, target in read.pairs() if "[" not in unit] == wanted


def test_languages_come_from_the_header_or_the_path(tmp_path):
    path = tmp_path / "de.po"
    path.write_text(PO, "utf-8")
    assert PoReader.create({}).languages(path) == (["en"], ["de"])
    other = tmp_path / "fr" / "LC_MESSAGES" / "x.po"
    other.parent.mkdir(parents=True)
    other.write_text('msgid "a"\nmsgstr "b"\n', "utf-8")
    assert PoReader.create({}).languages(other) == ((), ["fr"])


def test_a_header_may_name_another_encoding(tmp_path, edit):
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-1\\n"\n'
    text = head + '\nmsgid "a"\nmsgstr "é b"\n'
    data = text.encode("iso-8859-1")
    assert edit("Po", data, ("a", "é b"), words="b", new="ü") == data.replace(b" b", b" \xfc")


def test_an_entry_with_a_fault_is_named_and_the_rest_is_read(both):
    text = 'msgid "a"\nmsgstr "x\n\nmsgid "b"\nmsgstr "y"\n\nfoo\nmsgid "c"\nmsgstr "z"\n'
    text += '\nmsgid "d"\n\nmsgstr "e"\n'
    read = both("Po", ".po", text)
    assert read.pairs() == [("b", "b", "y")]
    (told,) = read.notes
    assert "texts.po:2: a string is not closed" in told
    assert told.endswith("(and 3 more like it)")


@pytest.mark.parametrize("text", ["hello\n", 'msgid "a"\nmsgstr ""\n', "\n"])
def test_no_translation_at_all_is_an_error(both, text):
    with pytest.raises(InputError, match=r"holds no (entry|translation)"):
        both("Po", ".po", text)


CSV = (
    'key,en,de,comment,state,file\r\na,"Hello, ""x""",Hallo,Of it,ok,one\r\n'
    'b,"Two\nlines","Zwei\nZeilen",,draft,one\r\nbad,row\r\nc,x,,,,two\r\nd,y,"z",,ok,two\r\n'
)


def test_csv_has_columns_by_name_and_language(both, tmp_path):
    read = both("Csv", ".csv", CSV)
    assert [text.id for text in read.documents] == ["one", "two"]
    assert read.pairs() == [("a", 'Hello, "x"', "Hallo"), ("b", "Two lines", "Zwei Zeilen")]
    assert read.text.comments == ("Of it", "")
    assert any(":6: a row has 2 cells, the first 6" in note for note in read.notes)
    assert CsvReader.create({}).languages(tmp_path / "texts.csv") == (["en"], ["de"])
    assert both("Csv", ".csv", CSV, states=["draft"]).text.units == ("b",)


def test_columns_can_be_chosen(both):
    text = "n;English;Deutsch;Latein\nx;a;b;c\n"
    with pytest.raises(InputError, match="no column of the source and the target; columns: n, Eng"):
        both("Csv", ".csv", text)
    read = both("Csv", ".csv", text, source="English", target="Latein", id="n")
    assert read.pairs() == [("x", "a", "c")]
    with pytest.raises(InputError, match="has no column 'X'"):
        both("Csv", ".csv", text, source="X")


def test_several_languages_must_be_chosen(both):
    with pytest.raises(InputError, match="several languages; columns: id, en, de, fr"):
        both("Csv", ".csv", "id,en,de,fr\na,b,c,d\n")
    assert both("Csv", ".csv", "id,en,de,fr\na,b,c,d\n", source="en", target="fr").pairs() == [
        ("a", "b", "d")
    ]


def test_a_quotation_mark_that_is_not_closed_is_told(both):
    read = both("Csv", ".csv", 'id,source,target\na,b,c\nd,"e,f\ng,h,i\n')
    assert read.pairs() == [("a", "b", "c")]
    assert "texts.csv:3: a row has 2 cells" in read.notes[0]


QT = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
  <name>MainWindow</name>
  <message><location filename="a.cpp" line="1"/><source>Open &quot;%1&quot;</source>
    <extracomment>A button</extracomment><translation>„%1“ öffnen</translation></message>
  <message numerus="yes"><source>%n file(s)</source><translation>
    <numerusform>%n Datei</numerusform><numerusform>%n Dateien</numerusform></translation></message>
  <message><source>Close</source><translation type="unfinished">Schliessen</translation></message>
  <message><source>New</source><translation type="unfinished"></translation></message>
  <message><source>Old</source><translation type="vanished">Alt</translation></message>
  <message id="again"><source>Again</source><translation>Nochmals</translation></message>
</context>
</TS>
"""


def test_qt_has_contexts_plurals_comments_and_states(both, tmp_path):
    read = both("Qt", ".ts", QT)
    assert read.pairs() == [
        ('MainWindow|Open "%1"', 'Open "%1"', "„%1“ öffnen"),
        ("MainWindow|%n file(s)[1]", "%n file(s)", "%n Dateien"),
        ("again", "Again", "Nochmals"),
    ]
    assert read.pairs(1) == [("MainWindow|%n file(s)[0]", "%n file(s)", "%n Datei")]
    assert read.text.comments[0] == "A button"
    notes = "\n".join(read.notes)
    assert "1 obsolete message left out" in notes
    assert "1 unit in state 'unfinished' left out" in notes
    assert both("Qt", ".ts", QT, states=["unfinished"]).text.units == ("MainWindow|Close",)
    assert QtReader.create({}).languages(tmp_path / "texts.ts") == (["en"], ["de_DE"])


def test_words_of_qt_are_replaced_and_all_else_stays(edit):
    place = "MainWindow|Close", "Schliessen"
    data = edit("Qt", QT, place, words="Schliessen", new="Schließen & fertig")
    assert data.decode() == QT.replace("Schliessen", "Schließen &amp; fertig")


def test_what_is_not_qt_is_an_error(both):
    with pytest.raises(InputError, match="is not a TS file of Qt"):
        both("Qt", ".ts", "export const a = 1;\n")
