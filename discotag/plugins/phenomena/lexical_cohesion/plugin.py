"""Lexical cohesion: what the plugin declares."""

from collections.abc import Iterator

from discotag.core.components import TaggerInfo
from discotag.core.hookspecs import hookimpl

DISCOTAG_API = (1, 0)

LAYERS = frozenset(
    {
        *(
            f"{side}.{layer}"
            for side in ("source", "target")
            for layer in ("tokens", "lemmas", "pos")
        ),
        "alignment",
    }
)
"""What the taggers read."""


@hookimpl
def discotag_taggers() -> Iterator[TaggerInfo]:
    """Declare the taggers."""
    for name, summary, tagger in (
        (
            "lexical_cohesion",
            "Tag words that translate a source word as earlier segments repeatedly did.",
            "LexicalCohesionTagger",
        ),
        (
            "names",
            "Tag names and copied words that earlier segments repeatedly had.",
            "NamesTagger",
        ),
    ):
        yield TaggerInfo(
            name=name,
            phenomenon=name,
            classes="text",
            summary=summary,
            factory=f"discotag.plugins.phenomena.lexical_cohesion.tagger:{tagger}",
            version=4,
            needs=LAYERS,
            citation="Fernandes et al. 2023, section 3.3",
        )
