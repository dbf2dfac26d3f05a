"""Declares `discotag choose` and the scorer `consistency`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, ScorerInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable


DISCOTAG_API = (1, 0)
LAYERS = ("tokens", "lemmas", "pos", "morph", "deps")
BOTH = frozenset({f"{side}.{layer}" for side in ("source", "target") for layer in LAYERS})
COLUMNS = (
    *("address_other", "address", "words_other", "words", "agreement_other", "agreement"),
    "support",
)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag choose`."""
    yield CommandInfo(
        name="choose",
        summary="Choose the translation that agrees best with itself.",
        factory="discotag_choose.command:choose",
        section="Translations",
    )


@hookimpl
def discotag_scorers() -> Iterable[ScorerInfo]:
    """Declare `consistency`."""
    yield ScorerInfo(
        name="consistency",
        summary="how far a text agrees with itself: address, repeated words, pronouns; needs no"
        " reference",
        factory="discotag_choose.scorer:ConsistencyScorer",
        version=2,
        phenomena=None,
        columns=COLUMNS,
        needs=BOTH | {"alignment", "source.coref?"},
        needs_reference=False,
    )
