"""The program `discotag`: its own commands, those of plugins, and how errors are reported."""

from __future__ import annotations

import errno
import faulthandler
import io
import logging
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from discotag.cli.grouping import Command
from discotag.cli.session import listed_commands, load_program, open_registry, running_program
from discotag.cli.signals import stoppable
from discotag.core import packages
from discotag.core.discovery import FILES
from discotag.core.errors import DiscotagError, OutputError
from discotag.core.requirements import go_offline
from discotag.core.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag.core.components import CommandInfo
    from discotag.core.registry import Registration

EXIT_CODES = """\b
Exit codes: 0 done; 1 failed; 2 wrong option, name or plan; 3 wrong input;
4 broken plugin or table; 5 a component failed; 6 done, but documents were
skipped (--on-error skip); 7 lint has findings; 8 output cannot be written;
17 files of unequal length; 130 interrupted; 143 stopped by SIGTERM."""
CODES_IN_BRIEF = "Exit codes: 0 done, 2 wrong use, 3 wrong input, 7 findings; docs/running.md."
MAIN, TRANSLATIONS = "Main job", "Translations"
STUDIES, SETUP = "Studies", "Installation and packages"
SECTIONS = (MAIN, TRANSLATIONS, STUDIES, SETUP)
"""Headings of `discotag --help`, in order; others, of plugins' commands, come last."""
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
"""Errors of the system that only writing meets."""


class Listed(NamedTuple):
    """A command or a group of commands, as `--help` lists it."""

    section: str
    summary: str


class OwnCommand(NamedTuple):
    """A command of the program: `target` names a function or a `typer.Typer` in `discotag.cli`."""

    target: str
    section: str
    summary: str

    def load(self) -> Any:
        """Import the command."""
        module, _, name = self.target.partition(":")
        return getattr(import_module(f"discotag.cli.{module}"), name)


COMMANDS = {
    target.partition(":")[2]: OwnCommand(target, section, summary)
    for target, section, summary in (
        ("run:run", MAIN, "Tag a reference and systems, score them, save the results."),
        ("tag:tag", MAIN, "Tag one translation: JSON Lines, or MuDA's JSON."),
        ("tag:score", MAIN, "Score tags that were written before."),
        ("compare:compare", MAIN, "Compare systems with a baseline: intervals, p-values."),
        ("report:report", MAIN, "Write the report of runs again, or compare target languages."),
        ("report:join", MAIN, "Combine runs over parts of a corpus (shards) into one."),
        ("explain:explain", MAIN, "Explain why words were tagged or not, rule by rule."),
        ("run:demo", MAIN, "Run the main job on the bundled documents."),
        ("studies:profile", STUDIES, "Count the tags of each phenomenon in texts."),
        ("studies:span", STUDIES, "Show how much context the tags of texts need."),
        ("installation:doctor", SETUP, "Check the installation and a run; suggest fixes."),
        ("installation:plan", SETUP, "Show the components that a run would use."),
        ("installation:languages", SETUP, "Show which language has which phenomenon."),
        ("installation:plugins", SETUP, "List the installed plugins, which failed, and why."),
        ("download:download", SETUP, "Download an engine's models; no other command does."),
        ("download:cache", SETUP, "Show or clear the cache of results for later runs."),
    )
}


