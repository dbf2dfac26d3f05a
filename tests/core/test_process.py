"""What is kept is said on an interrupt, and on nothing else."""

from __future__ import annotations

import subprocess
import sys

import pytest

from discotag.core.process import THRESHOLDS, note_on_interrupt


def test_the_innermost_block_says_it_first():
    with (
        pytest.raises(KeyboardInterrupt) as stop,
        note_on_interrupt(lambda: "outer"),
        note_on_interrupt(lambda: None),
        note_on_interrupt(lambda: "inner"),
    ):
        raise KeyboardInterrupt
    assert stop.value.__notes__ == ["inner", "outer"]


def test_a_block_that_fails_or_ends_says_nothing():
    asked = []
    with (
        pytest.raises(ValueError, match="x") as failure,
        note_on_interrupt(lambda: asked.append(1) or "note"),
    ):
        raise ValueError("x")
    with note_on_interrupt(lambda: asked.append(1) or "note"):
        pass
    assert not hasattr(failure.value, "__notes__")
    assert asked == []


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
