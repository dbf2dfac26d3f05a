"""A text's name is the name of its file of tags."""

from __future__ import annotations

import pytest

from discotag.core.text import fault_of, is_file_name


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
    assert "is too long for a file's name (at most 200 bytes)" in str(fault_of([name]))


def test_two_texts_never_share_a_file_whatever_the_file_system():
    assert fault_of(["ref", "A", "B"]) is None
    assert "'ref' and 'ref' name two texts" in str(fault_of(["ref", "A", "ref"]))
    assert "would share a file" in str(fault_of(["ref", "a", "A"]))
