"""What a listed word hangs on: its clause, the clause that governs it, and what the two share.

*And* joins clauses rather than words where both verbs have objects, subjects or auxiliaries of
their own, and where the second conjunct is long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ROOT, present
from discotag_phen_connectives.surroundings import OUTSIDE, about, form_of
from discotag_phen_connectives.syntax import SUBJECTS, is_clause, plain, top

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Tokens

OBJECTS = frozenset({"obj", "iobj", "obl", "xcomp", "ccomp", "advcl", "advmod", "compound"})
TELLING = ("nsubj", "mark", "cc", "obj", "advmod", "aux", "cop", "conj", "advcl")


def attachment(tokens: Tokens, span: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield (name, value) for the head of a listed word and for what governs that."""
    deprels, heads = present(tokens.deprels, "deps"), present(tokens.heads, "deps")
    head = heads[top(tokens, span)]
    governor = heads[head] if head != ROOT else ROOT
    yield "rel", deprels[top(tokens, span)]
    yield "head", present(tokens.upos, "pos")[head] if head != ROOT else OUTSIDE
    yield "head tag", form_of(tokens, head)
    yield "head rel", deprels[head] if head != ROOT else OUTSIDE
    yield "head side", _side(head, span)
    yield "head lemma", _lemma(tokens, head)
    yield "clause", _clause(tokens, head)
    yield "governed", _clause(tokens, governor)
    yield "governor side", _side(governor, span)
    yield "governor lemma", _lemma(tokens, governor)
    if head != ROOT:
        yield from _of_head(tokens, span, head)
    if governor != ROOT:
        yield from _of_both(tokens, span, head, governor)


def _of_head(tokens: Tokens, span: Sequence[int], head: int) -> Iterator[tuple[str, str]]:
    below = _subtree(tokens, head)
    yield "own", ",".join(sorted(_arguments(tokens, head, head + 1, len(tokens))))
    yield "size", about(len(below))
    yield "opens", str(span[0] <= min(below))
    yield "off", str(min(6, abs(head - span[0])))
    children = _relations(tokens, head, without=span)
    for name in TELLING:
        yield f"has {name}", str(name in children)


def _of_both(
    tokens: Tokens, span: Sequence[int], head: int, governor: int
) -> Iterator[tuple[str, str]]:
    deprels, heads = present(tokens.deprels, "deps"), present(tokens.heads, "deps")
    above = heads[governor]
    path = [deprels[head], deprels[governor], deprels[above] if above != ROOT else OUTSIDE]
    shared = _arguments(tokens, governor, governor + 1, span[0])
    ours, theirs = _relations(tokens, head), _relations(tokens, governor)
    conjuncts = sum(plain(deprels[child]) == "conj" for child in tokens.children(governor))
    yield "governor", ",".join(sorted(shared))
    yield "apart", str(min(12, abs(span[0] - governor)) // 2)
    yield "between", about(abs(head - governor))
    yield "forms", f"{form_of(tokens, head)}+{form_of(tokens, governor)}"
    yield "path", ">".join(plain(relation) for relation in path)
    yield "conjuncts", str(conjuncts)
    yield "subjects", f"{bool(theirs & SUBJECTS)},{bool(ours & SUBJECTS)}"
    yield "auxiliaries", f"{'aux' in theirs},{'aux' in ours}"
    yield "left of", about(sum(governor < child < span[0] for child in tokens.children(governor)))
    yield "right of", about(sum(child > head for child in tokens.children(head)))


def _relations(tokens: Tokens, token: int, without: Sequence[int] = ()) -> set[str]:
    deprels = present(tokens.deprels, "deps")
    return {plain(deprels[child]) for child in tokens.children(token) if child not in without}


def _arguments(tokens: Tokens, token: int, start: int, stop: int) -> set[str]:
    """Return the telling relations of what a token governs in a stretch."""
    deprels = present(tokens.deprels, "deps")
    children = (child for child in tokens.children(token) if start <= child < stop)
    return {plain(deprels[child]) for child in children} & OBJECTS


def _subtree(tokens: Tokens, token: int) -> list[int]:
    found = [token]
    for place in found:
        found += tokens.children(place)
    return found


def _clause(tokens: Tokens, token: int) -> str:
    if token == ROOT:
        return OUTSIDE
    subject = "subject" if _relations(tokens, token) & SUBJECTS else "bare"
    return f"{subject} clause" if is_clause(tokens, token) else "phrase"


def _lemma(tokens: Tokens, token: int) -> str:
    return OUTSIDE if token == ROOT else present(tokens.lemmas, "lemmas")[token].lower()


def _side(token: int, span: Sequence[int]) -> str:
    return OUTSIDE if token == ROOT else ("left" if token < span[0] else "right")
