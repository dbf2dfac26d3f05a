"""The commands: listed in sections, in groups, imported one at a time, hinted at where absent."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

from discotag.cli import app as program
from discotag.cli.app import COMMANDS
from discotag.core import packages
from discotag.core.registry import RoleRegistry, open_registry
from discotag.testing.program import run_program

MODULES = {own.target.partition(":")[0] for own in COMMANDS.values()}
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
    return {name.rpartition(".")[2] for name in json.loads(done.stdout)} & MODULES


@pytest.mark.parametrize("name", COMMANDS)
def test_every_name_leads_to_a_function_or_a_group_of_commands(name):
    target = COMMANDS[name].load()
    assert isinstance(target, typer.Typer) or target.__name__ == name


def test_the_list_of_commands_fits_on_a_screen_and_imports_none_of_them(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = run_program("--help").stdout.splitlines()
    assert len(lines) <= 50
    assert max(map(len, lines)) <= 80
    assert modules_after("--help") == set()


def test_a_command_imports_no_other_module_of_commands():
    assert modules_after("plugins") == {"installation"}


def test_the_most_needed_options_come_first_the_others_in_panels():
    text = run_program("run", "--help").stdout
    first, _, rest = text.partition("Options:")[2].partition("\n\n")
    assert first.count("\n  -") <= 11
    assert "--src" in first
    for panel in ("Reading the texts:", "Rules and engines:", "Scores:", "Execution:", "Output:"):
        assert panel in rest


def test_several_packages_add_to_one_group():
    for words in (("align",), ("align", "--help")):
        done = run_program(*words)
        assert done.returncode == 0
        assert "sentences" in done.stdout
        assert "adapt" in done.stdout


def test_a_command_of_an_absent_package_names_the_package(monkeypatch):
    monkeypatch.setattr(packages, "is_installed", lambda _: False)
    empty = type("Empty", (), {"commands": RoleRegistry("command")})
    monkeypatch.setattr(program, "open_registry", lambda: empty)
    for words in (["cxmi"], ["cxmi", "themes"], ["train", "pack"]):
        done = CliRunner().invoke(program.app, words)
        assert done.exit_code == 2
        assert f"pip install discotag-{words[0]}" in done.output


def test_an_unknown_name_in_a_run_names_the_package(monkeypatch):
    nowhere = packages.Package("discotag-nowhere", "", {"aligners": ("nowhere",)}, {})
    monkeypatch.setattr(packages, "packages", lambda: {nowhere.name: nowhere})
    done = CliRunner().invoke(program.app, "doctor -s en -t fr --aligner nowhere")
    assert done.exit_code == 1
    assert "  hint: nowhere is in discotag-nowhere: pip install discotag-nowhere" in done.output


def test_a_mistyped_command_suggests_the_nearest():
    done = CliRunner().invoke(program.app, ["chooze"])
    assert done.exit_code == 2
    assert "did you mean choose?" in done.output


def test_a_listing_asks_plugins_for_commands_alone():
    registry = open_registry(roles=("commands",))
    assert not list(registry.languages)
    assert {item.info.name for item in registry.commands} == {
        item.info.name for item in open_registry().commands
    }
