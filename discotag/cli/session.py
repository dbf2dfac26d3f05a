"""What every command begins with: plugins found, declarations read, troubles told."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from discotag.core.components import CommandInfo
    from discotag.core.registry import Registry, RoleRegistry


@lru_cache(maxsize=8)
def open_registry(without: tuple[str, ...] = ()) -> Registry:
    """Find all plugins and what they declare."""
    from discotag.core import registry

    return registry.open_registry(without=without)


@lru_cache(maxsize=1)
def listed_commands() -> RoleRegistry[CommandInfo]:
    """Find the commands that plugins declare, and ask for nothing else: a listing takes half."""
    from discotag.core import registry

    return registry.open_registry(roles=("commands",)).commands


def warn_of_broken_plugins(registry: Registry) -> None:
    """Print to standard error which plugins are left out because they are broken."""
    for record in registry.plugins.broken():
        told = f"discotag: plugin {record} is left out: {record.status}: {record.reason}"
        typer.echo(told, err=True)
