"""discotag: discourse phenomena in translation, made visible and measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from discotag.api import (
        Corpus,
        Differences,
        Findings,
        Scores,
        Tagged,
        compare,
        lint,
        load,
        score,
        tag,
    )
    from discotag.core.components import TableInfo, TaggerInfo
    from discotag.core.errors import DiscotagError
    from discotag.core.hookspecs import hookimpl
    from discotag.core.language import LanguagePack
    from discotag.core.reasons import Reason, Trace
    from discotag.core.tags import Mark, Place

_HOMES = {
    "Corpus": "discotag.api.corpus",
    "Differences": "discotag.api.scores",
    "DiscotagError": "discotag.core.errors",
    "Findings": "discotag.api.findings",
    "LanguagePack": "discotag.core.language",
    "Mark": "discotag.core.tags",
    "Place": "discotag.core.tags",
    "Reason": "discotag.core.reasons",
    "Scores": "discotag.api.scores",
    "TableInfo": "discotag.core.components",
    "Tagged": "discotag.api.tagged",
    "TaggerInfo": "discotag.core.components",
    "Trace": "discotag.core.reasons",
    "compare": "discotag.api.scores",
    "hookimpl": "discotag.core.hookspecs",
    "lint": "discotag.api.findings",
    "load": "discotag.api.corpus",
    "score": "discotag.api.scores",
    "tag": "discotag.api.tagged",
}

__all__ = [
    "Corpus",
    "Differences",
    "DiscotagError",
    "Findings",
    "LanguagePack",
    "Mark",
    "Place",
    "Reason",
    "Scores",
    "TableInfo",
    "Tagged",
    "TaggerInfo",
    "Trace",
    "compare",
    "hookimpl",
    "lint",
    "load",
    "score",
    "tag",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import discotag` stays light."""
    if name not in _HOMES:
        raise AttributeError(f"module 'discotag' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names, for completion in notebooks."""
    return sorted({*globals(), *__all__})
