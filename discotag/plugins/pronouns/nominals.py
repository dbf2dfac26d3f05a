"""Words that name somebody though their tag is no noun: odd names, adjectives with a determiner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugins.pronouns.clauses import SUBJECT, plain
from discotag.plugins.pronouns.features import NOUNS

if TYPE_CHECKING:
    from discotag.core.tokens import Token, Tokens

ODD = frozenset({"INTJ", "X"})
"""Tags of names that a tagger does not know."""


def is_nominal(tokens: Tokens, word: Token) -> bool:
    """Return whether a word is a noun, or stands for one."""
    return word.upos in NOUNS or is_odd_name(tokens, word) or is_described(tokens, word)


def is_described(tokens: Tokens, word: Token) -> bool:
    """Return whether a subject is an adjective or a number with a determiner: *the 45-year-old*."""
    is_subject = plain(word.deprel) == SUBJECT and word.upos in {"ADJ", "NUM"}
    return is_subject and any(tokens[i].upos == "DET" for i in tokens.children(word.index))


def is_odd_name(tokens: Tokens, word: Token) -> bool:
    """Return whether a word within a segment has a capital and a tag that names sometimes get."""
    is_within = (word.index > 0 and tokens[word.index - 1].upos != "PUNCT") or word.index > 1
    return is_within and word.upos in ODD and word.form[:1].isupper() and len(word.form) > 1
