"""`discotag cxmi themes`: what context is used for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import options
from discotag.plugin.commands import open_registry, writable_file
from discotag_cxmi.commands import Bits, Drawing, print_json

if TYPE_CHECKING:
    from discotag_cxmi.measure.texts import Analysis
    from discotag_cxmi.themes.figures import Themes

LAYERS = frozenset({"target.tokens", "target.pos", "target.morph"})


@dataclass(frozen=True)
class Tags:
    """The tags of the same target."""

    tags: Annotated[
        Path | None, typer.Option(help="Tags of the same target, from discotag tag (JSON Lines).")
    ] = None
    system: Annotated[str | None, typer.Option(help="Which text, if --tags holds several.")] = None
    verify: options.Verified = True


@options.panel("Languages")
@dataclass(frozen=True)
class Languages:
    """What analyses the target."""

    source_language: Annotated[
        str | None,
        typer.Option("--source-lang", "-s", help="Source language; default: as measured."),
    ] = None
    target_language: Annotated[
        str | None,
        typer.Option(
            "--target-lang",
            "-t",
            help="Target language, whose analyzer tells parts of speech; default: as measured.",
        ),
    ] = None
    analyzer: options.Analyzers = None
    settings: options.Settings = None


@options.panel("Output")
@dataclass(frozen=True)
class Outputs:
    """The files to write."""

    html: Annotated[Path | None, typer.Option(callback=writable_file, help="Write a page.")] = None
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", callback=writable_file, help="Write the results as JSON, too."),
    ] = None
    examples: Annotated[
        Path | None,
        typer.Option(
            callback=writable_file,
            help="Write the words found as examples of a new phenomenon (JSON).",
        ),
    ] = None


@options.grouped
def themes(
    scores: Annotated[
        Path,
        typer.Argument(
            metavar="SCORES", help="Folder of discotag cxmi measure, or its scores.jsonl."
        ),
    ],
    *,
    marks: Tags,
    size: Annotated[str | None, typer.Option(help="Context size; default: the largest.")] = None,
    text: Languages,
    least: Annotated[
        int, typer.Option("--min-count", min=1, help="Words that a kind or form must have.")
    ] = 5,
    top: Annotated[int, typer.Option(min=1, help="How many rows and single words are shown.")] = 20,
    files: Outputs,
    drawing: Drawing,
    bits: Bits = False,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Show what a model uses context for: mean P-CXMI by part of speech, form, tag and word.

    What gains without being tagged may be a phenomenon of its own. Example:

    discotag cxmi themes cxmi --tags tags.jsonl --html themes.html
    """
    from discotag.plugin.runs import unverified
    from discotag_cxmi.measure.tables import Unit
    from discotag_cxmi.themes.results import (
        data,
        languages_of,
        print_themes,
        read_themes,
        tags_by_document,
    )

    resampling = drawing.options()
    tagged = None
    if marks.tags is not None:
        tagged = tags_by_document(marks.tags, marks.system, verify=marks.verify)
        if not marks.verify:
            typer.echo(f"note: {unverified(marks.tags)}", err=True)
    languages = _languages(languages_of(scores), (text.source_language, text.target_language))
    found = read_themes(
        scores,
        size=size,
        analyse=_analysis(languages, text),
        tags=tagged,
        least=least,
        top=top,
        samples=resampling.samples,
        seed=resampling.seed,
    )
    if output is options.Format.JSON:
        print_json(data(found))
    else:
        print_themes(found, Unit(is_bits=bits), top=top)
    _write(found, languages, files, quiet=quiet)


def _write(
    found: Themes, languages: tuple[str | None, str | None], files: Outputs, *, quiet: bool
) -> None:
    from discotag.plugin.files import atomic_write, write_json
    from discotag_cxmi.themes import results as written
    from discotag_cxmi.themes.results import page

    if files.html is not None:
        with atomic_write(files.html) as write:
            write("".join(page(found, languages)))
    if files.out is not None:
        write_json(files.out, written.data(found))
    if files.examples is not None:
        write_json(files.examples, written.examples(found, languages))
    for path in filter(None, () if quiet else (files.html, files.out, files.examples)):
        typer.echo(f"wrote {path}", err=True)
    if files.examples is None and not quiet:
        typer.echo(
            "--examples FILE writes the words found, in their contexts: the beginning of a new"
            " phenomenon",
            err=True,
        )


def _languages(
    measured: tuple[str | None, str | None], given: tuple[str | None, str | None]
) -> tuple[str | None, str | None]:
    """Choose languages; UsageError where the scores were measured for another target."""
    from discotag.plugin import UsageError

    if measured[1] and given[1]:
        codes = [open_registry().language(name).info.code for name in (measured[1], given[1])]
        if codes[0] != codes[1]:
            raise UsageError(
                f"--target-lang {given[1]}: the scores are of {codes[0]}; leave it out, or measure"
                f" with -t {codes[1]}"
            )
    return given[0] or measured[0], given[1] or measured[1]


def _analysis(languages: tuple[str | None, str | None], text: Languages) -> Analysis | None:
    """Return the analysis of the target; None where languages are not known."""
    from discotag.plugin import UsageError
    from discotag_cxmi.measure.texts import target_analysis

    source, target = languages
    if source is None or target is None:
        if source or target or text.analyzer or text.settings:
            raise UsageError("parts of speech need both languages: give -s and -t")
        return None
    analyse, _ = target_analysis(
        open_registry(), source, target, text.analyzer or (), text.settings or (), layers=LAYERS
    )
    return analyse
