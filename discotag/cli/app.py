"""The program `discotag`: its commands, those that plugins add, and how errors are told."""

from __future__ import annotations

import logging
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from discotag.cli import demo, languages, plan, plugins, run, score, tag
from discotag.core.errors import DiscotagError

EXIT_CODES = """\b
Exit codes: 0 done; 1 failed; 2 wrong option, name or plan; 3 wrong input; 4 broken plugin or table;
5 a component failed;
6 done, but documents were skipped (--on-error skip); 17 files of unequal length."""


class PluginGroup(TyperGroup):
    """Commands of our own, then those of plugins, which are looked up only when they are wanted."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Name all commands: ours in the order of the work, plugins' behind them."""
        return [*super().list_commands(ctx), *sorted(_plugin_commands())]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Find a command; a plugin's is imported only when it is called."""
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        info = _plugin_commands().get(cmd_name)
        if info is None:
            return None
        is_listing = ctx.invoked_subcommand is None and not ctx.protected_args
        return _listed(info) if is_listing and "--help" in sys.argv else _loaded(info)


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
app.command("run")(run.run)
app.command("tag")(tag.tag)
app.command("score")(score.score)
app.command("plan")(plan.plan)
app.command("plugins")(plugins.plugins)
app.command("languages")(languages.languages)
app.command("demo")(demo.demo)


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
) -> None:
    """Discourse phenomena in translation, made visible and measured."""
    del version


def main() -> None:
    """Run the program; every DiscotagError becomes one message and its exit code."""
    logging.basicConfig(format="discotag: %(message)s", level=logging.WARNING)
    try:
        app()
    except DiscotagError as error:
        typer.echo(f"discotag: error: {error}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)


def _plugin_commands() -> dict[str, Any]:
    from discotag.cli.session import open_registry

    return {declared.info.name: declared.info for declared in open_registry().commands}


def _listed(info: Any) -> Any:
    command = typer.Typer(add_completion=False)
    command.command(info.name, help=info.summary)(lambda: None)
    return typer.main.get_command(command)


def _loaded(info: Any) -> Any:
    from importlib import import_module

    module, _, attribute = info.factory.partition(":")
    factory = getattr(import_module(module), attribute)
    if isinstance(factory, typer.Typer):
        return typer.main.get_command(factory)
    command = typer.Typer(add_completion=False)
    command.command(info.name, help=info.summary)(factory)
    return typer.main.get_command(command)
