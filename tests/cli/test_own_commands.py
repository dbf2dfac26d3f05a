"""The table of the program's commands is in step with what it names."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from discotag.cli.own_commands import COMMANDS

CLI = Path(__file__).parents[2] / "discotag/cli"
LISTED = """
import json, sys
from discotag.testing.program import run_program
done = run_program(*sys.argv[1:])
assert done.returncode == 0, done
print(json.dumps(sorted(name for name in sys.modules if name.startswith("discotag.cli."))))
"""


def modules_after(*arguments):
    command = [sys.executable, "-c", LISTED, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return {name.rpartition(".")[2] for name in json.loads(done.stdout)}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_name_leads_to_a_function_or_a_group_of_commands(name):
    target = COMMANDS[name].load()
    assert isinstance(target, typer.Typer) or target.__module__ == f"discotag.cli.{name}"


def test_every_module_that_is_called_like_its_function_is_a_command():
    stems = {path.stem for path in CLI.glob("*.py")} - {"app"}
    alike = {
        stem
        for stem in stems
        if f"\ndef {stem}(" in (text := (CLI / f"{stem}.py").read_text(encoding="utf-8"))
        or f"\n{stem} = typer.Typer(" in text
    }
    assert alike == set(COMMANDS)


def test_a_list_of_commands_imports_none_of_them():
    assert modules_after("--help") & set(COMMANDS) == set()


def test_a_command_imports_no_other():
    assert modules_after("plugins") & set(COMMANDS) == {"plugins"}
