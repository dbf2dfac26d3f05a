"""What the tree says of a connective: what it hangs on, and whether clauses stand on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ROOT, present, ud

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Tokens

SUBJECTS = frozenset({"nsubj", "csubj", "expl"})
CLAUSAL = frozenset({"nsubj", "csubj", "cop", "expl", "aux"})
CLAUSES = frozenset({"root", "conj", "parataxis", "advcl", "ccomp", "acl", "csubj", "xcomp"})
SENTENCE_END = frozenset(".!?…。！？؟")


def plain(deprel: str) -> str:
    """Return a relation without its subtype."""
    return ud.base(deprel)


def top(tokens: Tokens, span: Sequence[int]) -> int:
    """Return the token of a span whose head lies outside it."""
    heads = present(tokens.heads, "deps")
    return next((index for index in span if heads[index] not in span), span[0])


def is_clause(tokens: Tokens, token: int) -> bool:
    """Return whether a token is a predicate: a verb, or a word with a subject or copula."""
    if present(tokens.upos, "pos")[token] in ud.VERBAL:
        return True
    deprels = present(tokens.deprels, "deps")
    return any(plain(deprels[child]) in CLAUSAL for child in tokens.children(token))


def joins_clauses(tokens: Tokens, span: Sequence[int]) -> bool:
    """Return whether what a connective hangs on is a clause; a sentence may begin with it."""
    heads = present(tokens.heads, "deps")
    head = heads[top(tokens, span)]
    if head == ROOT:
        return True
    if not is_clause(tokens, head):
        return _is_first(tokens, span)
    deprel = plain(present(tokens.deprels, "deps")[head])
    return deprel != "conj" or heads[head] == ROOT or is_clause(tokens, heads[head])


def is_before(tokens: Tokens, span: Sequence[int], *, is_subordinate: bool) -> bool:
    """Return whether, by rule, a connective joins its clause to the text before the segment.

    A subordinator joins clauses of its own sentence. Others do where a clause that theirs is
    conjoined to, or an earlier sentence, stands before them in the segment.
    """
    if is_subordinate or has_sentence_before(tokens, span[0]):
        return False
    heads, deprels = present(tokens.heads, "deps"), present(tokens.deprels, "deps")
    clause = heads[top(tokens, span)]
    while clause != ROOT and plain(deprels[clause]) not in CLAUSES:
        clause = heads[clause]
    while clause != ROOT and heads[clause] != ROOT:
        clause = heads[clause]
        if clause < span[0] and is_clause(tokens, clause):
            return False
    return True


def has_sentence_before(tokens: Tokens, token: int) -> bool:
    """Return whether a sentence ends before a token of its segment."""
    has_word = False
    for form in tokens.forms[:token]:
        if has_word and form[-1:] in SENTENCE_END:
            return True
        has_word = has_word or any(letter.isalpha() for letter in form)
    return False


def _is_first(tokens: Tokens, span: Sequence[int]) -> bool:
    return not any(form[:1].isalnum() for form in tokens.forms[: span[0]])
