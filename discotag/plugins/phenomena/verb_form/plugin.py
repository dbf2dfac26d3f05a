"""Declares the verb form taggers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import TaggerInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)
LAYERS = ("tokens", "lemmas", "pos", "morph", "deps")
CITATION = "Fernandes et al. 2023, section 4.2 (MuDA)"


@hookimpl
def discotag_taggers() -> Iterable[TaggerInfo]:
    """Declare `verb_form` and `verb_form-features`."""
    yield TaggerInfo(
        name="verb_form",
        phenomenon="verb_form",
        classes="word",
        summary="tenses of verb groups, where the linked source form leaves several open",
        factory="discotag.plugins.phenomena.verb_form.tagger:VerbFormTagger",
        version=4,
        table="verb_form",
        blocks="ambiguous",
        needs=frozenset(
            {"alignment", *(f"{side}.{layer}" for side in ("source", "target") for layer in LAYERS)}
        ),
        citation=CITATION,
    )
    yield TaggerInfo(
        name="verb_form-features",
        phenomenon="verb_form",
        classes="word",
        summary="verb forms as published: each word by its own features, whatever the source says",
        factory="discotag.plugins.phenomena.verb_form.tagger:FeatureTagger",
        table="verb_form",
        needs=frozenset({"target.tokens", "target.pos", "target.morph", "alignment"}),
        citation=CITATION,
    )
