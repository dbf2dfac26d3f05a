"""Segments as the model reads them: pieces, each with the tokens that it is part of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from discotag.plugin import Tokens
    from discotag_e5.tokenizer import Piece, Tokenizer

Input = Literal["words", "text"]


class Reading(NamedTuple):
    """A segment's pieces.

    Args:
        ids: of all of them, in order.
        owners: for each piece the indices of its tokens; none for a mark that stands alone.
    """

    ids: tuple[int, ...]
    owners: tuple[tuple[int, ...], ...]


def read(tokens: Tokens, tokenizer: Tokenizer, *, input: Input = "words") -> Reading:
    """Cut a segment into pieces.

    Args:
        tokens: the segment.
        tokenizer: what cuts.
        input: `words` = each token is a word of its own to the model, tokens of the same characters
            (those of a multi-word token) being one; `text` = the line as it stands, where tokens
            own the pieces that hold characters of theirs.
    """
    if input == "text":
        return _of_text(tokens, tokenizer.pieces(tokens.text))
    words: dict[tuple[int, int], list[int]] = {}
    for index, place in enumerate(zip(tokens.starts, tokens.ends, strict=True)):
        if place[0] < place[1]:
            words.setdefault(place, []).append(index)
    ids: list[int] = []
    owners: list[tuple[int, ...]] = []
    for (start, end), indices in words.items():
        pieces = tokenizer.pieces(tokens.text[start:end])
        is_bare = all(piece.is_mark for piece in pieces)
        for piece in pieces:
            ids.append(piece.id)
            owners.append(() if piece.is_mark and not is_bare else tuple(indices))
    return Reading(tuple(ids), tuple(owners))


def _of_text(tokens: Tokens, pieces: tuple[Piece, ...]) -> Reading:
    standing: list[list[int]] = [[] for _ in tokens.text]
    for index, (start, end) in enumerate(zip(tokens.starts, tokens.ends, strict=True)):
        for place in range(start, end):
            standing[place].append(index)
    owners = tuple(
        tuple(
            sorted({index for place in range(piece.start, piece.end) for index in standing[place]})
        )
        for piece in pieces
    )
    return Reading(tuple(piece.id for piece in pieces), owners)
