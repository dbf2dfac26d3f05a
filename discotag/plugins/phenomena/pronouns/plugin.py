"""Pronoun choice: what the plugin declares."""

from collections.abc import Iterator

from discotag.core.components import TaggerInfo
from discotag.core.hookspecs import hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_taggers() -> Iterator[TaggerInfo]:
    """Declare the tagger."""
    layers = ("tokens", "lemmas", "pos", "morph", "deps")
    yield TaggerInfo(
        name="pronouns",
        phenomenon="pronouns",
        classes="word",
        summary="Tag pronouns whose form an antecedent outside their segment decides.",
        factory="discotag.plugins.phenomena.pronouns.tagger:PronounTagger",
        version=12,
        table="pronouns",
        blocks="",
        needs=frozenset(
            {
                *(f"{side}.{layer}" for side in ("source", "target") for layer in layers),
                "alignment",
                "source.coref | target.coref?",
            }
        ),
        citation="Fernandes et al. 2023, section 3.3",
    )