class Commands(TyperGroup):
    """The commands of the program, or of a group that plugins add; a listing imports none of them.

    What `get_command` returns has only a name and a line of help; `resolve_command` imports the
    command that is called.
    """

    prefix = ""
    """How the registered names of a group's commands begin: `cxmi.`; `""` for the program."""

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Read the arguments; an interrupt is reported by us."""
        with stoppable():
            return super().make_context(*args, **extra)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; a group without any lists its commands."""
        if self.prefix and not args and not ctx.resilient_parsing:
            typer.echo(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an interrupt is reported by us."""
        with stoppable():
            return super().invoke(ctx)

    def listed(self) -> dict[str, Listed]:
        """Return the commands and groups of this level by name, our own first."""
        found: dict[str, Listed] = {}
        if not self.prefix:
            found = {name: Listed(own.section, own.summary) for name, own in COMMANDS.items()}
        plugins = listed_commands().items
        for name in sorted(name for name in plugins if name.startswith(self.prefix)):
            first, is_group, _ = name.removeprefix(self.prefix).partition(".")
            info = plugins[name].info
            summary = packages.group_summary(first) if is_group else info.summary
            found.setdefault(first, Listed(info.section, summary or f"Commands of {first}."))
        return found

    def list_commands(self, ctx: Any) -> list[str]:
        """Name all commands of this level."""
        del ctx
        return list(self.listed())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command as listings show it; None where there is none of that name."""
        del ctx
        found = self.listed().get(cmd_name)
        return found and TyperCommand(cmd_name, short_help=found.summary)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands under the headings of their sections."""
        del ctx
        sections: dict[str, list[tuple[str, str]]] = {name: [] for name in SECTIONS}
        for name, (section, summary) in self.listed().items():
            sections.setdefault("Commands" if self.prefix else section, []).append((name, summary))
        width = max(len(name) for rows in sections.values() for name, _ in rows)
        for section, rows in sections.items():
            if rows:
                with formatter.section(section):
                    formatter.write_dl([(name.ljust(width), summary) for name, summary in rows])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the line on exit codes right below the commands, so that a screen holds it all."""
        del ctx
        if self.epilog:
            formatter.write_text(self.epilog)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Import the command that is called."""
        wanted = args[0] if args else ""
        if not self.prefix and wanted in COMMANDS:
            return wanted, _made(wanted, COMMANDS[wanted].load()), args[1:]
        known, full = open_registry().commands, f"{self.prefix}{wanted}"
        if full in known:
            return wanted, _of_plugin(known.get(full)), args[1:]
        if any(name.startswith(f"{full}.") for name in known.items):
            return wanted, _group(full), args[1:]
        text = known.why_missing(full) if wanted else None
        for name in (".".join([full, *args[1:2]]), full):
            text = text or packages.hint("command", name)
        for near in get_close_matches(wanted, self.list_commands(ctx), n=1):
            text = text or f"did you mean {near}?"
        if text:
            ctx.fail(f"No such command {full.replace('.', ' ')!r}; {text}")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=Commands,
    name="discotag",
    help="Discourse phenomena in translation, made visible and measured.",
    epilog=CODES_IN_BRIEF,
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
            help="Load a Python file as a plugin, with all your rights.",
        ),
    ] = None,
    offline: Annotated[
        bool,
        typer.Option("--offline", envvar="DISCOTAG_OFFLINE", help="Block all network access."),
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
        typer.echo(f"discotag: error: {visible(str(error))}", err=True)
        for text in packages.hints_for(error):
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


def _made(name: str, target: Callable[..., Any] | typer.Typer) -> Any:
    """Make a command of a function, or a group of commands of a `typer.Typer`."""
    if not isinstance(target, typer.Typer):
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(name, cls=Command)(target)
        return typer.main.get_command(single)
    for registered in target.registered_commands:
        registered.cls = Command
    return typer.main.get_command(target)


def _group(name: str) -> Commands:
    """Make the group of all commands `NAME.…` that plugins add."""
    group = Commands(
        name=name,
        help=packages.group_summary(name),
        rich_markup_mode=None,
    )
    group.prefix = f"{name}."
    return group


def _of_plugin(declared: Registration[CommandInfo]) -> Any:
    """Import a plugin's command; whatever fails in it names the plugin."""
    target = load_program("command", declared)
    with running_program("command", declared):
        command = _made(declared.info.name.rpartition(".")[2], target)
    invoke = command.invoke

    def guarded_invoke(ctx: Any) -> Any:
        with running_program("command", declared):
            return invoke(ctx)

    command.invoke = guarded_invoke
    return command
