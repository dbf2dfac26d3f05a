"""Every command looks at the places that it is to write to before it works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from discotag.cli.app import app
from discotag.core.errors import DiscotagError

if TYPE_CHECKING:
    from pathlib import Path

OWN = {"discotag new", "discotag dip train-ranker"}
"""Commands that look themselves: one wants no folder there yet, one learns late what it writes."""
OPTIONS = ("--out", "--html", "--examples", "--save-scores", "--write-suppressions", "--journal")


def commands(group: Any, name: str = "discotag") -> dict[str, Any]:
    """Return all commands of a group, and of the groups in it, by their full names."""
    if not isinstance(group, TyperGroup):
        return {name: group}
    found: dict[str, Any] = {}
    context = group.make_context(name, [], resilient_parsing=True)
    for part in group.list_commands(context):
        found |= commands(group.resolve_command(context, [part])[1], f"{name} {part}")
    return found


def test_every_option_that_names_a_file_is_looked_at_first(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    place = str(tmp_path / "file" / "in" / "it")
    options = [
        (name, command, option)
        for name, command in commands(typer.main.get_command(app)).items()
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
