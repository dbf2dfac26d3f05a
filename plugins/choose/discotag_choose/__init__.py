"""Choosing among translations: which one agrees best with itself, segment by segment if asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from discotag_choose.api import Chosen, Combined, choose, combine

__all__ = ["Chosen", "Combined", "choose", "combine"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module 'discotag_choose' has no attribute {name!r}")
    from discotag_choose import api

    return getattr(api, name)
