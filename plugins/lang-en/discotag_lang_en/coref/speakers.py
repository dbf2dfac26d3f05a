"""Chains of *I*, *me*, *my*: one speaker's, as far as the text shows who is speaking.

Each speaker who is named before a colon has a chain of his own, and so has each quotation. Lines
that begin with a dash are turns of somebody unknown: nothing joins them. The rest of a document is
one voice. *We* and *you* change with the hearers and are left alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag.plugin import Cluster, Mention
from discotag_lang_en.coref.words import words

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from discotag.plugin import Side, Tokens

SCORE = 0.7
_NAMED = re.compile(r"\s*([A-Z][\w.' -]{0,30}?)\s?:\s")
_TURN = re.compile(r"\s*[-–—]\s?\w")
OPENING, CLOSING, EITHER = "“„«", "”»", '"'


def speaker_chains(document: Side) -> tuple[Cluster, ...]:
    """Return the chains of first persons of a document's side, in text order."""
    chains: dict[Hashable, list[Mention]] = {}
    quotation, depth = 0, False
    for segment, tokens in enumerate(document):
        voice = _voice(segment, tokens.text)
        if _NAMED.match(tokens.text):
            depth = False
        for index, form in enumerate(tokens.forms):
            if form in OPENING or (form == EITHER and not depth):
                quotation, depth = quotation + 1, True
            elif form in CLOSING or form == EITHER:
                depth = False
            elif form.casefold() in words().speakers and _is_pronoun(tokens, index):
                key = ("quotation", quotation) if depth else voice
                chains.setdefault(key, []).append(
                    Mention(segment, index, index + 1, index, "pronoun")
                )
    return tuple(
        Cluster(tuple(chain), (1.0, *(SCORE for _ in chain[1:])))
        for chain in chains.values()
        if len(chain) > 1
    )


def _voice(segment: int, text: str) -> Hashable:
    """Return whose words a segment holds outside quotations."""
    named = _NAMED.match(text)
    if named:
        return "speaker", named[1]
    return ("turn", segment) if _TURN.match(text) else "text"


def _is_pronoun(tokens: Tokens, index: int) -> bool:
    """Return whether a form is the pronoun: not the numeral of *World War I*."""
    return tokens.upos is None or tokens.upos[index] in {"PRON", "DET"}


def with_speakers(found: Sequence[Cluster], document: Side) -> tuple[Cluster, ...]:
    """Return clusters with the chains of first persons among them, in text order."""
    return tuple(sorted((*found, *speaker_chains(document)), key=lambda cluster: cluster.mentions))
