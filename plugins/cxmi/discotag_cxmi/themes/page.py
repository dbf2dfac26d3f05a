"""Themes as one page of HTML that needs nothing else: no network, no script."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from discotag.plugin import count_noun
from discotag.plugin.pages import page_policy, page_templates
from discotag_cxmi.contrast.tables import signed
from discotag_cxmi.themes.data import examples
from discotag_cxmi.themes.notes import COMMAND, notes_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Interval
    from discotag_cxmi.themes.data import Languages
    from discotag_cxmi.themes.figures import Themes

ABSENT = "–"
ROWS = 60
"""Rows of a table; the JSON has all."""
WIDTH = 220
"""Pixels of a bar's room."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a value stands in a bar's room."""

    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[tuple[float, Interval | None]]) -> Scale:
        """Return a scale that holds zero, all values and all intervals."""
        ends = [0.0]
        for value, interval in values:
            ends += [value] if interval is None else [value, interval.low, interval.high]
        low, high = min(ends), max(ends)
        return cls(low, high if high > low else low + 1)

    def at(self, value: float) -> float:
        """Return the place of a value in pixels."""
        return round((value - self.low) / (self.high - self.low) * WIDTH, 1)


def page(themes: Themes, languages: Languages = (None, None)) -> Iterator[str]:
    """Yield the page piece by piece; all text from files is escaped."""
    from markupsafe import Markup

    style = (files("discotag_cxmi.themes") / "web" / "page.css").read_text(encoding="utf-8")
    skeleton = json.dumps(examples(themes, languages), ensure_ascii=False, indent=2)
    tables = [
        ("upos", "Parts of speech", (themes.overall, *themes.upos) if themes.upos else ()),
        ("kinds", "Finer kinds", themes.kinds),
        ("forms", "Forms", themes.vocabulary),
    ]
    yield from (
        page_templates("discotag_cxmi.themes", number=number, amount=count_noun)
        .get_template("page.html.j2")
        .generate(
            themes=themes,
            source=languages[0],
            target=languages[1],
            policy=page_policy(style),
            style=Markup(style),
            tables=[
                (name, title, means, Scale.of([(mean.mean, mean.interval) for mean in means]))
                for name, title, means in tables
                if means
            ],
            tag_scale=Scale.of(
                [
                    (item.difference, item.interval)
                    for item in themes.tags or ()
                    if item.difference is not None
                ]
            ),
            words=[
                ("words", "Single words that gain most", themes.top),
                ("untagged", "Single words without any tag that gain most", themes.untagged),
            ],
            notes=notes_on(themes),
            rows=ROWS,
            width=WIDTH,
            absent=ABSENT,
            skeleton=skeleton,
            command=COMMAND,
        )
    )


def number(value: float) -> str:
    """Format a number of nats with its sign."""
    return signed(value, 4)
