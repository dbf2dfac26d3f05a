"""Ellipsis: what the plugin declares."""

from collections.abc import Iterator

from discotag.core.components import TaggerInfo
from discotag.core.hookspecs import hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_taggers() -> Iterator[TaggerInfo]:
    """Declare the tagger."""
    yield TaggerInfo(
        name="ellipsis",
        phenomenon="ellipsis",
        summary="Tag words that stand for what the source leaves out.",
        factory="discotag.plugins.phenomena.ellipsis.tagger:EllipsisTagger",
        version=2,
        needs=frozenset(
            {
                "source.tokens",
                "source.pos",
                "source.ellipsis",
                "target.tokens",
                "target.lemmas",
                "target.pos",
                "alignment",
            }
        ),
        citation="Fernandes et al. 2023, section 3.3",
    )
