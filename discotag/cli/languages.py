"""`discotag languages`: which language has which phenomenon, and why not where it has not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli.options import Json, Without
from discotag.cli.session import open_registry, warn_of_broken_plugins

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.pipeline.language_support import LanguageSupport

QUALITIES = {"analysis": "UPOS", "alignment": "link F1", "formality": "formality F1"}
PROPERTIES = (
    "family",
    "word order",
    "politeness",
    "gendered pronouns",
    "gender assignment",
    "pro drop",
)
ABSENT = "–"


def languages(
    *,
    source_language: Annotated[
        str, typer.Option("--source-lang", "-s", help="Show support for pairs from this language.")
    ] = "en",
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables.")] = False,
    without: Without = None,
) -> None:
    """Show every language that one can translate into: phenomena, quality, properties.

    "no table" can be cured, "not applicable" has a linguistic reason; neither is zero. The quality
    of analysis, alignment and formality is a class (A, B, C) and the figure it stands for; "–" is
    what nobody could measure. `--json` gives the sources of all that.
    """
    from discotag.cli.render import print_table
    from discotag.pipeline.language_support import language_matrix

    registry = open_registry(tuple(without or ()))
    warn_of_broken_plugins(registry)
    source = registry.language(source_language).info
    matrix = language_matrix(registry, source)
    if as_json:
        rows = [row.describe() for row in matrix]
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    show = _print_markdown if markdown else print_table
    phenomena = registry.phenomena()
    show(
        ("language", *phenomena, *QUALITIES.values()),
        [
            (_named(row), *(str(item.state) for item in row.phenomena), *_quality(row))
            for row in matrix
        ],
    )
    typer.echo()
    show(
        ("language", *PROPERTIES),
        [(_named(row), *(_property(row, name) for name in PROPERTIES)) for row in matrix],
    )
    if markdown:
        return
    typer.echo()
    for row in matrix:
        for item in row.phenomena:
            if item.reason:
                typer.echo(f"{row.pack.code} {item.phenomenon}: {item.state}: {item.reason}")


def _named(row: LanguageSupport) -> str:
    return f"{row.pack.code} {row.pack.name}"


def _quality(row: LanguageSupport) -> Iterator[str]:
    from discotag.pipeline.language_support import quality_class

    for part in QUALITIES:
        figure = row.pack.quality.get(part)
        yield f"{quality_class(part, figure.value)} {figure.value:.1f}" if figure else ABSENT


def _property(row: LanguageSupport, name: str) -> str:
    item = row.pack.properties.get(name.replace(" ", "_"))
    if item is None:
        return ABSENT
    return item.value if isinstance(item.value, str) else ", ".join(item.value)


def _print_markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    for cells in (header, ["---"] * len(header), *rows):
        typer.echo(f"| {' | '.join(cells)} |")
