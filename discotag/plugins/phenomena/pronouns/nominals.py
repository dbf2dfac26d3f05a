"""Words that name somebody though their tag is no noun: odd names, adjectives with a determiner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.clauses import SUBJECT, plain
from discotag.plugins.phenomena.pronouns.features import NAME, NOUNS

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens

ODD = frozenset({"INTJ", "X"})
"""Tags of names that a tagger does not know."""
MISTAKEN = frozenset({*ODD, "VERB", "AUX", "ADV"})
"""Tags of names that are like another word (*Manning*)."""


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


def is_linked_name(document: Document, segment: int, token: int) -> bool:
    """Return whether a target word that is taken for another is a name by what it translates.

    A name has a capital on both sides, also where neither analysis calls it a name ("They asked
    *Manning*" with a verb, Russian *Мэннинга* with a common noun).
    """
    word = document.target[segment][token]
    if word.upos not in MISTAKEN or not word.form[:1].isupper():
        return False
    source = document.source[segment]
    linked = [source[i] for i in document.links(segment).sources(token)]
    return any(
        plain(other.deprel) != "obl"  # where and when things happen
        and (other.upos == NAME or (other.upos in NOUNS and _has_capital_within(source, other)))
        for other in linked
    )


def _has_capital_within(tokens: Tokens, word: Token) -> bool:
    """Return whether a word has a capital that is not the beginning of a sentence's."""
    is_within = word.index > 0 and tokens[word.index - 1].upos != "PUNCT"
    return is_within and word.form[:1].isupper()
