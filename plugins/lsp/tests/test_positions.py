"""Words are found where they stand, in the units in which the editor counts."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from lsprotocol.types import Position, PositionEncodingKind
from pygls.workspace import PositionCodec

from discotag_lsp.positions import FileText, stretch


@dataclass
class Word:
    """A word of a unit, as a finding tells it."""

    text: str
    start: int
    end: int
    line: int | None = None
    column: int | None = None


def text(content: str, encoding: PositionEncodingKind = PositionEncodingKind.Utf16) -> FileText:
    return FileText(content, PositionCodec(encoding))


@pytest.mark.parametrize(
    ("encoding", "character"),
    [
        (PositionEncodingKind.Utf16, 6),
        (PositionEncodingKind.Utf32, 5),
        (PositionEncodingKind.Utf8, 11),
    ],
)
def test_characters_are_counted_in_the_units_that_were_agreed_on(
    encoding: PositionEncodingKind, character: int
) -> None:
    file = text("x\n🎉 日é b", encoding)
    offset = file.text.index("b")
    assert file.position(offset) == Position(1, character)
    assert file.offset(Position(1, character)) == offset


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_where_the_protocol_says(end: str) -> None:
    file = text(f"a\u2028b\x0bc{end}d")
    assert file.position(file.text.index("c")) == Position(0, 4)
    assert file.position(file.text.index("d")) == Position(1, 0)
    assert file.line_of(0) == "a\u2028b\x0bc"


def test_a_position_behind_a_line_or_the_file_is_its_end() -> None:
    file = text("ab\r\ncd")
    assert file.offset(Position(0, 99)) == 2
    assert file.offset(Position(9, 0)) == 6
    assert file.offset(Position(1, 1)) == 5


def test_half_of_a_pair_of_units_belongs_to_its_character() -> None:
    assert text("🎉x").offset(Position(0, 1)) == 1


def test_a_line_is_shown_without_the_space_around_its_text() -> None:
    file = text("a\n  bc  \n\n")
    assert file.line_range(2) == file.range(4, 6)
    assert file.line_range(3) == file.range(9, 9)
    assert file.line_range(99).start == file.position(len(file.text))


@pytest.mark.parametrize(
    ("content", "word", "found"),
    [
        ("Tu dors.\nVotre café.\n", Word("Votre café.", 0, 5, 2, 1), "Votre"),
        ("\r\nVotre café.\r\n", Word("Votre café.", 6, 10, 2, 7), "café"),
        ('{"a": "Votre café.",\n "b": "Votre café."}', Word("Votre café.", 0, 5, 2), "Votre"),
        ('{"a": "\\"Toi\\" et\\nvous"}', Word('"Toi" et\nvous', 9, 13, 1), "vous"),
        ('{"a": "\\u00c9t\\u00e9 et vous"}', Word("Été et vous", 0, 3, 1), "\\u00c9t\\u00e9"),
        ("<t>A &amp; B &lt; vous</t>", Word("A & B < vous", 8, 12, 1), "vous"),
        ('<t v="A &amp; &quot;vous&quot;"/>', Word('A & "vous"', 5, 9, 1), "vous"),
        ('<string>C\\\'est \\"vous\\"</string>', Word('C\'est "vous"', 7, 11, 1), "vous"),
        ('a,"Dites ""vous"""', Word('Dites "vous"', 7, 11, 1), "vous"),
        ('msgstr ""\n"Dites "\n"vous"\n', Word("Dites vous", 6, 10, 1), "vous"),
    ],
    ids=[
        "column",
        "crlf",
        "line",
        "json",
        "ascii-json",
        "xml",
        "attribute",
        "android",
        "csv",
        "po",
    ],
)
def test_a_word_is_found_as_its_file_writes_it(content: str, word: Word, found: str) -> None:
    file = text(content)
    place = stretch(word, file)
    assert place is not None
    assert file.text[slice(*place)] == found


def test_the_unit_on_its_line_is_found_not_an_earlier_one() -> None:
    file = text("a = vous\nb = vous\n")
    assert stretch(Word("vous", 0, 4, 2), file) == (13, 17)


@pytest.mark.parametrize("word", [Word("absent", 0, 6, 1), Word("a", 0, 1, 99), Word("", 0, 0, 1)])
def test_what_is_not_there_is_not_found(word: Word) -> None:
    assert stretch(word, text("something else\n")) is None or not word.text
