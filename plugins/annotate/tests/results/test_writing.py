"""Figures are written with their intervals, and what is undefined is no zero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag_annotate.agreement import Agreement
from discotag_annotate.results.tables import Share, Table, answer_table, data, markdown, written

if TYPE_CHECKING:
    from discotag_annotate.study import Study


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (Share(0, 0), "–"),
        (Share(0, 10), "0.0 % [0.0, 27.8] 0/10"),
        (Agreement(None, None, 0, 1), "–"),
        (Agreement(-0.001, None, 3, 2), "0.00"),
        (Agreement(0.5, 0.1, 20, 2), "0.50 [0.29, 0.71]"),
        (0.0, "0.0"),
        (0, "0"),
        ("a", "a"),
    ],
)
def test_a_cell_is_written(value: Any, text: str) -> None:
    assert written(value) == text


def test_markdown_keeps_bars_in_cells() -> None:
    table = Table("T", ("a|b",), (("x\ny",),), "Note.")
    assert markdown([table]) == "## T\n\n| a\\|b |\n|---|\n| x y |\n\nNote.\n"


def test_json_tells_shares_and_agreement_with_their_parts() -> None:
    rows = ((Share(1, 2), Share(0, 0), Agreement(0.5, None, 3, 2), None),)
    (table,) = data([], [Table("T", ("a", "b", "c", "d"), rows)])["tables"]
    share, nothing, agreement, absent = table["rows"][0]
    assert (share["part"], share["total"], share["share"]) == (1, 2, 0.5)
    assert nothing == {"part": 0, "total": 0, "share": None, "interval": None}
    assert agreement == {"value": 0.5, "interval": None, "items": 3, "raters": 2}
    assert absent is None


def test_what_people_write_is_no_formula(span_study: Study, answered: Any) -> None:
    item = span_study.items[0].id
    said = {"translatable": "no", "reasons": ["other"], "other": "=HYPERLINK(1)"}
    found = answered(span_study, {"@anna": {"about": {"language": "fr"}, item: said}})
    rows = [line.split("\t") for line in answer_table([found]).splitlines()]
    cells = {row[-2]: (row[5], row[-1]) for row in rows[1:]}
    assert cells["other"] == ("'@anna", "'=HYPERLINK(1)")
    assert cells["reasons"] == ("'@anna", "other")
