"""A text's name is the name of its file of tags."""

from __future__ import annotations

import pytest

from discotag.core.text import count_noun, is_file_name, names_error, visible


@pytest.mark.parametrize("name", ["A", "Online-W", "système 1", "日本", "a.b", "x=y"])
def test_ordinary_names_will_do(name):
    assert is_file_name(name)


@pytest.mark.parametrize(
    "name",
    ["", " ", "a ", "../x", "a/b", "a\\b", ".hidden", "a\nb", "a\0", "\u202ea", "\ud800"],
    ids=repr,
)
def test_names_that_leave_the_folder_or_cannot_be_read_will_not(name):
    assert not is_file_name(name)


@pytest.mark.parametrize("name", ["x" * 201, "日" * 67], ids=["letters", "bytes"])
def test_a_name_leaves_room_for_the_ending_of_its_file(name):
    assert is_file_name(name[:-1])
    assert not is_file_name(name)
    assert "is too long for a file's name (at most 200 bytes)" in str(names_error([name]))


def test_two_texts_never_share_a_file_whatever_the_file_system():
    assert names_error(["ref", "A", "B"]) is None
    assert "'ref' and 'ref' name two texts" in str(names_error(["ref", "A", "ref"]))
    assert "would share a file" in str(names_error(["ref", "a", "A"]))


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0 documents"),
        (1, "1 document"),
        ("1", "1 document"),
        (2, "2 documents"),
        ("1–3", "1–3 documents"),
    ],
    ids=str,
)
def test_a_noun_is_in_the_plural_unless_it_is_one(count, told):
    assert count_noun(count, "document") == told


def test_controls_are_shown_one_for_one():
    text = "a\0\x1b[31m\x07\tb\x7f\x9b\u202ec\u2066\n"
    shown = visible(text)
    assert shown == "a␀␛[31m␇\tb␡��c�\n"
    assert len(shown) == len(text)
    assert visible("a\nb", is_line=True) == "a␊b"


def test_letters_signs_and_marks_stay():
    text = "Où ? – \u200fשלום\u200e 了 é \u200d\u00ad\u200b"
    assert visible(text) == text
