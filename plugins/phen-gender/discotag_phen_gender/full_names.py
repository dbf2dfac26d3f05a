"""English names of several words: who is called by the full name needs no other sentence."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from discotag_phen_gender.english import english
from discotag_phen_gender.roles import is_person_noun, name_head

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Token, Tokens

NEAR = 4
"""Words between a role and the name of who has it: *Ann Lee, the firm's new director*."""


def full_names(tokens: Tokens) -> Iterator[int]:
    """Yield the words of names of several words: by the tree, or by their capitals."""
    for token in tokens:
        other = name_head(tokens, token.index)
        if token.upos == "PROPN" and other != token.index:
            yield from (token.index, other)
    for first, behind in pairwise(tokens):
        if _may_be_named(first) and _may_be_named(behind) and "PROPN" in {first.upos, behind.upos}:
            yield from (first.index, behind.index)


def _may_be_named(token: Token) -> bool:
    """Return whether a word may be part of a name: with a capital, no title, no role."""
    form = token.form
    is_word = form.isalpha() and form.istitle() and token.upos in {"PROPN", "NOUN", "ADJ", "X"}
    is_role = is_person_noun(token) and form.casefold() not in english().names
    return is_word and form.casefold() not in english().titles and not is_role


def is_beside(tokens: Tokens, name: int, place: int) -> bool:
    """Return whether a name stands right beside a word, with no verb between them."""
    first, last = sorted((name, place))
    between = (tokens[i].upos for i in range(first + 1, last))
    return last - first <= NEAR and not any(upos in {"VERB", "AUX", "SCONJ"} for upos in between)
