"""The program `discotag`: its commands, those that plugins add, and how errors are told."""

from __future__ import annotations

import errno
import faulthandler
import io
import logging
import os
import sys
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from discotag.cli.own_commands import COMMANDS
from discotag.cli.repeated_options import Once
from discotag.cli.session import listed_commands
from discotag.cli.signals import stoppable
from discotag.core.discovery import FILES
from discotag.core.errors import DiscotagError, OutputError
from discotag.core.requirements import go_offline
from discotag.core.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag.core.components import CommandInfo
    from discotag.core.registry import Registration, RoleRegistry

EXIT_CODES = """\b
Exit codes: 0 done; 1 failed; 2 wrong option, name or plan; 3 wrong input;
4 broken plugin or table; 5 a component failed; 6 done, but documents were
skipped (--on-error skip); 7 lint has findings; 8 output cannot be written;
17 files of unequal length; 130 interrupted; 143 stopped by SIGTERM."""


FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
"""Errors of the system that only writing meets."""


class LateCommands(TyperGroup):
    """Commands of our own, then those of plugins; a listing imports none of them.

    What `get_command` gives knows its name and its line of help; the command itself is imported
    where it is called (`resolve_command`).
    """

    def __init__(self, *args: Any, **extra: Any) -> None:
        """Know our own commands by name."""
        super().__init__(*args, **extra)
        for command in COMMANDS.values():
            self.add_command(TyperCommand(command.name, short_help=command.summary))

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
        return [*own, *sorted(set(listed_commands().items) - set(own))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command as listings show it; None where there is none of that name."""
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        declared = listed_commands().items.get(cmd_name)
        return declared and TyperCommand(cmd_name, short_help=declared.info.summary)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Import the command that is called."""
        wanted = args[0] if args else ""
        if wanted in COMMANDS:
            return wanted, _made(wanted, COMMANDS[wanted].load()), args[1:]
        known = _plugin_commands()
        if wanted in known:
            return wanted, _of_plugin(known.get(wanted)), args[1:]
        from discotag.cli import install_hints

        text = known.why_missing(wanted) if wanted else None
        text = text or install_hints.hint("command", wanted)
        for near in get_close_matches(wanted, self.list_commands(ctx), n=1):
            text = text or f"did you mean {near}?"
        if text:
            ctx.fail(f"No such command {wanted!r}; {text}")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=LateCommands,
    name="discotag",
    help="Discourse phenomena in translation, made visible and measured.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
    plugin: Annotated[
        list[str] | None,
        typer.Option(
            "--plugin",
            metavar="FILE.py",
            help="Use a Python file as a plugin, too (repeatable). It runs with all your rights.",
        ),
    ] = None,
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
    if plugin:
        os.environ[FILES] = os.pathsep.join(
            filter(None, (os.environ.get(FILES, ""), *(os.path.abspath(name) for name in plugin)))
        )
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
        from discotag.cli import install_hints

        typer.echo(f"discotag: error: {visible(str(error))}", err=True)
        for text in install_hints.hints(install_hints.unknown_to(error)):
            typer.echo(f"discotag: hint: {text}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        if error.errno not in FULL:
            raise
        name = visible(str(error.filename or "standard output"), is_line=True)
        typer.echo(f"discotag: error: {name}: cannot be written ({error.strerror})", err=True)
        os._exit(OutputError.exit_code)  # what is still in a buffer cannot be written either


def _plugin_commands() -> RoleRegistry[CommandInfo]:
    from discotag.cli.session import open_registry

    return open_registry().commands


def _made(name: str, target: Callable[..., Any] | typer.Typer) -> Any:
    """Make a command of a function, or a group of commands of a `typer.Typer`."""
    if not isinstance(target, typer.Typer):
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(name, cls=Once)(target)
        return typer.main.get_command(single)
    for registered in target.registered_commands:
        registered.cls = Once
    return typer.main.get_command(target)


def _of_plugin(declared: Registration[CommandInfo]) -> Any:
    """Import a plugin's command; whatever fails in it names the plugin."""
    from discotag.cli.plugin_programs import load_program, running_program

    target = load_program("command", declared)
    with running_program("command", declared):
        command = _made(declared.info.name, target)
    invoke = command.invoke

    def guarded_invoke(ctx: Any) -> Any:
        with running_program("command", declared):
            return invoke(ctx)

    command.invoke = guarded_invoke
    return command
