"""`discotag lint`: look for faults of one translation, without a reference."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag._cli import options
from discotag._cli.groups import grouped
from discotag._cli.lint_files import jobs
from discotag._cli.lint_runs import Wish, lint_all
from discotag._cli.outputs import writable_file
from discotag._cli.session import open_registry, warn_of_broken_plugins
from discotag._cli.text_selection import Name
from discotag.core.errors import SkippedWorkError, UnknownNameError, UsageError
from discotag.core.wording import count_noun

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag._linting import LintReport
    from discotag.core.registry import Registry

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
    str | None, typer.Option("--ignore", metavar="CODES", help="All codes except these.")
]


States = Annotated[
    str | None,
    typer.Option("--states", metavar="NAMES", help="XLIFF, PO: only units in these states."),
]
SkippedStates = Annotated[
    str | None,
    typer.Option("--skip-states", metavar="NAMES", help="XLIFF, PO: no units in these states."),
]


@dataclass(frozen=True)
class Inputs:
    """The files to look at, and how they are read."""

    sources: Annotated[
        list[Path] | None,
        typer.Option(
            "--src",
            help="Source text, one segment per line; - is standard input; repeatable, each with"
            " its --tgt.",
        ),
    ] = None
    targets: Annotated[
        list[str] | None,
        typer.Option("--tgt", metavar="FILE", help="The translation of the --src before it."),
    ] = None
    source_language: Annotated[
        str,
        typer.Option(
            "--source-lang", "-s", help="Source language; default: as the file names it (XLIFF …)."
        ),
    ] = ""
    target_language: Annotated[
        str,
        typer.Option("--target-lang", "-t", help="Target language; default: as the file names it."),
    ] = ""
    text: Name = None
    docids: Annotated[
        list[Path] | None,
        typer.Option(
            "--docids", help="Document ids, one per line; repeatable, one for each --src."
        ),
    ] = None
    states: States = None
    skip_states: SkippedStates = None
    reader: options.ReaderName = ""
    strict: options.Strict = False


@dataclass(frozen=True)
class Wanted:
    """The codes to look for, and what is accepted."""

    select: Codes = None
    ignore: Ignored = None
    glossary: Annotated[
        list[Path] | None,
        typer.Option(
            "--glossary",
            metavar="FILE",
            help="CSV, TSV or TBX of terms and what they are called; other names are reported"
            " (DT203), and forbidden ones (DT204); repeatable.",
        ),
    ] = None
    suppressions: Annotated[
        Path | None, typer.Option("--suppressions", help="TOML file of findings that are accepted.")
    ] = None
    write_suppressions: Annotated[
        Path | None,
        typer.Option(
            "--write-suppressions",
            callback=writable_file,
            help="Write all findings here as accepted, and exit with 0.",
        ),
    ] = None


@grouped
def lint(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE|FOLDER]...",
            help="Files that hold both languages (XLIFF, TMX, PO, TSV), folders of them, or"
            " patterns such as 'locales/**/*.xlf'.",
        ),
    ] = None,
    *,
    inputs: Inputs,
    wanted: Wanted,
    expected: options.Expected,
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
        Level, typer.Option("--fail-on", help="Lowest severity that sets exit code 7.")
    ] = Level.WARNING,
    listing: Annotated[
        bool, typer.Option("--list", help="List the codes with advice, and exit.")
    ] = False,
    engines: options.Engines,
    cache: options.Cached = True,
    without: options.Without = None,
    on_error: options.Errors = options.OnError.STOP,
    quiet: options.Quiet = False,
) -> None:
    """Look for faults of translations that can be seen without a reference.

    Changes of address (tu, vous), terms and names that are translated in two ways, pronouns that
    do not agree with their antecedent. Exit code 7: something was found. Examples:

    discotag lint de.xlf fr.xlf locales/

    discotag lint --src talk.en --tgt talk.fr --docids talk.docids -s en -t fr
    """
    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    known = _known(registry)
    if listing:
        _print_codes(registry)
        return
    codes = _codes(known, wanted)
    wish = Wish(
        languages=(inputs.source_language, inputs.target_language),
        text=inputs.text,
        codes=codes,
        checks="*" if wanted.select is None else _checks(known, codes),
        engines=_with_wanted(engines, wanted, expected),
        on_error=on_error,
        reader=inputs.reader,
        states=inputs.states,
        skip_states=inputs.skip_states,
        is_strict=inputs.strict,
    )
    todo = jobs(
        paths or (),
        inputs.sources or (),
        inputs.targets or (),
        inputs.docids or (),
        registry=registry,
        reader=inputs.reader,
    )
    if not todo:
        raise UsageError("give files, or --src and --tgt (or --list)")

    from discotag._files.cache import cache_file, used_cache
    from discotag._linting.suppressions import read_suppressions
    from discotag._linting.suppressions import write_suppressions as write_accepted

    given, written = wanted.suppressions, wanted.write_suppressions
    accepted = read_suppressions(given, known) if given else ()
    with used_cache(cache_file() if cache else None) as store:
        report = lint_all(todo, wish, registry, accepted, store=store, quiet=quiet)
    if written is not None:
        kept = [entry for entry in accepted if entry not in report.unused]
        count = write_accepted(written, kept, report.findings)
    _show(report, shape, out)
    if not quiet:
        _tell(report)
        if written is not None:
            typer.echo(f"{written}: {count_noun(count, 'suppression')}", err=True)
    _exit(report, None if written is not None else fail_on)


def _exit(report: LintReport, fail_on: Level | None) -> None:
    """End with the exit code that the report calls for; None = findings are accepted."""
    for fault in report.faults:
        typer.echo(f"discotag: error: {fault.message}", err=True)
    if report.faults:
        raise typer.Exit(report.faults[0].exit_code)
    if report.failures:
        raise SkippedWorkError(
            f"{count_noun(len(report.failures), 'failure')} skipped; "
            f"the first: {report.failures[0]}"
        )
    if fail_on is not None and _fails(report, fail_on):
        raise typer.Exit(FOUND)


def _with_wanted(
    engines: options.Engines, wanted: Wanted, expected: options.Expected
) -> options.Engines:
    """Return the engines with the address and the glossary that checks shall expect."""
    settings = [*(engines.settings or ()), *expected.settings("address")]
    if wanted.glossary:
        settings.append(f"glossary.files={json.dumps([str(path) for path in wanted.glossary])}")
    return replace(engines, settings=settings)


def _known(registry: Registry) -> dict[str, str]:
    """Return every declared code with its check; the first of two checks keeps a code."""
    known: dict[str, str] = {}
    for declared in registry.checks:
        for code in declared.info.codes:
            known.setdefault(code, declared.info.name)
    return known


def _codes(known: dict[str, str], wanted: Wanted) -> frozenset[str]:
    """Return the codes to look for; UsageError where none is left, or one is unknown."""
    select = wanted.select
    chosen = frozenset(options.split_names(select)) if select is not None else frozenset(known)
    left_out = frozenset(options.split_names(wanted.ignore or ""))
    for code in sorted((chosen | left_out) - set(known)):
        raise UnknownNameError("code", code, known, cure="discotag lint --list tells them")
    if not chosen - left_out:
        raise UsageError("--select and --ignore leave no code to look for")
    return chosen - left_out


def _checks(known: dict[str, str], wanted: frozenset[str]) -> tuple[str, ...]:
    """Return the checks that find what is wanted."""
    return tuple(sorted({known[code] for code in wanted}))


def _print_codes(registry: Registry) -> None:
    for declared in registry.checks:
        for code, info in sorted(declared.info.codes.items()):
            typer.echo(f"{code} {info.name} ({info.severity}): {info.summary}")
            typer.echo(f"    {info.advice}")
            typer.echo(f"    check {declared.info.name} of {declared.owner}")


def _show(report: LintReport, shape: Shape, out: Path) -> None:
    """Write the findings to a file, whole, or to standard output."""
    if str(out) == "-":
        for piece in _pieces(report, shape):
            sys.stdout.write(piece)
        return
    from discotag._files.atomic_write import atomic_write

    with atomic_write(out) as write:
        for piece in _pieces(report, shape):
            write(piece)


def _pieces(report: LintReport, shape: Shape) -> Iterable[str]:
    if shape is Shape.HTML:
        from discotag._linting.html import page

        return page(report)
    if shape is Shape.TEXT:
        from discotag._linting.text import rendered

        return (f"{line}\n" for line in rendered(report))
    from discotag._linting.sarif import sarif

    data = report.data() if shape is Shape.JSON else sarif(report)
    return (json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False), "\n")


def _tell(report: LintReport) -> None:
    """Print to standard error what is not a finding."""
    from discotag._linting.text import summary

    for note in report.notes:
        typer.echo(f"note: {note}", err=True)
    for entry in report.unused:
        typer.echo(f"note: the suppression {entry} covers nothing; take it out", err=True)
    typer.echo(summary(report), err=True)


def _fails(report: LintReport, level: Level) -> bool:
    from discotag.core.findings import Severity

    return level is not Level.NEVER and report.reaches(Severity(level.value))
