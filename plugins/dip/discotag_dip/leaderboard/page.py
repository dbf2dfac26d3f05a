"""The leaderboard as one page of HTML that needs nothing else: no network, no script."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from discotag.plugin.pages import page_policy, page_templates
from discotag_dip.card import TITLES
from discotag_dip.results import MEASURES
from discotag_dip.text import interval_of, value_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_dip.leaderboard.collect import Board


def page(boards: Sequence[Board]) -> str:
    """Write the page; all names are escaped, and the same results give the same bytes."""
    from markupsafe import Markup

    style = (files("discotag_dip.leaderboard") / "web" / "page.css").read_text(encoding="utf-8")
    templates = page_templates(
        "discotag_dip.leaderboard", value_of=value_of, interval_of=interval_of
    )
    return templates.get_template("page.html.j2").render(
        boards=boards,
        titles=TITLES,
        measures=MEASURES,
        kinds=[
            sorted({kind for place in board.places for kind in place.result.kinds})
            for board in boards
        ],
        policy=page_policy(style),
        style=Markup(style),
    )
