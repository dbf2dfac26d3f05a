"""The README shows what `discotag explain` prints."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_explanation_is_what_the_program_prints() -> None:
    before, _, behind = README.read_text("utf-8").partition("<!-- explanation")
    command = before.split("```\n")[-2].replace("\\\n", " ")
    done = subprocess.run(
        [sys.executable, "-m", "discotag", *shlex.split(command)[1:]],
        check=True,
        capture_output=True,
        env={**os.environ, "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"},
    )
    shown = behind.split("```\n")[1]
    printed = [line.rstrip() for line in done.stdout.decode().splitlines()]
    assert printed == shown.splitlines()
