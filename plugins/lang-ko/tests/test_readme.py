"""The README shows what `discotag explain` prints."""

import shlex
from pathlib import Path

from discotag.testing.program import run_program

README = Path(__file__).parents[1] / "README.md"


def test_the_explanation_is_what_the_program_prints() -> None:
    before, _, behind = README.read_text("utf-8").partition("<!-- explanation")
    command = before.split("```\n")[-2].replace("\\\n", " ")
    done = run_program(*shlex.split(command)[1:], COLUMNS="200")
    assert done.returncode == 0, done.stderr
    shown = behind.split("```\n")[1]
    printed = [line.rstrip() for line in done.stdout.splitlines()]
    assert printed == shown.splitlines()
