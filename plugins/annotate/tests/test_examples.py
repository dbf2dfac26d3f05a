"""What docstrings show is what comes out."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "name",
    ["drawing", "instruments.choice", "instruments.candidates", "results.writing", "agreement"],
)
def test_examples_hold(name: str) -> None:
    found = doctest.testmod(import_module(f"discotag_annotate.{name}"))
    assert found.attempted
    assert not found.failed
