"""XML is read element by element, and what was read is let go."""

from __future__ import annotations

import re
from time import process_time

import pytest
from hypothesis import given
from hypothesis.strategies import text

from discotag.core.errors import InputError
from discotag.files.xml import _on_one_line, attribute, elements, line_of, text_of


def put(folder, text):
    path = folder / "x.xml"
    path.write_text(text, "utf-8")
    return path


def test_elements_are_freed_as_one_goes_on(tmp_path):
    path = put(tmp_path, f"<r><b>{'<p><s>x</s></p>' * 50}</b></r>")
    before = [
        [len(other) for other in element.itersiblings(preceding=True)]
        for _, element in elements(path, "p", roots="r")
    ]
    assert before == [[]] + [[0]] * 49


def test_elements_come_as_they_end_whatever_their_namespace(tmp_path):
    path = put(tmp_path, '<r xmlns="urn:a">\n<f n="1">\n<u/><u/></f>\n<x><u/></x></r>')
    found = [(name, line_of(element)) for name, element in elements(path, ("f", "u"), roots="r")]
    assert found == [("u", 3), ("u", 3), ("f", 2), ("u", 4)]


def test_an_attribute_is_found_whatever_its_namespace(tmp_path):
    path = put(tmp_path, '<r><u xml:lang=" en " id=""/></r>')
    for _, unit in elements(path, "u", roots="r"):
        assert attribute(unit, "nothing", "lang") == "en"
        assert attribute(unit, "id") == ""
        assert attribute(unit, "nothing") is None


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (" a  b\t", " a  b\t"),
        ("a \r\n\n   b", "a b"),
        ("\n  a\n", "a"),
        ("a<c>-</c>b<d>c<c>-</c>d</d>e", "abcde"),
        ("<!-- x -->a<?pi y?>b", "ab"),
        ("<![CDATA[a < b]]>", "a < b"),
        ("", ""),
    ],
    ids=["spaces", "line ends", "laid out", "without", "comments", "CDATA", "empty"],
)
def test_text_is_on_one_line_and_otherwise_untouched(tmp_path, inner, text):
    path = put(tmp_path, f"<r><u>{inner}</u></r>")
    for _, unit in elements(path, "u", roots="r"):
        assert text_of(unit, path, without=("c",)) == text


def test_depth_is_limited(tmp_path):
    path = put(tmp_path, "<r>" + "<u>" * 5000 + "</u>" * 5000 + "</r>")
    with pytest.raises(InputError, match="is no well-formed XML"):
        list(elements(path, "u", roots="r"))


@pytest.mark.parametrize("sign", [" ", "\t", "\r", "\n", " \n", "\r \n", "\n\r", "a \n"])
def test_a_text_is_laid_out_in_linear_time(tmp_path, sign):
    path = put(tmp_path, "<r><u/></r>")
    for _, unit in elements(path, "u", roots="r"):
        unit.text = "a\nb" + sign * (100_000 // len(sign)) + "c"
        begin = process_time()
        assert text_of(unit, path).startswith("a b")
        assert process_time() - begin < 1


@given(text(alphabet=" \t\r\n\x0b\xa0ab"))
def test_a_line_end_and_the_white_space_around_it_are_one_space(given_text):
    for laid_out in (f"{given_text}\n", f"a\n{given_text}", f"{given_text}\n{given_text}"):
        assert _on_one_line(laid_out) == re.sub(r"[ \t]*\r?\n\s*", " ", laid_out).strip()
