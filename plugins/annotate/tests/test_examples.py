"""What docstrings show is what comes out."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "name",
    ["instruments.common", "instruments.choice", "results.tables", "agreement"],
)
def test_examples_hold(name: str) -> None:
    found = doctest.testmod(import_module(f"discotag_annotate.{name}"))
    assert found.attempted
    assert not found.failed
