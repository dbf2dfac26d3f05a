"""Text in another encoding gets the advice that fits; a stray NUL is text."""

from __future__ import annotations

import pytest

from discotag.core.errors import InputError
from discotag.files.text import Notes, lines_of

ENGLISH = "The committee met on Monday.\nIt was late.\n"
RUSSIAN = "Комитет собрался в понедельник.\nБыло поздно.\n"
FRENCH = "Le comité s'est réuni.\nÀ bientôt.\n"
CHINESE = "委员会星期一开会。\n已经很晚了。\n"


@pytest.mark.parametrize("text", [ENGLISH, RUSSIAN, FRENCH, CHINESE, FRENCH[:19]])
@pytest.mark.parametrize("encoding", ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_wide_characters_without_a_mark_are_named(tmp_path, text, encoding, last):
    path = tmp_path / "text"
    path.write_bytes((text.strip() + last).encode(encoding))
    with pytest.raises(InputError, match=rf"iconv -f {encoding} -t UTF-8"):
        list(lines_of(path, Notes()))


@pytest.mark.parametrize("encoding", ["UTF-16", "UTF-32"])
def test_a_mark_is_believed(tmp_path, encoding):
    path = tmp_path / "text"
    path.write_bytes(FRENCH.encode(encoding))
    with pytest.raises(InputError, match=rf"text:1: .*iconv -f {encoding} -t UTF-8"):
        list(lines_of(path, Notes()))


def test_other_bytes_are_taken_for_latin_letters(tmp_path):
    path = tmp_path / "text"
    path.write_bytes(FRENCH.encode("ISO-8859-1"))
    with pytest.raises(InputError, match=r"iconv -f ISO-8859-1 \(or what its encoding is\)"):
        list(lines_of(path, Notes()))


@pytest.mark.parametrize("line", ["a\0b", "\0", "\0\0\0", "one\0two\0three\0four\0five and so on"])
def test_a_stray_nul_is_text_with_a_note(tmp_path, line):
    path, notes = tmp_path / "text", Notes()
    path.write_text(f"{line}\n")
    assert list(lines_of(path, notes)) == [line]
    assert "NUL" in notes.texts()[0]
