"""discotag: discourse phenomena in translation, made visible and measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from discotag.core.components import TableInfo, TaggerInfo
    from discotag.core.hookspecs import hookimpl
    from discotag.core.language import LanguagePack
    from discotag.core.tags import Mark, Place

_HOMES = {
    "LanguagePack": "discotag.core.language",
    "Mark": "discotag.core.tags",
    "Place": "discotag.core.tags",
    "TableInfo": "discotag.core.components",
    "TaggerInfo": "discotag.core.components",
    "hookimpl": "discotag.core.hookspecs",
}

__all__ = ["LanguagePack", "Mark", "Place", "TableInfo", "TaggerInfo", "hookimpl"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import discotag` stays light."""
    if name not in _HOMES:
        raise AttributeError(f"module 'discotag' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
