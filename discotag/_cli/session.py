"""What every command begins with: plugins found, declarations read, troubles told."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from discotag.core.registry import Registry


@lru_cache(maxsize=8)
def open_registry(without: tuple[str, ...] = ()) -> Registry:
    """Find all plugins and what they declare."""
    from discotag.core import registry

    return registry.open_registry(without=without)


def warn_of_broken_plugins(registry: Registry) -> None:
    """Print to standard error which plugins are left out because they are broken."""
    for record in registry.plugins.broken():
        told = f"discotag: plugin {record} is left out: {record.status}: {record.reason}"
        typer.echo(told, err=True)
