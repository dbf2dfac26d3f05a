"""Which way the texts of a form run."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from discotag.plugin import open_registry

if TYPE_CHECKING:
    from discotag.plugin import Registry


@cache
def direction(language: str) -> Literal["ltr", "rtl"]:
    """Return how a language is written, as its pack or, without one, its usual script tells."""
    return _registry().direction(language)


@cache
def _registry() -> Registry:
    return open_registry()
