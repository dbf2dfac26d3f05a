"""`discotag lint`: look for faults of one translation, without a reference."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from discotag.cli import groups, options
from discotag.cli.grouping import grouped
from discotag.cli.lint_options import (
    Configured,
    Inputs,
    Level,
    Paths,
    Repairs,
    Shown,
    Wanted,
    wish_of,
)
from discotag.cli.session import open_registry, warn_of_broken_plugins
from discotag.core.errors import SkippedWorkError
from discotag.core.text import count_noun
from discotag.linting.outputs import Shape

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discotag.core.registry import Registry
    from discotag.linting.jobs import Job
    from discotag.linting.report import LintReport
    from discotag.linting.wishes import Wish

FOUND = 7
"""Exit code of findings as bad as `--fail-on` says."""


@grouped
def lint(
    paths: Paths = None,
    *,
    inputs: Inputs,
    configured: Configured,
    wanted: Wanted,
    expected: groups.Expected,
    shown: Shown,
    repairs: Repairs,
    engines: groups.Engines,
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

    discotag lint (all that discotag.toml names)
    """
    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    if wanted.listing:
        _print_codes(registry)
        return
    wish = wish_of(inputs, configured, wanted, repairs, (engines, expected, on_error))
    outputs = shown.outputs()
    wish = replace(wish, replacements=any(shape is Shape.SARIF for shape, _ in outputs))
    todo = _jobs(paths, inputs, configured, registry)
    if not todo:
        if not quiet:
            typer.echo("note: the configuration names none of these files", err=True)
        return
    report = _linted(todo, wish, registry, cache=cache, quiet=quiet)
    if repairs.fix and not repairs.diff:
        report = _fixed(report, quiet=quiet)
    written = wanted.write_suppressions
    if written is not None:
        _accept(written, report, quiet=quiet)
    _show(report, outputs, diff=repairs.diff)
    if not quiet:
        _tell(report)
    _exit(report, Level.NEVER if written is not None else shown.fail_on)


def _jobs(
    paths: list[str] | None, inputs: Inputs, configured: Configured, registry: Registry
) -> list[Job]:
    """Return the files to look at."""
    from discotag.linting.jobs import Configurations, Files, jobs

    files = Files(
        paths or (),
        inputs.sources or (),
        inputs.targets or (),
        inputs.docids or (),
        inputs.reader,
        only_listed=configured.only_listed,
    )
    configurations = Configurations(configured.config, is_off=configured.no_config)
    return jobs(files, configurations, registry)


def _linted(
    todo: Sequence[Job], wish: Wish, registry: Registry, *, cache: bool, quiet: bool
) -> LintReport:
    """Look at all files, with a bar that shows how far it is."""
    from discotag.cli.progress import shown_progress
    from discotag.files.cache import cache_file, used_cache
    from discotag.linting.many import lint_files, size_of

    segments = size_of(todo[0], wish, registry) if len(todo) == 1 and not quiet else None
    manager = registry.plugins.manager
    with (
        used_cache(cache_file() if cache else None) as store,
        shown_progress(manager, is_quiet=quiet, segments=segments),
    ):
        return lint_files(todo, wish, registry, store=store)


def _fixed(report: LintReport, *, quiet: bool) -> LintReport:
    """Write what is certain into the files, and return what is left to be told."""
    left = report.written()
    if not quiet:
        fixed = len(report.findings) - len(left.findings)
        files = sum(bool(each.fixed) for each in report.fixes)
        typer.echo(
            f"{count_noun(fixed, 'finding')} put right in {count_noun(files, 'file')}", err=True
        )
    return left


def _accept(path: Path, report: LintReport, *, quiet: bool) -> None:
    """Write suppressions of all that was found, behind those that are still of use."""
    from discotag.linting.suppressions import write_suppressions

    kept = [entry for entry in report.accepted if entry not in report.unused]
    count = write_suppressions(path, kept, report.findings)
    if not quiet:
        typer.echo(f"{path}: {count_noun(count, 'suppression')}", err=True)


def _show(report: LintReport, outputs: Sequence[tuple[Shape, Path]], *, diff: bool) -> None:
    """Write the findings in every format; a diff takes their place on standard output."""
    from discotag.linting.outputs import write_report

    for shape, out in outputs:
        if not diff or str(out) != "-":
            write_report(report, shape, out)
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
    for declared in registry.checks:
        for code, info in sorted(declared.info.codes.items()):
            typer.echo(f"{code} {info.name} ({info.severity}): {info.summary}")
            typer.echo(f"    {info.advice}")
            typer.echo(f"    check {declared.info.name} of {declared.owner}")


def _tell(report: LintReport) -> None:
    """Print to standard error what is not a finding."""
    from discotag.linting.text import summary

    for note in report.notes:
        typer.echo(f"note: {note}", err=True)
    for entry in report.unused:
        typer.echo(f"note: the suppression {entry} covers nothing; take it out", err=True)
    for fix in report.fixes:
        for finding, reason in fix.left:
            typer.echo(f"note: {finding.spot.where}: cannot be put right here: {reason}", err=True)
    typer.echo(summary(report), err=True)
