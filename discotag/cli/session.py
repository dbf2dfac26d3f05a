"""What commands share: the installed plugins, calls of plugins' programs, notes and JSON output."""

from __future__ import annotations

import errno
import json
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import typer
from typer import Abort, BadParameter, Exit

from discotag.core.plugin_calls import plugin_call

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.components import CommandInfo
    from discotag.core.registry import Registration, Registry, RoleRegistry

USAGE: type[Exception] = BadParameter.__mro__[-4]
"""Typer's base class for errors of usage (`ClickException`), whichever click it brings."""


@lru_cache(maxsize=8)
def open_registry(without: tuple[str, ...] = ()) -> Registry:
    """Find all plugins and what they declare."""
    from discotag.core import registry

    return registry.open_registry(without=without)


@lru_cache(maxsize=1)
def listed_commands() -> RoleRegistry[CommandInfo]:
    """Find only the commands that plugins declare: half the time of a whole registry."""
    from discotag.core import registry

    return registry.open_registry(roles=("commands",)).commands


def checked_registry(without: Iterable[str] | None = None, *, quiet: bool = False) -> Registry:
    """Find all plugins but those of `--without`, and print which are broken unless `quiet`."""
    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    return registry


def warn_of_broken_plugins(registry: Registry) -> None:
    """Print to standard error which plugins are left out because they are broken."""
    for record in registry.plugins.broken():
        message = f"discotag: plugin {record} is left out: {record.status}: {record.reason}"
        typer.echo(message, err=True)


def print_json(data: object, *, indent: int = 2) -> None:
    """Print data as JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=indent, allow_nan=False))


def print_notes(notes: Iterable[str], *, quiet: bool = False) -> None:
    """Print notes to standard error, unless `quiet`."""
    for note in () if quiet else notes:
        typer.echo(f"note: {note}", err=True)


def load_program(role: str, declared: Registration[Any]) -> Any:
    """Import a plugin's program; PluginError, which names the plugin, where that fails."""
    with plugin_call(declared.owner.name, _title(role, declared), is_program=True):
        return declared.info.load()


@contextmanager
def running_program(role: str, declared: Registration[Any]) -> Iterator[None]:
    """Run a plugin's program inside the block.

    How click ends a command, and an output that is closed or full, is for whoever runs ours.

    Raises:
        ComponentError: the program raised anything else, or left by `sys.exit`.
    """
    passed: Exception | None = None
    title = _title(role, declared)
    with plugin_call(declared.owner.name, title, keeps_errors=True, is_program=True):
        try:
            yield
        except (USAGE, Exit, Abort, BrokenPipeError) as error:
            passed = error
        except OSError as error:
            if error.errno != errno.ENOSPC or error.filename is not None:
                raise
            passed = error
    if passed is not None:
        raise passed


def _title(role: str, declared: Registration[Any]) -> str:
    return f"{role} {declared.info.name.replace('.', ' ')}"
