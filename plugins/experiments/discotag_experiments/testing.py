"""An experiment's steps done in this process, for the tests of plugins that bring one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.testing.program import run_program
from discotag_experiments.steps import State, keyed, run_steps, state_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


__all__ = ["State", "in_this_process", "keyed", "run_steps", "state_of"]


def in_this_process(arguments: Sequence[str], stdout: Path, log: Path) -> int:
    """Run a step's command without the seconds that a process of its own takes.

    Args:
        arguments: the command line, without `discotag`.
        stdout: the file that gets what it prints.
        log: the file that gets what it says.
    """
    done = run_program(*arguments)
    with stdout.open("a", encoding="utf-8") as stream:
        stream.write(done.stdout)
    with log.open("a", encoding="utf-8") as stream:
        stream.write(done.stderr)
    return done.returncode
