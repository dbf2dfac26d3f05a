"""`discotag profile`: how much of each phenomenon the texts of runs hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.runs.profiling import TextProfile

ABSENT = "–"


def profile(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders of runs (--out).")
    ],
    *,
    text: Annotated[
        str | None,
        typer.Option(
            "--text", help="Reference or system to look at; default: the first reference."
        ),
    ] = None,
    labels: options.Labels = False,
    by: Annotated[
        options.By | None,
        typer.Option(
            "--by",
            help="Count each domain (second column of --docids), document, or kind of voice (text,"
            " quotation, speaker, letter).",
        ),
    ] = None,
    verify: options.Verified = True,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Count tags by language: how many, per 1,000 words, and in how many segments.

    With elliptical source segments beside them. "–" was not looked for; a phenomenon that a
    language does not have says so. Example:

    discotag profile report-fr/ report-de/
    """
    from discotag.cli.session import open_registry
    from discotag.runs.profiling import read_parts, read_profiles, titled

    found = titled(
        read_profiles(folders, text, verify=verify)
        if by is None
        else read_parts(folders, by.value, text, registry=open_registry(), verify=verify)
    )
    for note in dict.fromkeys(note for item in found.values() for note in item.notes):
        typer.echo(f"note: {note}", err=True)
    if output is options.Format.JSON:
        data = [item.data() for item in found.values()]
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False))
        return
    _print(found)
    if labels:
        _print_labels(found)


def _print(found: Mapping[str, TextProfile]) -> None:
    from discotag.cli.render import print_table

    phenomena = list(dict.fromkeys(name for item in found.values() for name in item.phenomena))

    def show(title: str, values: dict[str, dict[str, str]]) -> None:
        rows = [(name, *(of.get(name, ABSENT) for of in values.values())) for name in phenomena]
        print_table(("phenomenon", *values), rows, title=title, numeric=True)
        typer.echo()

    texts = found.values()
    sizes = [
        ("documents", *(item.documents for item in texts)),
        ("segments", *(item.segments for item in texts)),
        ("words", *(item.tokens for item in texts)),
        ("elliptical source segments", *(_percent(item.elliptical) for item in texts)),
    ]
    print_table(("text", *found), sizes, title="Texts", numeric=True)
    typer.echo()
    tags = {
        name: {
            key: item.states[key] if counts is None else str(counts.tags)
            for key, counts in item.phenomena.items()
        }
        for name, item in found.items()
    }
    show("Tags", tags)
    rates = {
        name: {key: _rate(item.per_thousand(key)) for key in item.phenomena}
        for name, item in found.items()
    }
    show("Tags per 1,000 words", rates)
    shares = {
        name: {key: _percent(item.share(key)) for key in item.phenomena}
        for name, item in found.items()
    }
    show("Segments with a tag", shares)


def _print_labels(found: Mapping[str, TextProfile]) -> None:
    from discotag.cli.render import print_table

    for name, item in found.items():
        rows = [
            (phenomenon, label, count)
            for phenomenon, counts in item.phenomena.items()
            if counts is not None and counts.labels is not None
            for label, count in counts.labels.items()
        ]
        title = f"{name}: tags by label"
        print_table(("phenomenon", "label", "tags"), rows, title=title)
        typer.echo()


def _rate(value: float | None) -> str:
    return ABSENT if value is None else f"{value:.2f}"


def _percent(share: float | None) -> str:
    return ABSENT if share is None else f"{100 * share:.1f} %"
