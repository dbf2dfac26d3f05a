"""Declares the formality tagger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import TaggerInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)
LAYERS = ("tokens", "lemmas", "pos", "morph", "deps")


@hookimpl
def discotag_taggers() -> Iterable[TaggerInfo]:
    """Declare `formality`."""
    yield TaggerInfo(
        name="formality",
        phenomenon="formality",
        classes="segment",
        summary="words and verb forms of address (T or V, plain or polite)",
        factory="discotag.plugins.phenomena.formality.tagger:FormalityTagger",
        version=9,
        table="formality",
        needs=frozenset(
            {"alignment", *(f"{side}.{layer}" for side in ("source", "target") for layer in LAYERS)}
        ),
        citation="Fernandes et al. 2023, section 4.2 (MuDA)",
    )
