"""Edits of files: what is asked for is replaced, every other byte stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discotag.core.interfaces import CorpusRequest, TextEdit
from discotag.plugins.readers.lines import LinesReader
from discotag.plugins.readers.xliff import XliffReader

NEW = (
    '<?xml version="1.0" encoding="utf-8"?>\r\n'
    '<xliff version="1.2"><!-- a <target>App store</target> -->\n'
    '<file original="app" source-language="en" target-language="fr"><body>\n'
    '<trans-unit\n  id="a"\n  resname="x>y"><source>The App Store &amp; more</source>\n'
    "  <target state='final'>L’App store &#38;\r\n     plus <g id='1'>d’App store</g></target>\n"
    "<note>discotag: ignore DT203 a brand</note><note>two</note></trans-unit>\n"
    '<trans-unit id="b"><source>App</source><target>'
    '<![CDATA[App store]]> <ph>App store</ph></target>'
    "<alt-trans><target>App store</target></alt-trans></trans-unit></body></file>\n"
    '<file original="two" source-language="en" target-language="fr"><body>\n'
    '<trans-unit id="b"><source>App</source><target>App store </target></trans-unit>'
    "</body></file></xliff>"
)  # fmt: skip


def rows(path, kind=XliffReader):
    reader = kind.create({})
    request = CorpusRequest(path, {} if kind is XliffReader else {"t": path})
    for text in reader.read(request):
        (target,) = text.references.values()
        units = text.units or [None] * len(target)
        yield from zip(units, text.lines, target, strict=True)


def edit(row, old, new, *, last=False):
    unit, line, text = row
    start = text.rindex(old) if last else text.index(old)
    return TextEdit(unit, line, text, start, start + len(old), new)


@pytest.fixture
def xliff(tmp_path):
    path = tmp_path / "a.xlf"
    path.write_bytes(NEW.encode())
    return path


def test_words_of_targets_are_replaced_and_all_else_stays(xliff):
    first, second, third = rows(xliff)
    assert first[2] == "L’App store & plus d’App store"
    done = XliffReader.create({}).edited(
        xliff,
        [
            edit(third, "App store", "<App> & Store"),
            edit(first, "App store", "App Store"),
            edit(first, "App store", "App Store", last=True),
            edit(second, "App store", "App Store"),
        ],
    )
    wanted = (
        NEW.replace("L’App store", "L’App Store")
        .replace("d’App store", "d’App Store")
        .replace("[CDATA[App store", "[CDATA[App Store")
        .replace("<target>App store </target>", "<target>&lt;App&gt; &amp; Store </target>")
    )
    assert done == wanted.encode()


def test_a_line_end_of_the_layout_can_be_replaced_with_the_words_around_it(xliff):
    first, *_ = rows(xliff)
    done = XliffReader.create({}).edited(xliff, [edit(first, "& plus", "et plus")])
    assert done == NEW.replace("&#38;\r\n", "et\r\n").encode()
    done = XliffReader.create({}).edited(xliff, [edit(first, "store & plus", "store")])
    assert b"App store <g" in done


def test_what_cannot_be_edited_is_told(xliff, tmp_path):
    first, *_ = rows(xliff)
    reader = XliffReader.create({})
    with pytest.raises(ValueError, match="markup stands within"):
        reader.edited(xliff, [edit(first, "plus d’", "et ")])
    with pytest.raises(ValueError, match="unit a: the text 'other' is not there"):
        reader.edited(xliff, [TextEdit("a", 1, "other", 0, 1, "x")])
    overlapping = [edit(first, "App", "Foo"), edit(first, "pp s", "x")]
    with pytest.raises(ValueError, match="overlap"):
        reader.edited(xliff, overlapping)
    other = tmp_path / "latin.xlf"
    other.write_bytes(NEW.replace("utf-8", "latin-1").replace("’", "'").encode("latin-1"))
    with pytest.raises(ValueError, match="only files in UTF-8 can be edited; this one is in latin"):
        reader.edited(other, [])


def test_an_edit_must_lie_in_its_text():
    with pytest.raises(ValueError, match="lies outside 'ab'"):
        TextEdit(None, 1, "ab", 1, 3, "")
    found = TextEdit(None, 1, "abc", 1, 2, "XX")
    assert (found.replaced, found.edited) == ("b", "aXXc")


def test_lines_are_edited_where_they_stand(tmp_path):
    path = tmp_path / "a.fr"
    data = "\ufeffL’App store.\r\nÉté\n\nApp store".encode()
    path.write_bytes(data)
    read = list(rows(path, LinesReader))
    edits = [edit(read[0], "App store", "App Store"), edit(read[3], "store", "Store")]
    done = LinesReader.create({}).edited(path, edits)
    assert done == data.replace(b"store", b"Store")
    with pytest.raises(ValueError, match="line 2: the text 'x' is not there"):
        LinesReader.create({}).edited(path, [TextEdit(None, 2, "x", 0, 1, "y")])
    with pytest.raises(ValueError, match="cannot hold a line end"):
        LinesReader.create({}).edited(path, [edit(read[0], "App", "A\nB")])


TEXT = st.text(st.sampled_from("aé🙂 &<>'\"]\n\t;#x\u2028"), max_size=12)


@given(texts=st.lists(TEXT, min_size=1, max_size=4), data=st.data())
def test_any_edit_of_any_xliff_is_read_back_and_touches_nothing_else(texts, data, tmp_path_factory):
    from xml.sax.saxutils import escape

    path = Path(tmp_path_factory.getbasetemp()) / "drawn.xlf"
    units = "".join(
        f'<trans-unit id="{number}"><source>x</source><target>{escape(text)}</target></trans-unit>'
        for number, text in enumerate(texts)
    )
    before = (
        '<xliff><file original="a" source-language="en" target-language="fr"><body>'
        f"{units}</body></file></xliff>"
    ).encode()
    path.write_bytes(before)
    read = list(rows(path))
    reader = XliffReader.create({})
    assert reader.edited(path, []) == before
    chosen = data.draw(st.sampled_from(read))
    start = data.draw(st.integers(0, len(chosen[2])))
    end = data.draw(st.integers(start, len(chosen[2])))
    made = TextEdit(*chosen, start, end, data.draw(st.text("aß&<>\"'", min_size=1, max_size=4)))
    if not chosen[2]:
        return
    path.write_bytes(reader.edited(path, [made]))
    again = list(rows(path))
    expected = [(made.edited if row == chosen else row[2]) for row in read]
    # with its last line end a text may keep the white space that was cut off as layout
    assert [row[2].strip() for row in again] == [text.strip() for text in expected]


@pytest.mark.parametrize("kind", [XliffReader, LinesReader])
def test_what_has_no_end_is_not_edited(tmp_path, kind):
    link = tmp_path / "text"
    link.symlink_to("/dev/zero")
    with pytest.raises(ValueError, match="only regular files"):
        kind.create({}).edited(link, [])
