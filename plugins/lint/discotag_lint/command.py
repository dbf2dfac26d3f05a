"""The options of `discotag lint`, in groups."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.plugin import SkippedWorkError, UsageError, count_noun
from discotag.plugin.commands import (
    Name,
    open_registry,
    options,
    warn_of_broken_plugins,
    writable_file,
)
from discotag.plugin.files import check_file
from discotag.plugin.options import grouped, panel
from discotag_lint.outputs import FORMATS, TEXT, Format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Registry
    from discotag_lint.files import LintRequest
    from discotag_lint.report import LintReport
    from discotag_lint.targets import LintTarget


class Level(StrEnum):
    """From which severity on findings make the command fail."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    NEVER = "never"


Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[FILE|FOLDER]...",
        help="Files that hold both languages (XLIFF, TMX, PO, TSV), files that discotag.toml"
        " names, folders of them, or patterns such as 'locales/**/*.xlf'. Default: all that"
        " discotag.toml names.",
    ),
]


@dataclass(frozen=True)
class Inputs:
    """The files to check, and how they are read."""

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
    language_pair: options.LanguagePair = None
    text: Name = None
    docids: Annotated[
        list[Path] | None,
        typer.Option(
            "--docids", help="Document ids, one per line; repeatable, one for each --src."
        ),
    ] = None
    states: Annotated[
        str | None,
        typer.Option("--states", metavar="NAMES", help="XLIFF, PO: only units in these states."),
    ] = None
    skip_states: Annotated[
        str | None,
        typer.Option("--skip-states", metavar="NAMES", help="XLIFF, PO: no units in these states."),
    ] = None
    reader: options.ReaderName = ""
    strict: options.Strict = False

    def languages(self) -> tuple[str, str]:
        """Return source and target language, each `""` where only the file names it."""
        given = self.source_language, self.target_language
        if self.language_pair is None:
            return given
        pair = options.Languages(*given, self.language_pair)
        return pair.source_language, pair.target_language


@panel("Configuration")
@dataclass(frozen=True)
class Configured:
    """The configuration, and which files are checked by it."""

    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="The configuration; default: discotag.toml, or [tool.discotag] of pyproject.toml,"
            " of the nearest folder upwards from each file.",
        ),
    ] = None
    no_config: Annotated[bool, typer.Option("--no-config", help="Read no configuration.")] = False
    only_listed: Annotated[
        bool,
        typer.Option(
            "--only-listed",
            help="Leave out files that the configuration does not name, as for pre-commit.",
        ),
    ] = False
    changed_since: Annotated[
        str | None,
        typer.Option(
            "--changed-since",
            metavar="REV",
            help="Only findings in units that differ from this git revision.",
        ),
    ] = None


@panel("Which findings")
@dataclass(frozen=True)
class CheckOptions:
    """The codes to check, and what is accepted."""

    select: Annotated[
        str | None, typer.Option("--select", metavar="CODES", help="Only these codes: DT101,DT202.")
    ] = None
    ignore: Annotated[
        str | None, typer.Option("--ignore", metavar="CODES", help="All codes except these.")
    ] = None
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
    listing: Annotated[
        bool, typer.Option("--list", help="List the codes with advice, and exit.")
    ] = False


@panel("Output")
@dataclass(frozen=True)
class OutputOptions:
    """How findings are output, and which make the command fail."""

    shape: Annotated[Format, typer.Option("--format", "-f", help="How to show findings.")] = TEXT
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", callback=writable_file, help="File to write; - is standard output."
        ),
    ] = Path("-")
    also: Annotated[
        list[str] | None,
        typer.Option(
            "--also",
            metavar="FORMAT=FILE",
            help="Write the findings in another format, too: sarif=lint.sarif; repeatable.",
        ),
    ] = None
    fail_on: Annotated[
        Level | None,
        typer.Option(
            "--fail-on",
            help="Lowest severity that sets exit code 7; default: as the configuration says, else"
            " warning.",
        ),
    ] = None

    def outputs(self) -> list[tuple[str, Path]]:
        """Return each format with its file; UsageError for an unknown one."""
        found = [(str(self.shape), self.out)]
        for text in self.also or ():
            name, equals, file = text.partition("=")
            if not equals or not file or name not in FORMATS:
                known = ", ".join(FORMATS)
                raise UsageError(f"--also {text!r} is not FORMAT=FILE; formats: {known}")
            if file != "-":
                check_file(Path(file))
            found.append((name, Path(file)))
        _require_inside(*(path for _, path in found))
        return found


