"""`discotag lint`: look for faults of one translation, without a reference."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import options
from discotag.cli.chosen import Name, one_of
from discotag.cli.outputs import writable_file
from discotag.cli.session import open_registry, warn_of_broken_plugins
from discotag.core.errors import SkippedWorkError, UnknownNameError, UsageError
from discotag.core.wording import amount

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.registry import Registry
    from discotag.linting import LintResult

FOUND = 7
"""Exit code of findings as bad as `--fail-on` says."""


class Shape(StrEnum):
    """How findings are shown."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    HTML = "html"


class Level(StrEnum):
    """From which severity on findings make the command fail."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    NEVER = "never"


Codes = Annotated[
    str | None, typer.Option("--select", metavar="CODES", help="Only these codes: DT101,DT202.")
]
Ignored = Annotated[
    str | None, typer.Option("--ignore", metavar="CODES", help="All codes but these.")
]


def lint(
    *,
    source: Annotated[
        Path | None,
        typer.Option("--src", help="Source text, one segment per line; - is standard input."),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(
            "--tgt",
            metavar="FILE",
            help="The translation; not needed where --src holds it (TSV, JSONL …).",
        ),
    ] = None,
    source_language: Annotated[
        str, typer.Option("--source-lang", "-s", help="Source language: code or English name.")
    ] = "",
    target_language: Annotated[
        str, typer.Option("--target-lang", "-t", help="Target language: code or English name.")
    ] = "",
    text: Name = None,
    docids: options.DocumentIds = None,
    select: Codes = None,
    ignore: Ignored = None,
    suppressions: Annotated[
        Path | None, typer.Option("--suppressions", help="TOML file of findings that are accepted.")
    ] = None,
    write_suppressions: Annotated[
        Path | None,
        typer.Option(
            "--write-suppressions",
            callback=writable_file,
            help="Accept all that is found: write it here, and succeed.",
        ),
    ] = None,
    shape: Annotated[Shape, typer.Option("--format", "-f", help="How to show findings.")] = (
        Shape.TEXT
    ),
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", callback=writable_file, help="File to write; - is standard output."
        ),
    ] = Path("-"),
    fail_on: Annotated[
        Level, typer.Option("--fail-on", help="The mildest severity at which the exit code is 7.")
    ] = Level.WARNING,
    listing: Annotated[
        bool, typer.Option("--list", help="List the codes with their advice, and do nothing else.")
    ] = False,
    analyzer: options.Analyzers = None,
    aligner: options.Aligners = None,
    coref: options.Corefs = None,
    annotator: options.Annotators = None,
    settings: options.Settings = None,
    reader: options.ReaderName = "",
    cache: options.Cached = True,
    without: options.Without = None,
    on_error: options.Errors = options.OnError.STOP,
    strict: options.Strict = False,
    quiet: options.Quiet = False,
) -> None:
    """Look for faults of a translation that can be seen without a reference.

    Changes of address (tu, vous), terms and names that are translated in two ways, pronouns that
    do not agree with their antecedent. Exit code 7: something was found. Example:

    discotag lint --src talk.en --tgt talk.fr --docids talk.docids -s en -t fr
    """
    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    known = _known(registry)
    if listing:
        _print_codes(registry)
        return
    if source is None or not source_language or not target_language:
        raise UsageError("give --src, --source-lang and --target-lang (or --list)")
    wanted = _wanted(known, select, ignore)

    from discotag.cli.likeness import Likeness
    from discotag.cli.progress import shown_progress
    from discotag.files.cache import cache_file, used_cache
    from discotag.linting import Files
    from discotag.linting.run import lint as run_lint
    from discotag.linting.suppressions import read_suppressions
    from discotag.linting.suppressions import write_suppressions as write_accepted
    from discotag.pipeline.corpus import open_reader
    from discotag.pipeline.planning import plan as make_plan

    settings, of_files = options.apart(settings, "reader")
    config = options.run_config(
        source_language,
        target_language,
        phenomena=None,
        profile="discotag",
        analyzers=analyzer,
        aligners=aligner,
        corefs=coref,
        annotators=annotator,
        taggers=None,
        settings=settings,
        on_error=on_error,
        scorers="",
    ).model_copy(update={"checks": "*" if select is None else _checks(known, wanted)})
    accepted = read_suppressions(suppressions, known) if suppressions else ()
    planned = make_plan(config, registry)
    request = options.corpus_request(
        source, [f"target={target}"] if target else None, None, docids, is_strict=strict
    )
    opened = open_reader(registry, source, reader, of_files.get("reader"))
    looks = Likeness(registry, planned.source, planned.target)
    files = Files(str(source), target or str(source), has_columns=target is not None)
    with (
        shown_progress(registry.plugins.manager, is_quiet=quiet, segments=opened.size(request)),
        used_cache(cache_file() if cache else None) as store,
    ):
        result = run_lint(
            planned,
            registry,
            looks.watched(one_of(opened.read(request), text)),
            files,
            codes=wanted,
            suppressions=accepted,
            notes=lambda: (*opened.notes(), *looks.notes()),
            store=store,
        )
    if write_suppressions is not None:
        kept = [entry for entry in accepted if entry not in result.unused]
        count = write_accepted(write_suppressions, kept, result.findings)
    _show(result, shape, out)
    if not quiet:
        _tell(result)
        if write_suppressions is not None:
            typer.echo(f"{write_suppressions}: {amount(count, 'suppression')}", err=True)
    if result.failures:
        raise SkippedWorkError(
            f"{amount(len(result.failures), 'failure')} skipped; the first: {result.failures[0]}"
        )
    if write_suppressions is None and _fails(result, fail_on):
        raise typer.Exit(FOUND)


def _known(registry: Registry) -> dict[str, str]:
    """Give every declared code with its check; the first of two checks keeps a code."""
    known: dict[str, str] = {}
    for declared in registry.checks:
        for code in declared.info.codes:
            known.setdefault(code, declared.info.name)
    return known


def _wanted(known: dict[str, str], select: str | None, ignore: str | None) -> frozenset[str]:
    """Give the codes to look for; UsageError where none is left, or one is unknown."""
    chosen = frozenset(options.split_names(select)) if select is not None else frozenset(known)
    left_out = frozenset(options.split_names(ignore or ""))
    for code in sorted((chosen | left_out) - set(known)):
        raise UnknownNameError("code", code, known, cure="discotag lint --list tells them")
    if not chosen - left_out:
        raise UsageError("--select and --ignore leave no code to look for")
    return chosen - left_out


def _checks(known: dict[str, str], wanted: frozenset[str]) -> tuple[str, ...]:
    """Give the checks that find what is wanted."""
    return tuple(sorted({known[code] for code in wanted}))


def _print_codes(registry: Registry) -> None:
    for declared in registry.checks:
        for code, info in sorted(declared.info.codes.items()):
            typer.echo(f"{code} {info.name} ({info.severity}): {info.summary}")
            typer.echo(f"    {info.advice}")
            typer.echo(f"    check {declared.info.name} of {declared.owner}")


def _show(result: LintResult, shape: Shape, out: Path) -> None:
    """Write the findings to a file, whole, or to standard output."""
    if str(out) == "-":
        for piece in _pieces(result, shape):
            sys.stdout.write(piece)
        return
    from discotag.files.whole_file import whole_file

    with whole_file(out) as write:
        for piece in _pieces(result, shape):
            write(piece)


def _pieces(result: LintResult, shape: Shape) -> Iterable[str]:
    if shape is Shape.HTML:
        from discotag.linting.html import page

        return page(result)
    if shape is Shape.TEXT:
        from discotag.linting.text import rendered

        return (f"{line}\n" for line in rendered(result))
    from discotag.linting.sarif import sarif

    data = result.data() if shape is Shape.JSON else sarif(result)
    return (json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False), "\n")


def _tell(result: LintResult) -> None:
    """Tell on standard error what is not a finding."""
    from discotag.linting.text import summary

    for note in result.notes:
        typer.echo(f"note: {note}", err=True)
    for entry in result.unused:
        typer.echo(f"note: the suppression {entry} covers nothing; take it out", err=True)
    typer.echo(summary(result), err=True)


def _fails(result: LintResult, level: Level) -> bool:
    from discotag.core.findings import Severity

    return level is not Level.NEVER and result.reaches(Severity(level.value))
