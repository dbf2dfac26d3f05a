"""Faults of a translation that show without a reference: checks, terms, and their outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from discotag_lint.api import Findings, lint

__all__ = ["Findings", "lint"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module 'discotag_lint' has no attribute {name!r}")
    from discotag_lint import api

    return getattr(api, name)
