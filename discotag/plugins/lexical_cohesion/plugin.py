"""Lexical cohesion: what the plugin declares."""

from collections.abc import Iterator

from discotag.core.components import TaggerInfo
from discotag.core.hookspecs import hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_taggers() -> Iterator[TaggerInfo]:
    """Declare the tagger."""
    yield TaggerInfo(
        name="lexical_cohesion",
        phenomenon="lexical_cohesion",
        classes="text",
        summary="Tag words that translate a source word as earlier segments repeatedly did.",
        factory="discotag.plugins.lexical_cohesion.tagger:LexicalCohesionTagger",
        needs=frozenset(
            {
                *(
                    f"{side}.{layer}"
                    for side in ("source", "target")
                    for layer in ("tokens", "lemmas", "pos")
                ),
                "alignment",
            }
        ),
        citation="Fernandes et al. 2023, section 3.3",
    )
