"""Themes for the terminal."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

import typer

from discotag.plugin import count_noun
from discotag.plugin.commands import print_table
from discotag.plugin.pages import page_policy, page_templates
from discotag_cxmi.contrast.tables import signed
from discotag_cxmi.themes.run import COMMAND, examples, notes_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Interval
    from discotag_cxmi.measure.text import Unit
    from discotag_cxmi.themes.figures import Mean, TagMean, Themes, TopWord
    from discotag_cxmi.themes.run import Languages


ABSENT = "–"
HEADER = ("words", "documents", "mean P-CXMI")


def print_themes(themes: Themes, unit: Unit, *, top: int) -> None:
    """Print the tables, the first so many rows of each, then single words with their context."""
    print_table(
        ("", *HEADER),
        [_row(themes.overall, unit), *(_row(mean, unit) for mean in themes.upos)],
        title=f"Context size {themes.size}, mean P-CXMI in {unit.name}",
        numeric=True,
    )
    for title, means in (("Finer kinds", themes.kinds), ("Forms", themes.vocabulary)):
        if means:
            typer.echo()
            shown = f"the {top} largest of {len(means)}" if len(means) > top else "all"
            rows = [_row(mean, unit) for mean in means[:top]]
            print_table(("", *HEADER), rows, title=f"{title}, {shown}", numeric=True)
    if themes.tags is not None:
        typer.echo()
        _print_tags(themes.tags, unit)
    _print_words("Single words", themes.top[:top], unit)
    if themes.untagged is not None:
        _print_words("Single words without any tag", themes.untagged[:top], unit)
    typer.echo()
    for note in notes_on(themes):
        typer.echo(note)


def _row(mean: Mean, unit: Unit) -> tuple[str, ...]:
    value = with_interval(mean.mean, mean.interval, unit)
    return mean.name, str(mean.count), str(mean.documents), value


def _print_tags(tags: Sequence[TagMean], unit: Unit) -> None:
    rows = [
        (
            item.phenomenon if item.label is None else f"  {item.label}",
            str(item.tagged.count),
            with_interval(item.tagged.mean, item.tagged.interval, unit),
            ABSENT
            if item.others is None
            else with_interval(item.others.mean, item.others.interval, unit),
            ABSENT
            if item.difference is None
            else with_interval(item.difference, item.interval, unit),
        )
        for item in tags
    ]
    header = ("", "tagged", "their mean", "mean of the others", "difference")
    print_table(header, rows or [(ABSENT,) * 5], title="Tagged words", numeric=True)


def _print_words(title: str, words: Sequence[TopWord], unit: Unit) -> None:
    typer.echo(f"\n{title} that gain most")
    for found in words:
        word, segment = found.word, found.segment
        about = ", ".join(
            filter(None, (word.upos, *(f"{name}={label}" for name, label in word.tags or ())))
        )
        typer.echo(
            f"\n{unit.value(word.gain, 3)}  {word.form}{f' ({about})' if about else ''}"
            f"  {segment.place(word)}"
        )
        for line in segment.earlier:
            typer.echo(f"        {line.source}  ⇒  {line.target}")
        target = f"{segment.target[: word.start]}[{word.form}]{segment.target[word.end :]}"
        typer.echo(f"      > {segment.source}  ⇒  {target}")


def with_interval(value: float, interval: Interval | None, unit: Unit) -> str:
    """Format a mean with its interval, where it has one."""
    if interval is None:
        return unit.value(value)
    return f"{unit.value(value)} [{unit.value(interval.low)}, {unit.value(interval.high)}]"


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
