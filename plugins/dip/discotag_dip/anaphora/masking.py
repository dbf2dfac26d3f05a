"""What an encoder sees of a segment whose pronouns are hidden.

All pronouns of the segment are masks, in one text with the segments before it. Each mask has a
state, and there are the words that a pronoun may stand for or agree with: the nearest nouns, names
and pronouns on both sides.
"""

from __future__ import annotations

from math import log1p
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from discotag_dip.anaphora.pronouns import pronouns

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import NDArray

    from discotag.plugin import Tokens
    from discotag_e5.encoder import Encoder

    Floats = NDArray[np.float32]
    Word = tuple[int, int]
    """Segment and token."""

BELOW, LAYER = (7,), 9
"""The layers of multilingual-e5-small whose states stand side by side; words have the last."""
MOST = 30
"""Words that are looked at around a pronoun."""
KINDS = ("NOUN", "PROPN", "PRON")
BACK = 3
"""The segment itself and two before it."""
NEAR = 2
AT_END = 3
"""Tokens from the pronoun, and from the end of an earlier segment, that count as near."""
SCALE = 3.0
"""The logarithm of a distance is divided by it."""


class Hidden(NamedTuple):
    """A pronoun's place.

    Args:
        state: of its mask, (layers · width,).
        vectors: of the words around it, (words, width), of the highest layer.
        marks: kind, segment, distance and class of these, (words, marks).
    """

    state: Floats
    vectors: Floats
    marks: Floats


def hidden(
    context: Sequence[Tokens], tokens: Tokens, indices: Collection[int], encoder: Encoder
) -> dict[int, Hidden]:
    """Return what is seen of each pronoun of a segment; one without characters is left out.

    Args:
        context: the segments before it.
        tokens: the segment.
        indices: its pronouns.
        encoder: gives the states.
    """
    if not indices:
        return {}
    read_segments = (*context, tokens)
    own = len(context)
    ids, owners = _masked(read_segments, indices, encoder)
    (states,) = encoder.states([tuple(ids)])
    width = states.shape[1] // (1 + len(BELOW))
    pieces: dict[Word, list[int]] = {}
    for place, word in enumerate(owners):
        for token in word[1]:
            is_hidden = word[0] == own and token in indices
            if is_hidden or read_segments[word[0]][token].upos in KINDS:
                pieces.setdefault((word[0], token), []).append(place)
    vectors = {word: states[places, -width:].mean(axis=0) for word, places in pieces.items()}
    found = {}
    for index in indices:
        if (own, index) not in pieces:
            continue
        around = _nearest((word for word in vectors if word != (own, index)), own, index)
        rows = [_marks(read_segments, own, index, word) for word in around]
        found[index] = Hidden(
            states[pieces[own, index][0]],
            np.array([vectors[word] for word in around], np.float32).reshape(-1, width),
            np.array(rows, np.float32).reshape(-1, marks_size()),
        )
    return found


def _masked(
    segments: Sequence[Tokens], indices: Collection[int], encoder: Encoder
) -> tuple[list[int], list[tuple[int, tuple[int, ...]]]]:
    """Return the pieces of a text whose last segment's pronouns are one mask each; their words."""
    from discotag_e5.reading import read

    ids: list[int] = []
    owners: list[tuple[int, tuple[int, ...]]] = []
    for number, tokens in enumerate(segments):
        reading = read(tokens, encoder.tokenizer)
        masked = set()
        for piece, words in zip(reading.ids, reading.owners, strict=True):
            is_last = number == len(segments) - 1
            pronoun = next((word for word in words if is_last and word in indices), None)
            if pronoun is None:
                ids.append(piece)
                owners.append((number, words))
            elif pronoun not in masked:
                masked.add(pronoun)
                ids.append(encoder.mask)
                owners.append((number, (pronoun,)))
    return ids, owners


def _nearest(words: Iterable[Word], own: int, index: int) -> list[Word]:
    """Return the nearest words: of the segment first, then those at the end of earlier ones."""

    def distance(word: Word) -> tuple[int, int]:
        segment, token = word
        return own - segment, abs(token - index) if segment == own else -token

    return sorted(words, key=distance)[:MOST]


def _marks(segments: Sequence[Tokens], own: int, index: int, word: Word) -> list[float]:
    segment, token = word
    tokens = segments[segment]
    is_own = segment == own
    away = token - index if is_own else token - len(tokens)
    back = own - segment
    upos = tokens[token].upos
    kind = upos if upos in KINDS else "PRON"
    name = pronouns().class_of(tokens.forms[token])
    return [
        *(float(kind == one) for one in KINDS),
        *(float(back == one) for one in range(BACK)),
        float(is_own and away < 0),
        float(is_own and away > 0),
        log1p(abs(away)) / SCALE,
        float(is_own and abs(away) <= NEAR),
        float(not is_own and abs(away) <= AT_END),
        *(float(name == one) for one in pronouns().classes),
        float(name is None),
    ]


def marks_size() -> int:
    """Return how many marks a word has."""
    return len(KINDS) + BACK + 5 + len(pronouns().classes) + 1
