"""Garbage collection: rare in the program, as it was for whoever uses the library."""

from __future__ import annotations

import subprocess
import sys

from discotag.core.process import THRESHOLDS

SHOWN = "import atexit, gc, sys; atexit.register(lambda: print(gc.get_threshold()[0]));"


def threshold_after(code: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", SHOWN + code], check=True, capture_output=True, text=True
    )
    return int(done.stdout.split()[-1])


def test_the_program_collects_rarely() -> None:
    run = "sys.argv = ['discotag', '--version']; from discotag.cli import main; main()"
    assert threshold_after(run) == THRESHOLDS[0]


def test_the_library_leaves_the_collector_alone() -> None:
    assert threshold_after("import discotag.plugin") == threshold_after("pass")
