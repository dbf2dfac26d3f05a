"""What is kept is said on an interrupt, and on nothing else."""

from __future__ import annotations

import pytest

from discotag.core.process import kept


def test_the_innermost_block_says_it_first():
    with (
        pytest.raises(KeyboardInterrupt) as stop,
        kept(lambda: "outer"),
        kept(lambda: None),
        kept(lambda: "inner"),
    ):
        raise KeyboardInterrupt
    assert stop.value.__notes__ == ["inner", "outer"]


def test_a_block_that_fails_or_ends_says_nothing():
    asked = []
    with pytest.raises(ValueError, match="x") as failure, kept(lambda: asked.append(1) or "note"):
        raise ValueError("x")
    with kept(lambda: asked.append(1) or "note"):
        pass
    assert not hasattr(failure.value, "__notes__")
    assert asked == []
