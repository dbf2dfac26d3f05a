"""`discotag themes`: what context is used for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.plugin import options
from discotag.plugin.commands import writable_file

if TYPE_CHECKING:
    from discotag_cxmi.measure.analysing import Analysis

LAYERS = frozenset({"target.tokens", "target.pos", "target.morph"})


def themes(
    scores: Annotated[
        Path,
        typer.Argument(metavar="SCORES", help="Folder of discotag cxmi, or its scores.jsonl."),
    ],
    *,
    tags: Annotated[
        Path | None,
        typer.Option("--tags", help="Tags of the same target, from discotag tag (JSON Lines)."),
    ] = None,
    system: Annotated[
        str | None, typer.Option("--system", help="Which text, if --tags holds several.")
    ] = None,
    verify: options.Verified = True,
    size: Annotated[
        str | None, typer.Option("--size", help="Context size; default: the largest.")
    ] = None,
    source_language: Annotated[
        str | None,
        typer.Option("--source-lang", "-s", help="Source language; default: as measured."),
    ] = None,
    target_language: Annotated[
        str | None,
        typer.Option(
            "--target-lang",
            "-t",
            help="Target language, whose analyzer tells parts of speech; default: as measured.",
        ),
    ] = None,
    analyzer: options.Analyzers = None,
    settings: options.Settings = None,
    least: Annotated[
        int, typer.Option("--min-count", min=1, help="Words that a kind or form must have.")
    ] = 5,
    top: Annotated[
        int, typer.Option("--top", min=1, help="How many rows and single words are shown.")
    ] = 20,
    html: Annotated[
        Path | None, typer.Option("--html", callback=writable_file, help="Write a page.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", callback=writable_file, help="Write the results as JSON, too."),
    ] = None,
    examples: Annotated[
        Path | None,
        typer.Option(
            "--examples",
            callback=writable_file,
            help="Write the words found as examples of a new phenomenon (JSON).",
        ),
    ] = None,
    samples: options.Samples = options.SAMPLES,
    seed: options.Seed = options.SEED,
    bits: Annotated[bool, typer.Option("--bits", help="Print bits; files always hold nats.")] = (
        False
    ),
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Show what a model uses context for: mean P-CXMI by part of speech, form, tag and word.

    What gains without being tagged may be a phenomenon of its own. Example:

    discotag themes cxmi --tags tags.jsonl --html themes.html
    """
    from discotag.plugin.runs import unverified
    from discotag.plugin.statistics import ResamplingOptions
    from discotag_cxmi.measure.text import Unit
    from discotag_cxmi.themes import data as written
    from discotag_cxmi.themes.page import page
    from discotag_cxmi.themes.run import languages_of, read_themes, tags_by_document
    from discotag_cxmi.themes.text import print_themes

    resampling = ResamplingOptions(samples=samples, seed=seed)
    tagged = None if tags is None else tags_by_document(tags, system, verify=verify)
    if tags is not None and not verify:
        typer.echo(f"note: {unverified(tags)}", err=True)
    languages = _languages(languages_of(scores), (source_language, target_language))
    found = read_themes(
        scores,
        size=size,
        analyse=_analysis(languages, analyzer, settings),
        tags=tagged,
        least=least,
        top=top,
        samples=resampling.samples,
        seed=resampling.seed,
    )
    if output is options.Format.JSON:
        typer.echo(_json(written.data(found)), nl=False)
    else:
        print_themes(found, Unit(is_bits=bits), top=top)
    for path, text in (
        (html, "".join(page(found, languages)) if html else ""),
        (out, _json(written.data(found)) if out else ""),
        (examples, _json(written.examples(found, languages)) if examples else ""),
    ):
        if path is not None:
            _write(path, text, quiet=quiet)
    if examples is None and not quiet:
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
    from discotag.plugin.commands import open_registry

    if measured[1] and given[1]:
        codes = [open_registry().language(name).info.code for name in (measured[1], given[1])]
        if codes[0] != codes[1]:
            raise UsageError(
                f"--target-lang {given[1]}: the scores are of {codes[0]}; leave it out, or measure"
                f" with -t {codes[1]}"
            )
    return given[0] or measured[0], given[1] or measured[1]


def _analysis(
    languages: tuple[str | None, str | None],
    analyzer: list[str] | None,
    settings: list[str] | None,
) -> Analysis | None:
    """Return the analysis of the target; None where languages are not known."""
    from discotag.plugin import UsageError
    from discotag.plugin.commands import open_registry
    from discotag_cxmi.measure.analysing import target_analysis

    source, target = languages
    if source is None or target is None:
        if source or target or analyzer or settings:
            raise UsageError("parts of speech need both languages: give -s and -t")
        return None
    analyse, _ = target_analysis(
        open_registry(), source, target, analyzer or (), settings or (), layers=LAYERS
    )
    return analyse


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _write(path: Path, text: str, *, quiet: bool) -> None:
    from discotag.plugin.files import atomic_write

    with atomic_write(path) as write:
        write(text)
    if not quiet:
        typer.echo(f"wrote {path}", err=True)
