"""Every command looks at the places that it is to write to before it works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import pytest
import typer
from typer.testing import CliRunner

from discotag.cli.app import app
from discotag.core.errors import DiscotagError

if TYPE_CHECKING:
    from pathlib import Path

OWN = {"discotag new", "discotag dip train-ranker"}
"""Commands that look themselves: one wants no folder there yet, one learns late what it writes."""
OPTIONS = ("--out", "--html", "--examples", "--save-scores", "--write-suppressions", "--journal")


def commands(command: Any, name: str) -> dict[str, Any]:
    """Return a command and all below it, by their full names."""
    found = {name: command}
    for part, below in getattr(command, "commands", {}).items():
        found |= commands(below, f"{name} {part}")
    return found


def everything() -> dict[str, Any]:
    """Return all commands, those of plugins too, by their full names."""
    group = typer.main.get_command(app)
    context = group.make_context("discotag", [], resilient_parsing=True)
    found: dict[str, Any] = {}
    for name in group.list_commands(context):
        found |= commands(group.resolve_command(context, [name])[1], f"discotag {name}")
    return found


def test_every_option_that_names_a_file_is_looked_at_first(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    place = str(tmp_path / "file" / "in" / "it")
    options = [
        (name, command, option)
        for name, command in everything().items()
        for option in command.params
        if name not in OWN and set(option.opts) & set(OPTIONS)
    ]
    assert len(options) >= 8
    for _, command, option in options:
        with pytest.raises(DiscotagError, match=r"it: cannot be written \(Not a directory\)"):
            option.process_value(click.Context(command), place)


def test_tags_go_to_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    (tmp_path / "a.en").write_text("You know it.\n")
    (tmp_path / "a.fr").write_text("Tu le sais.\n")
    out = tmp_path / "new" / "tags.jsonl"
    texts = ["--src", tmp_path / "a.en", "--tgt", tmp_path / "a.fr", "-s", "en", "-t", "fr"]
    arguments = ["tag", *map(str, texts), "--out", str(out), "--no-cache", "-q"]
    found = CliRunner().invoke(app, arguments)
    assert found.exit_code == 0, found.output
    assert out.is_file()
