"""The worked examples of `examples/`, installed as packages from elsewhere, pass their tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
FOLDERS = sorted(path.parent for path in EXAMPLES.glob("*/pyproject.toml"))


def test_the_examples_are_installed_and_pass_their_own_tests(tmp_path):
    assert [folder.name for folder in FOLDERS] == ["discotag-phen-tag-questions"]
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    options = ["--no-build-isolation", "--disable-pip-version-check", "--target", str(site)]
    subprocess.run([*pip, *options, *map(str, FOLDERS)], check=True, capture_output=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"]
    command += ["--import-mode=importlib", "-c", os.devnull, f"--rootdir={tmp_path}"]
    done = subprocess.run(
        [*command, *(str(folder / "tests") for folder in FOLDERS)],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(site)},
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_notebook_runs_from_top_to_bottom(capsys):
    pytest.importorskip("discotag_lang_en")
    pytest.importorskip("discotag_lang_fr")
    notebook = json.loads((EXAMPLES / "notebook.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "notebook.ipynb", "exec"), names)
    printed = dict(line.split(" ", 1) for line in capsys.readouterr().out.splitlines())
    for phenomenon in ("formality", "pronouns"):
        sentence, document = json.loads(printed[phenomenon])
        assert sentence < document
