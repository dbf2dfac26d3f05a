"""Where Japanese sentences and coordinate clauses end."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discotag.plugin import Token, Tokens
    from discotag_lang_ja.table import BoundaryWords

SIGNS = ("補助記号", "記号", "空白")


class Boundary(Enum):
    """What ends: a sentence with its stop, a line or bracket without one, a coordinate clause."""

    SENTENCE = "sentence"
    UNMARKED = "sentence without a stop"
    CLAUSE = "clause"


class Inside(Enum):
    """Why nothing ends, as a clause for readers."""

    QUOTATION = "it is quoted, and the particle behind the quotation makes it part of a sentence"
    QUOTED = "it is quoted: behind the comma a particle of quotation follows"
    ASIDE = "the text goes on behind the bracket"
    SIGN = "the sign behind it ends nothing"
    WORD = "neither a sentence nor a coordinate clause ends behind it"


class Boundaries:
    """Decides what ends before a token."""

    def __init__(self, words: BoundaryWords) -> None:
        """Take the words of the table."""
        self._words = words
        self._closing = words.closing_quotes | words.closing_brackets

    def before(self, tokens: Tokens, end: int) -> Boundary | Inside:
        """Return what ends before token `end` (at most the segment's length), or why nothing."""
        if end == len(tokens):
            return Boundary.UNMARKED
        token, words = tokens[end], self._words
        if token.form in words.conjunctions and token.xpos.startswith("助詞-接続助詞"):
            return Boundary.CLAUSE
        if token.xpos.startswith("補助記号-句点") or token.form in words.laughter:
            return Boundary.SENTENCE
        if not token.xpos.startswith(SIGNS) and token.form not in self._closing:
            return Inside.WORD
        return self._at_sign(token, tokens[end + 1] if end + 1 < len(tokens) else None)

    def _at_sign(self, token: Token, behind: Token | None) -> Boundary | Inside:
        words = self._words
        is_inside = behind is not None and behind.xpos.startswith(("助詞", "助動詞"))
        is_quoted = behind is not None and behind.form in words.quotatives
        if token.form in words.closing_quotes:
            return Inside.QUOTATION if is_inside and not is_quoted else Boundary.SENTENCE
        if token.form in words.closing_brackets:
            is_last = behind is None or behind.xpos.startswith(SIGNS)
            return Boundary.UNMARKED if is_last else Inside.ASIDE
        if token.form in words.inner_signs:
            return Inside.SIGN
        return Inside.QUOTED if is_quoted else Boundary.CLAUSE
