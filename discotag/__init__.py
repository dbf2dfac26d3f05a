"""discotag: discourse phenomena in translation, made visible and measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.exports import lazy_exports

if TYPE_CHECKING:
    from discotag.api.corpus import Corpus as Corpus
    from discotag.api.corpus import load as load
    from discotag.api.pipeline import Pipeline as Pipeline
    from discotag.api.pipeline import tag as tag
    from discotag.api.scores import Differences as Differences
    from discotag.api.scores import Scores as Scores
    from discotag.api.scores import compare as compare
    from discotag.api.scores import score as score
    from discotag.api.tagged import Tagged as Tagged
    from discotag.core.components import TableInfo as TableInfo
    from discotag.core.components import TaggerInfo as TaggerInfo
    from discotag.core.errors import DiscotagError as DiscotagError
    from discotag.core.explanations import Reason as Reason
    from discotag.core.hookspecs import hookimpl as hookimpl
    from discotag.core.language import LanguagePack as LanguagePack
    from discotag.core.tags import Mark as Mark
    from discotag.core.tags import TokenRef as TokenRef

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_exports(__name__, __file__)