def _require_inside(*paths: Path) -> None:
    """Raise UsageError for an output outside of the working folder, in a hook of pre-commit.

    The file names that a hook passes on are a stranger's: none of them may name a file to write.
    """
    for path in paths if "PRE_COMMIT" in os.environ else ():
        if str(path) != "-" and not path.resolve().is_relative_to(Path.cwd().resolve()):
            raise UsageError(f"{path} lies outside of the working folder; a hook writes inside it")


@panel("Fixes")
@dataclass(frozen=True)
class FixOptions:
    """What is written into the files themselves."""

    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help="Write into the files what is certain: spellings of the glossary, copied"
            " HTML entities.",
        ),
    ] = False
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what --fix would write, and write nothing.")
    ] = False


def lint_request(
    inputs: Inputs,
    configured: Configured,
    checking: CheckOptions,
    fixing: FixOptions,
    others: tuple[options.Engines, options.Expected, options.OnError],
) -> LintRequest:
    """Return what the command line asks of every file."""
    from dataclasses import replace

    from discotag.plugin.runs import parse_options
    from discotag_lint.files import LintRequest

    engines, expected, on_error = others

    def names(text: str | None) -> tuple[str, ...] | None:
        return None if text is None else options.split_names(text)

    def codes(text: str | None) -> frozenset[str] | None:
        return None if text is None else frozenset(options.split_names(text))

    settings = [*(engines.settings or ()), *expected.settings("address")]
    if checking.glossary:
        settings.append(f"glossary.files={json.dumps([str(path) for path in checking.glossary])}")
    asked: dict[str, dict[str, Any]] = parse_options(settings)
    config = options.run_config(
        "", "", engines=replace(engines, settings=None), on_error=on_error, scorers=""
    )
    return LintRequest(
        config=config,
        languages=inputs.languages(),
        text=inputs.text,
        select=codes(checking.select),
        ignore=codes(checking.ignore),
        options=asked,
        reader=inputs.reader,
        states=names(inputs.states),
        skip_states=names(inputs.skip_states),
        suppressions=checking.suppressions,
        changed_since=configured.changed_since,
        is_strict=inputs.strict,
        fixes=fixing.fix or fixing.diff,
    )


FOUND = 7
"""Exit code of findings as bad as `--fail-on` says."""


@grouped
def lint(
    paths: Paths = None,
    *,
    inputs: Inputs,
    configured: Configured,
    checking: CheckOptions,
    expected: options.Expected,
    output: OutputOptions,
    fixing: FixOptions,
    engines: options.Engines,
    cache: options.Cached = True,
    without: options.Without = None,
    on_error: options.Errors = options.OnError.STOP,
    quiet: options.Quiet = False,
) -> None:
    """Find faults of translations that can be seen without a reference.

    Changes of address (tu, vous), terms and names that are translated in two ways, pronouns that
    do not agree with their antecedent. Exit code 7: something was found. Examples:

    discotag lint de.xlf fr.xlf locales/

    discotag lint --src talk.en --tgt talk.fr --docids talk.docids -s en -t fr

    discotag lint (all that discotag.toml names)
    """
    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    if checking.listing:
        _print_codes(registry)
        return
    request = lint_request(inputs, configured, checking, fixing, (engines, expected, on_error))
    outputs = output.outputs()
    _require_inside(*([checking.write_suppressions] if checking.write_suppressions else []))
    request = replace(request, replacements=any(name == "sarif" for name, _ in outputs))
    todo = _jobs(paths, inputs, configured, registry)
    if not todo:
        if not quiet:
            typer.echo("note: the configuration names none of these files", err=True)
        return
    report = _linted(todo, request, registry, cache=cache, quiet=quiet)
    if fixing.fix and not fixing.diff:
        report = _fixed(report, quiet=quiet)
    written = checking.write_suppressions
    if written is not None:
        _accept(written, report, quiet=quiet)
    _show(report, outputs, diff=fixing.diff)
    if not quiet:
        _tell(report)
    _exit(report, Level.NEVER if written is not None else output.fail_on)


