"""Every command with its arguments and options, from the program itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from discotag.cli.app import EXIT_CODES, app
from website.generated.markdown import cell, code_cell, dedented, table

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 10_000
"""Characters: so that no help text is cut."""


def page() -> str:
    """Return the page of commands."""
    group: Any = typer.main.get_command(app)
    context = group.make_context("discotag", [], resilient_parsing=True, max_content_width=WIDTH)
    lines = [
        "# Commands",
        "",
        "Those of all distributions of this repository; `discotag COMMAND --help` prints the same.",
        "",
        *_options(group, context),
        EXIT_CODES.replace("\b", "").strip(),
        "",
    ]
    for name in group.list_commands(context):
        _, command, _ = group.resolve_command(context, [name])
        lines += _command(command, f"discotag {name}", context)
    return "\n".join(lines)


def _command(command: Any, path: str, parent: Any) -> Iterator[str]:
    context = type(parent)(command, info_name=path, parent=None, max_content_width=WIDTH)
    yield f"## {path}" if path.count(" ") == 1 else f"### {path}"
    yield ""
    yield dedented(command.help or "")
    yield ""
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"`{path} {usage}`"
    yield ""
    yield from _options(command, context)
    for name in command.list_commands(context) if isinstance(command, TyperGroup) else ():
        _, below, _ = command.resolve_command(context, [name])
        yield from _command(below, f"{path} {name}", context)


def _options(command: Any, context: Any) -> Iterator[str]:
    records = [
        record
        for param in command.get_params(context)
        if (record := param.get_help_record(context)) is not None
    ]
    if records:
        yield from table(
            ("option", "what"), [(f"`{code_cell(left)}`", cell(right)) for left, right in records]
        )
        yield ""
