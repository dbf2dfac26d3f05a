"""`discotag plugins`: what is installed, what failed and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

from discotag.cli.options import Json, Without
from discotag.cli.session import open_registry

if TYPE_CHECKING:
    from discotag.core.discovery import PluginRecord


def plugins(*, as_json: Json = False, without: Without = None) -> None:
    """List the plugins that were found, with what each declares.

    Nothing heavy is imported. A broken plugin is shown with the reason; it stops only a run that
    needs it.
    """
    registry = open_registry(tuple(without or ()))
    declared: dict[tuple[str, str], dict[str, list[str]]] = {}
    for role in registry.roles:
        shelf = registry.role(role)
        for name, item in sorted(shelf.items.items()):
            declared.setdefault(_key(item.owner), {}).setdefault(role, []).append(name)
    records: list[dict[str, Any]] = [
        {
            "name": record.name,
            "distribution": record.distribution,
            "version": record.version,
            "status": str(record.status),
            "reason": record.reason,
            "api": record.api,
            "declares": declared.get(_key(record), {}) if record.status == "loaded" else {},
        }
        for record in registry.plugins.records
    ]
    if as_json:
        typer.echo(json.dumps(records, ensure_ascii=False, indent=2))
        return
    from discotag.cli.render import print_table

    print_table(
        ("plugin", "distribution", "status", "declares"),
        [
            (
                record["name"],
                f"{record['distribution']} {record['version']}",
                f"{record['status']}: {record['reason']}" if record["reason"] else record["status"],
                "; ".join(
                    f"{role}: {', '.join(names)}" for role, names in record["declares"].items()
                ),
            )
            for record in records
        ],
    )


def _key(record: PluginRecord) -> tuple[str, str]:
    return record.name, record.distribution
