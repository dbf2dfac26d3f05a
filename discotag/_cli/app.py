"""The program `discotag`: its commands, those that plugins add, and how errors are told."""

from __future__ import annotations

import errno
import faulthandler
import io
import logging
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from discotag._cli import (
    cache,
    check,
    compare,
    demo,
    doctor,
    download,
    explain,
    install_hints,
    join,
    languages,
    lint,
    merge,
    new,
    plan,
    plugins,
    profile,
    report,
    reproduce,
    run,
    score,
    span,
    tag,
)
from discotag._cli.repeated_options import Once
from discotag._cli.signals import stoppable
from discotag.core.errors import DiscotagError, OutputError
from discotag.core.offline import go_offline

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag.core.components import CommandInfo
    from discotag.core.registry import Registration

EXIT_CODES = """\b
Exit codes: 0 done; 1 failed; 2 wrong option, name or plan; 3 wrong input;
4 broken plugin or table; 5 a component failed; 6 done, but documents were
skipped (--on-error skip); 7 lint has findings; 8 output cannot be written;
17 files of unequal length; 130 interrupted; 143 stopped by SIGTERM."""


FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
"""Errors of the system that only writing meets."""


class PluginGroup(TyperGroup):
    """Commands of our own, then those of plugins, which are looked up only when they are wanted."""

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Read the arguments; an interrupt is ours to tell."""
        with stoppable():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an interrupt is ours to tell."""
        with stoppable():
            return super().invoke(ctx)

    def list_commands(self, ctx: Any) -> list[str]:
        """Name all commands: ours in the order of the work, plugins' behind them."""
        own = super().list_commands(ctx)
        return [*own, *sorted(set(_plugin_commands()) - set(own))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Find a command; for a plugin's, what a listing needs is made without importing it."""
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        declared = _plugin_commands().get(cmd_name)
        return None if declared is None else _command(declared, lambda: None)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called; a plugin's is imported here."""
        wanted = args[0] if args else ""
        if self.get_command(ctx, wanted) is None:
            text = _why_missing(wanted) or install_hints.hint("command", wanted)
            if text:
                ctx.fail(f"No such command {wanted!r}; {text}")
        name, command, rest = super().resolve_command(ctx, args)
        declared = _plugin_commands().get(name or "") if name not in self.commands else None
        return (name, command, rest) if declared is None else (name, _command(declared), rest)


app = typer.Typer(
    cls=PluginGroup,
    name="discotag",
    help="Discourse phenomena in translation, made visible and measured.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run", short_help="Tag a reference and systems, score them, save the results.")(run.run)
app.command("tag", short_help="Tag one translation: JSON Lines, or MuDA's JSON.")(tag.tag)
app.command("score", short_help="Score tags that were written before, without analyzing again.")(
    score.score
)
app.command("compare", short_help="Compare systems with a baseline: intervals, p-values.")(
    compare.compare
)
app.command("report", short_help="Write a run's report again: page, Markdown or LaTeX tables.")(
    report.report
)
app.command("profile", short_help="Count the tags of each phenomenon in texts.")(profile.profile)
app.command("span", short_help="Show how much context the tags of texts need.")(span.span)
app.command("lint", short_help="Look for faults of a translation, without a reference.")(lint.lint)
app.command("explain", short_help="Explain why words were tagged or not, rule by rule.")(
    explain.explain
)
app.command("merge", short_help="Compare runs of one source text into several languages.")(
    merge.merge
)
app.command("join", short_help="Combine runs over parts of a corpus (shards) into one.")(join.join)
app.command("reproduce", short_help="Run the experiment behind a paper's tables.")(
    reproduce.reproduce
)
app.command("plan", short_help="Show the components that a run would use, and what is missing.")(
    plan.plan
)
app.command("plugins", short_help="List the installed plugins, which failed, and why.")(
    plugins.plugins
)
app.command("languages", short_help="Show which language has which phenomenon, or why not.")(
    languages.languages
)
app.command("doctor", short_help="Check the installation and a run; suggest fixes.")(doctor.doctor)
app.command("download", short_help="Download an engine's models; no other command does.")(
    download.download
)
app.add_typer(
    cache.cache, name="cache", short_help="Show or clear the cache of results for later runs."
)
app.command("new", short_help="Create a package: a language, a phenomenon or a component.")(new.new)
app.command("check", short_help="Test a plugin against the rules for plugins; suggest fixes.")(
    check.check
)
app.command("demo", short_help="Run the main job on the bundled documents.")(demo.demo)
for registered in app.registered_commands:
    registered.cls = Once


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"discotag {version('discotag')}")
        raise typer.Exit


@app.callback()
def discotag(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
    offline: Annotated[
        bool,
        typer.Option(
            "--offline",
            envvar="DISCOTAG_OFFLINE",
            help="Block network access, also for libraries; a run never needs it.",
        ),
    ] = False,
) -> None:
    """Discourse phenomena in translation, made visible and measured."""
    del version
    if sys.__stderr__ is not None:
        faulthandler.enable(sys.__stderr__)  # a crash of compiled code shows where it was
    if offline:
        go_offline()


def main() -> None:
    """Run the program; every DiscotagError becomes one message and its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # whatever the locale: all our text is UTF-8
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    logging.basicConfig(format="discotag: %(message)s", level=logging.WARNING)
    try:
        app()
    except DiscotagError as error:
        typer.echo(f"discotag: error: {error}", err=True)
        for text in install_hints.hints(install_hints.unknown_to(error)):
            typer.echo(f"discotag: hint: {text}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        if error.errno not in FULL:
            raise
        name = error.filename or "standard output"
        typer.echo(f"discotag: error: {name}: cannot be written ({error.strerror})", err=True)
        os._exit(OutputError.exit_code)  # what is still in a buffer cannot be written either


def _plugin_commands() -> dict[str, Registration[CommandInfo]]:
    from discotag._cli.session import open_registry

    return {declared.info.name: declared for declared in open_registry().commands}


def _why_missing(name: str) -> str | None:
    from discotag._cli.session import open_registry

    return open_registry().commands.why_missing(name) if name else None


def _command(
    declared: Registration[CommandInfo], function: Callable[..., Any] | None = None
) -> Any:
    """Make a plugin's command, of its factory or of a stand-in."""
    from discotag._cli.plugin_programs import loaded, running

    info = declared.info
    target = loaded("command", declared) if function is None else function
    with running("command", declared):
        if isinstance(target, typer.Typer):
            for registered in target.registered_commands:
                registered.cls = Once
            command: Any = typer.main.get_command(target)
        else:
            single = typer.Typer(add_completion=False, rich_markup_mode=None)
            single.command(info.name, cls=Once, help=info.summary if function else None)(target)
            command = typer.main.get_command(single)
    invoke = command.invoke

    def guarded_invoke(ctx: Any) -> Any:
        with running("command", declared):
            return invoke(ctx)

    command.invoke = guarded_invoke
    return command
