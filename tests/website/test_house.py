"""docs/design.md shows the house and docs/install.md the packages; `make docs` writes both."""

from __future__ import annotations

import re

import pytest

from website.generated import house, packages

ROW = re.compile(r"^\| `([^`]+)` \| (.*) \| (?:[\d,]+|\d+ · [\d,]+)(?: \| .*)? \|$")


def without_sizes(text):
    """Return the rows of a drawing: names and ideas, without counts, which change every day."""
    return [(found[1], found[2]) for line in text.splitlines() if (found := ROW.match(line))]


def test_the_drawing_shows_the_rooms_and_modules_of_the_tree():
    page = house.PAGE.read_text(encoding="utf-8")
    drawn = page.partition(house.START)[2].partition(house.END)[0]
    assert without_sizes(drawn) == without_sizes(house.drawing()), "run make docs"


def test_every_room_and_module_says_its_idea():
    found = house.rooms()
    assert len(found) > 10
    nameless = [
        f"{room.name}/{module.name}" for room in found for module in room.modules if not module.idea
    ]
    assert nameless == []


def test_a_page_without_markers_is_refused():
    with pytest.raises(ValueError, match="lacks the marker"):
        house.filled("# Design\n")


def test_the_table_of_packages_is_that_of_the_list():
    page = packages.PAGE.read_text(encoding="utf-8")
    assert page == packages.filled(page), "run make docs"
