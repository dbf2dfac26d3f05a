"""The program as a user runs it, small files, and plugins that misbehave."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from discotag.testing.program import run_program

if TYPE_CHECKING:
    from pathlib import Path

ENGLISH = (
    "Did you see the cat?",
    "It sleeps on the mat.",
    "You should look at it.",
    "",
    "I know the cat.",
)
FRENCH = (
    "As-tu vu le chat ?",
    "Il dort sur le tapis.",
    "Tu devrais le regarder.",
    "",
    "Je connais le chat.",
)
SYSTEM = (
    "Avez-vous vu le chat ?",
    "Il dort sur le tapis.",
    "Vous devriez le regarder.",
    "",
    "Je connais le chat.",
)


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Write a small corpus: source, reference, one system, document ids."""
    return {
        "src": write(tmp_path / "a.en", *ENGLISH),
        "ref": write(tmp_path / "a.fr", *FRENCH),
        "hyp": write(tmp_path / "s.fr", *SYSTEM),
        "docids": write(tmp_path / "a.ids", *["one"] * 3, *["two"] * 2),
    }


@pytest.fixture
def discotag() -> Any:
    """Run the program: `discotag("run", …)` gives what it printed and its exit code."""

    def run(*arguments: object, **more: Any) -> subprocess.CompletedProcess[str]:
        return run_program(*arguments, **{"COLUMNS": "200", "DISCOTAG_STRICT": "0"} | more)

    return run


@pytest.fixture
def process() -> Any:
    """Run the program in a process of its own, for what only a process can show."""

    def run(
        *arguments: object, stdout: Any = subprocess.PIPE, **environ: str
    ) -> subprocess.CompletedProcess[str]:
        settings = {**os.environ, "COLUMNS": "200", "DISCOTAG_STRICT": "0", **environ}
        command = [sys.executable, "-m", "discotag", *map(str, arguments)]
        done = subprocess.run(
            command, check=False, stdout=stdout, stderr=subprocess.PIPE, env=settings
        )
        return subprocess.CompletedProcess(
            command, done.returncode, (done.stdout or b"").decode(), done.stderr.decode()
        )

    return run


@pytest.fixture
def run_files(discotag: Any, files: dict[str, Path]) -> Any:
    """Run `discotag run` on the small corpus, with changes."""

    def run(*more: object, target: str = "fr", program: Any = discotag, **changes: Any) -> Any:
        paths = {**files, **{name: changes.pop(name) for name in list(changes) if name in files}}
        return program(
            "run", "--src", paths["src"], "--ref", paths["ref"], "--docids", paths["docids"],
            "--hyp", f"S={paths['hyp']}", "-s", "en", "-t", target, *more, **changes,
        )  # fmt: skip

    return run


@pytest.fixture
def install(tmp_path: Path) -> Any:
    """Install a one-module plugin by hand: `install("bad", "its source")` gives the site folder."""

    def make(name: str, code: str) -> Path:
        site = tmp_path / "site"
        site.mkdir(exist_ok=True)
        module = name.replace("-", "_")
        (site / f"{module}.py").write_text(code, encoding="utf-8")
        info = site / f"{module}-1.0.dist-info"
        info.mkdir()
        write(info / "METADATA", "Metadata-Version: 2.1", f"Name: {name}", "Version: 1.0")
        write(info / "entry_points.txt", "[discotag]", f"{name} = {module}")
        return site

    return make
