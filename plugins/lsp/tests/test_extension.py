"""The extension for VS Code: it starts the command that there is, and npm builds it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from discotag.testing.program import run_program

FOLDER = Path(__file__).parents[3] / "editors" / "vscode"
PACKAGE = json.loads((FOLDER / "package.json").read_text("utf-8"))
LEFT_OUT = ("node_modules", "dist", "*.vsix")


def test_what_it_starts_is_a_command_of_the_program() -> None:
    settings = PACKAGE["contributes"]["configuration"]["properties"]
    program, command, *options = settings["discotag.command"]["default"]
    assert (program, command) == ("discotag", "lsp")
    told = run_program(command, "--help").stdout
    assert all(option in told for option in options)


def test_the_options_it_passes_on_are_those_that_the_server_reads() -> None:
    passed = (FOLDER / "src/extension.ts").read_text("utf-8")
    read = (FOLDER.parents[1] / "plugins/lsp/discotag_lsp/server.py").read_text("utf-8")
    assert "initializationOptions: configuration ? { configuration } : {}" in passed
    assert 'wishes.get("configuration")' in read


@pytest.mark.engine
def test_npm_builds_it(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    copy = tmp_path / "vscode"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    environ = {**os.environ, "npm_config_update_notifier": "false"}
    fetched = subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund"],
        cwd=copy, env=environ, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    if "ENOTFOUND" in fetched.stderr or "EAI_AGAIN" in fetched.stderr:
        pytest.skip("npm cannot reach its registry")
    assert fetched.returncode == 0, fetched.stderr
    built = subprocess.run(
        ["npm", "run", "build"],
        cwd=copy, env=environ, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    program = (copy / "dist/extension.js").read_text("utf-8")
    assert "activate" in program
    assert "discotag.restart" in program
