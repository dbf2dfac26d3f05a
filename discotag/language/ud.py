"""Universal Dependencies: classes of parts of speech, and questions about words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discotag.core.tokens import Token

VERBAL = frozenset({"VERB", "AUX"})
NOMINAL = frozenset({"NOUN", "PROPN"})
"""Nouns and names; pronouns are not among them."""
OPENERS = frozenset({"PUNCT", "CCONJ", "INTJ"})
"""Parts of speech after which a clause opens."""


def base(deprel: str) -> str:
    """Return a relation without its subtype.

    Example:
        >>> base("nsubj:pass"), base("obl")
        ('nsubj', 'obl')
    """
    return deprel.partition(":")[0]


def relation(token: Token) -> str:
    """Return the relation of a token to its head, without the subtype."""
    return base(token.deprel)


def opens_clause(token: Token) -> bool:
    """Return whether a token is the first, or follows a mark, a conjunction or an interjection."""
    return token.index == 0 or token.segment[token.index - 1].upos in OPENERS
