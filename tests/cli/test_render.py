"""Tables in a terminal that is too narrow for them."""

from __future__ import annotations

import pytest
from rich.console import Console

from discotag.cli import tables

HEADER = ("phenomenon", "system", "difference", "interval", "documents")
ROWS = [("formality", "A", "+0.100", "[+0.050, +0.150]", 12), ("pronouns", "B", "–", "[–]", 0)]


@pytest.fixture
def shown(monkeypatch, capsys):
    """Print a table into a terminal of a width, and give its lines."""

    def show(header, rows, width, **options):
        def console(**settings):
            return Console(force_terminal=True, color_system=None, **{"width": width, **settings})

        monkeypatch.setattr(tables, "Console", console)
        tables.print_table(header, rows, **options)
        return [line.rstrip() for line in capsys.readouterr().out.splitlines()]

    return show


def test_a_table_that_fits_is_one_block(shown):
    lines = shown(HEADER, ROWS, 80, numeric=True, names=2)
    assert len(lines) == 3
    assert lines[0].split() == list(HEADER)


def test_a_wide_table_is_parted_between_columns_and_names_come_again(shown):
    lines = shown(HEADER, ROWS, 40, numeric=True, names=2)
    heads = [line.split() for line in lines if line.startswith("phenomenon")]
    assert heads == [
        ["phenomenon", "system", "difference"],
        ["phenomenon", "system", "interval"],
        ["phenomenon", "system", "documents"],
    ]
    assert max(map(len, lines)) <= 40
    assert "pronouns    B               0" in lines


def test_a_table_with_long_texts_is_folded(shown):
    rows = [("core-readers", "one, two, three, four, five, six, seven")]
    assert shown(("plugin", "declares"), rows, 30) == [
        "plugin        declares",
        "core-readers  one, two, three,",
        "              four, five, six,",
        "              seven",
    ]


def test_a_table_without_rows_shows_its_header(shown):
    assert shown(("a", "b"), [], 80) == ["a  b"]
