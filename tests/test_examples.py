"""The worked examples of `examples/`, installed as packages from elsewhere, pass their tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FOLDERS = sorted(
    path.parent for path in (Path(__file__).parents[1] / "examples").glob("*/pyproject.toml")
)


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
