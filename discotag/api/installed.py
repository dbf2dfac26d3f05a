"""The plugins that are installed, found once."""

from __future__ import annotations

from functools import lru_cache

from discotag.core.registry import Registry, open_registry


@lru_cache(maxsize=1)
def registry() -> Registry:
    """Find all plugins, once."""
    return open_registry()