def _jobs(
    paths: list[str] | None, inputs: Inputs, configured: Configured, registry: Registry
) -> list[LintTarget]:
    """Return the files to check."""
    from discotag_lint.targets import Configurations, NamedFiles, lint_targets

    files = NamedFiles(
        paths or (),
        inputs.sources or (),
        inputs.targets or (),
        inputs.docids or (),
        inputs.reader,
        only_listed=configured.only_listed,
    )
    configurations = Configurations(configured.config, is_off=configured.no_config)
    return lint_targets(files, configurations, registry)


def _linted(
    todo: Sequence[LintTarget],
    request: LintRequest,
    registry: Registry,
    *,
    cache: bool,
    quiet: bool,
) -> LintReport:
    """Check all files, with a bar that shows how far it is."""
    from discotag.plugin.commands import shown_progress
    from discotag.plugin.files import cache_file, used_cache
    from discotag_lint.files import lint_files, size_of

    segments = size_of(todo[0], request, registry) if len(todo) == 1 and not quiet else None
    manager = registry.plugins.manager
    with (
        used_cache(cache_file() if cache else None) as store,
        shown_progress(manager, is_quiet=quiet, segments=segments),
    ):
        return lint_files(todo, request, registry, store=store)


def _fixed(report: LintReport, *, quiet: bool) -> LintReport:
    """Write what is certain into the files, and return what is left to be reported."""
    left = report.written()
    if not quiet:
        fixed = len(report.findings) - len(left.findings)
        files = sum(bool(each.fixed) for each in report.fixes)
        typer.echo(
            f"{count_noun(fixed, 'finding')} put right in {count_noun(files, 'file')}", err=True
        )
    return left


def _accept(path: Path, report: LintReport, *, quiet: bool) -> None:
    """Write suppressions of all that was found, after those that are still of use."""
    from discotag_lint.suppressions import write_suppressions

    kept = [entry for entry in report.accepted if entry not in report.unused]
    count = write_suppressions(path, kept, report.findings)
    if not quiet:
        typer.echo(f"{path}: {count_noun(count, 'suppression')}", err=True)


def _show(report: LintReport, outputs: Sequence[tuple[str, Path]], *, diff: bool) -> None:
    """Write the findings in every format; a diff takes their place on standard output."""
    from discotag_lint.outputs import write_report

    for name, out in outputs:
        if not diff or str(out) != "-":
            write_report(report, name, out)
    if diff:
        for fix in report.fixes:
            sys.stdout.writelines(fix.diff())


def _exit(report: LintReport, fail_on: Level | None) -> None:
    """End with the exit code that the report calls for; None = as files are configured."""
    for fault in report.faults:
        typer.echo(f"discotag: error: {fault.message}", err=True)
    if report.faults:
        raise typer.Exit(report.faults[0].exit_code)
    if report.failures:
        raise SkippedWorkError(
            f"{count_noun(len(report.failures), 'failure')} skipped; "
            f"the first: {report.failures[0]}"
        )
    if report.fails(None if fail_on is None else fail_on.value):
        raise typer.Exit(FOUND)


def _print_codes(registry: Registry) -> None:
    from discotag_lint.hookspecs import CHECKS

    for declared in registry.role(CHECKS):
        for code, info in sorted(declared.info.codes.items()):
            typer.echo(f"{code} {info.name} ({info.severity}): {info.summary}")
            typer.echo(f"    {info.advice}")
            typer.echo(f"    check {declared.info.name} of {declared.owner}")


def _tell(report: LintReport) -> None:
    """Print to standard error what is not a finding."""
    from discotag_lint.text_formats import summary

    for note in report.notes:
        typer.echo(f"note: {note}", err=True)
    for entry in report.unused:
        typer.echo(f"note: the suppression {entry} covers nothing; take it out", err=True)
    for fix in report.fixes:
        for finding, reason in fix.left:
            typer.echo(f"note: {finding.spot.where}: cannot be put right here: {reason}", err=True)
    typer.echo(summary(report), err=True)
