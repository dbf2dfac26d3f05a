"""discotag: discourse phenomena in translation, made visible and measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from discotag.api.choosing import Chosen, Combined, choose, combine
    from discotag.api.corpus import Corpus, load
    from discotag.api.findings import Findings, lint
    from discotag.api.scores import Differences, Scores, compare, score
    from discotag.api.tagged import Tagged, tag
    from discotag.core.components import TableInfo, TaggerInfo
    from discotag.core.errors import DiscotagError
    from discotag.core.explanations import Reason, Trace
    from discotag.core.hookspecs import hookimpl
    from discotag.core.language import LanguagePack
    from discotag.core.tags import Mark, TokenRef

_HOMES = {
    "Chosen": "discotag.api.choosing",
    "Combined": "discotag.api.choosing",
    "Corpus": "discotag.api.corpus",
    "Differences": "discotag.api.scores",
    "DiscotagError": "discotag.core.errors",
    "Findings": "discotag.api.findings",
    "LanguagePack": "discotag.core.language",
    "Mark": "discotag.core.tags",
    "TokenRef": "discotag.core.tags",
    "Reason": "discotag.core.explanations",
    "Scores": "discotag.api.scores",
    "TableInfo": "discotag.core.components",
    "Tagged": "discotag.api.tagged",
    "TaggerInfo": "discotag.core.components",
    "Trace": "discotag.core.explanations",
    "choose": "discotag.api.choosing",
    "combine": "discotag.api.choosing",
    "compare": "discotag.api.scores",
    "hookimpl": "discotag.core.hookspecs",
    "lint": "discotag.api.findings",
    "load": "discotag.api.corpus",
    "score": "discotag.api.scores",
    "tag": "discotag.api.tagged",
}

__all__ = [
    "Chosen",
    "Combined",
    "Corpus",
    "Differences",
    "DiscotagError",
    "Findings",
    "LanguagePack",
    "Mark",
    "Reason",
    "Scores",
    "TableInfo",
    "Tagged",
    "TaggerInfo",
    "TokenRef",
    "Trace",
    "choose",
    "combine",
    "compare",
    "hookimpl",
    "lint",
    "load",
    "score",
    "tag",
]


_RENAMED = {"Place": "TokenRef"}
"""Old names, until the next minor version."""


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import discotag` stays light."""
    if name in _RENAMED:
        import warnings

        message = f"discotag.{name} is now discotag.{_RENAMED[name]}; the old name goes with 0.3"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        name = _RENAMED[name]
    if name not in _HOMES:
        raise AttributeError(f"module 'discotag' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names, for completion in notebooks."""
    return sorted({*globals(), *__all__})
