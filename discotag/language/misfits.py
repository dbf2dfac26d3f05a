"""Whether the beads of two texts speak against one being a translation of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.document import Bead

MOST = 0.5
"""A text of which a greater share stands alone, or is linked by guess, hardly fits the other."""
FEW = 5
"""Sentences or beads up to which nothing is said of how well texts fit."""


def misfit(beads: Sequence[Bead]) -> str:
    """Say why two texts hardly fit, or "" if they do; the beads cover both."""
    if not beads:
        return ""
    here, there = beads[-1].source[1], beads[-1].target[1]
    if not here or not there:
        return "is empty" if here else "has no source"
    alone = sum(
        bead.source[1] - bead.source[0] + bead.target[1] - bead.target[0]
        for bead in beads
        if not bead.is_linked
    )
    if alone > max(FEW, MOST * (here + there)):
        return f"{alone} of {here + there} sentences of both sides have no counterpart"
    linked = [bead for bead in beads if bead.is_linked]
    guessed = sum(not bead.is_sure for bead in linked)
    if guessed > MOST * len(linked) and guessed + alone > FEW:
        return f"the words of {guessed} of {len(linked)} pairs of sentences do not fit"
    return ""
