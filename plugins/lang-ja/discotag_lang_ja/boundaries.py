"""Where Japanese sentences and coordinate clauses end."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from discotag.core.tokens import Tokens

SIGNS = ("補助記号", "記号", "空白")


class Boundary(Enum):
    """What ends: a sentence with its stop, a line or bracket without one, a coordinate clause."""

    SENTENCE = "sentence"
    UNMARKED = "unmarked"
    CLAUSE = "clause"


class BoundaryWords(BaseModel):
    """Words and signs at the ends of sentences and clauses.

    Args:
        conjunctions: particles that join coordinate clauses.
        quotatives: behind a comma they make the clause before it a quotation.
        laughter: what ends a sentence in written talk.
        closing_quotes: signs that close quoted speech.
        closing_brackets: signs that close an aside.
        inner_signs: signs that may follow an attribute, or close a title.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    conjunctions: frozenset[str]
    quotatives: frozenset[str]
    laughter: frozenset[str]
    closing_quotes: frozenset[str]
    closing_brackets: frozenset[str]
    inner_signs: frozenset[str]


class Boundaries:
    """Tells what ends before a token."""

    def __init__(self, words: BoundaryWords) -> None:
        """Take the words of the table."""
        self._words = words

    def before(self, tokens: Tokens, end: int) -> Boundary | None:
        """Tell what ends before token `end` (which may be the segment's length); None = nothing."""
        if end == len(tokens):
            return Boundary.UNMARKED
        token, words = tokens[end], self._words
        behind = tokens[end + 1] if end + 1 < len(tokens) else None
        if token.form in words.conjunctions and token.xpos.startswith("助詞-接続助詞"):
            return Boundary.CLAUSE
        if token.xpos.startswith("補助記号-句点") or token.form in words.laughter:
            return Boundary.SENTENCE
        is_inside = behind is not None and behind.xpos.startswith(("助詞", "助動詞"))
        is_quoted = behind is not None and behind.form in words.quotatives
        if token.form in words.closing_quotes:
            return None if is_inside and not is_quoted else Boundary.SENTENCE
        if token.form in words.closing_brackets:
            is_last = behind is None or behind.xpos.startswith(SIGNS)
            return Boundary.UNMARKED if is_last else None
        is_sign = token.xpos.startswith(SIGNS) and token.form not in words.inner_signs
        return Boundary.CLAUSE if is_sign and not is_quoted else None
