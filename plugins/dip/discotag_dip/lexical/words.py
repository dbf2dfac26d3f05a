"""The words that lexical consistency looks at, and where a text has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ud

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from discotag.plugin import Document, Token, Tokens

CLASSES = ud.NOMINAL | {"ADJ"}
CONTENT = CLASSES | {"VERB", "ADV", "NUM"}
LEAST_LETTERS = 3
"""Shorter words are mostly abbreviations and slips of the analysis; one Han character is a word."""


def focus_of(token: Token, stop_words: Collection[str]) -> str | None:
    """Return the lemma by which a noun, name or adjective is followed; None if it is not."""
    lemma = token.base.casefold()
    if token.upos not in CLASSES or not lemma.isalpha() or lemma in stop_words:
        return None
    is_short = lemma.isascii() and len(lemma) < LEAST_LETTERS
    return None if is_short else lemma


def has(token: Token, focus: str, forms: Collection[str]) -> bool:
    """Return whether a token is the word, by lemma or by a form that the reference has."""
    return token.base.casefold() == focus or token.form.casefold() in forms


def holds(token: Token, focus: str, forms: Collection[str]) -> bool:
    """Return whether a token is the word, or has it as a part behind or before a hyphen."""
    return has(token, focus, forms) or focus in token.base.casefold().split("-")


def count(segments: Sequence[Tokens], focus: str, forms: Collection[str]) -> int:
    """Count the word in some segments."""
    return sum(has(token, focus, forms) for tokens in segments for token in tokens)


def linked(document: Document, segment: int, source: Sequence[int]) -> tuple[Token, ...]:
    """Return the target tokens linked to some source tokens of a segment, in order."""
    links = document.links(segment)
    found = sorted({target for token in source for target in links.targets(token)})
    return tuple(document.target[segment][target] for target in found)


def content(tokens: Sequence[Token]) -> Iterator[Token]:
    """Return the words that can stand for a noun or an adjective."""
    return (token for token in tokens if token.upos in CONTENT)
