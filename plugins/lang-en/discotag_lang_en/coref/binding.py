"""What syntax forbids or demands inside a segment: binding, i-within-i, reflexives, cataphora."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_lang_en.coref.syntax import ARGUMENTS
from discotag_lang_en.coref.words import words

if TYPE_CHECKING:
    from discotag_lang_en.coref.mentions import Phrase
    from discotag_lang_en.coref.syntax import Syntax

CLAUSAL = frozenset({"acl", "advcl", "ccomp", "csubj", "xcomp", "parataxis"})


def is_reflexive(phrase: Phrase) -> bool:
    """Return whether a pronoun ends in -self or -selves."""
    return phrase.syntax.forms[phrase.head] in words().reflexives


def is_forbidden(pronoun: Phrase, other: Phrase) -> bool:
    """Return whether syntax alone forbids a pronoun to be one with a mention of its segment."""
    return (
        _is_inside(pronoun, other)
        or _is_conjoined(pronoun, other)
        or (not is_reflexive(pronoun) and _are_coarguments(pronoun, other))
        or _is_subject_of(pronoun, other)
    )


def _is_inside(pronoun: Phrase, other: Phrase) -> bool:
    """*his dog* is not his; but *the man who lost his hat* may be."""
    mention = other.mention
    if not mention.start <= pronoun.head < mention.end:
        return False
    node, syntax = pronoun.head, pronoun.syntax
    while node != mention.head and node >= 0:
        if syntax.relations[node] in CLAUSAL:
            return False
        node = syntax.heads[node]
    return True


def _is_conjoined(pronoun: Phrase, other: Phrase) -> bool:
    syntax = pronoun.syntax
    first = syntax.coordination_head(pronoun.head)
    return (
        syntax.coordination_head(other.head) == first
        and other.head != pronoun.head
        and (pronoun.head != first or syntax.relations[other.head] == "conj")
    )


def _is_subject_of(pronoun: Phrase, other: Phrase) -> bool:
    """*Meeting Tom, he smiled*: a clause without a subject of its own borrows that of the main one.

    A possessor in it may be the subject: *Taking Tom's hat, he left*.
    """
    syntax = pronoun.syntax
    if pronoun.role not in {"subject", "passive"} or other.role == "possessor":
        return False
    verb = syntax.governor(pronoun.head)
    for node in (other.head, *syntax.ancestors(other.head)):
        if syntax.heads[node] == verb:
            is_fronted_clause = syntax.relations[node] == "advcl" and node < pronoun.head
            return is_fronted_clause and syntax.child(node, "nsubj", "csubj") is None
        if syntax.relations[node] in CLAUSAL:
            return False
    return False


def _are_coarguments(pronoun: Phrase, other: Phrase) -> bool:
    """*John saw him*, *John wants to see him*: two arguments of one verb are two persons."""
    if pronoun.role not in {"subject", "passive", "object"}:
        return False
    syntax = pronoun.syntax
    verb = syntax.governor(pronoun.head)
    if verb < 0:
        return False
    if syntax.governor(other.head) == verb and other.role in ARGUMENTS | {"oblique"}:
        return True
    return pronoun.role == "object" and syntax.subject(verb) == syntax.coordination_head(other.head)


def reflexive_antecedent(pronoun: Phrase) -> int | None:
    """Return the head of a reflexive's antecedent: its clause's subject, or a stressed noun."""
    syntax = pronoun.syntax
    head = syntax.heads[pronoun.head]
    if head < 0:
        return None
    relation = syntax.relations[pronoun.head]
    if syntax.upos[head] in {"NOUN", "PROPN", "PRON"} and (
        relation in {"appos", "advmod"} or syntax.deprels[pronoun.head] == "nmod:unmarked"
    ):
        return head
    for node in (head, *syntax.ancestors(head)):
        subject = syntax.subject(node)
        if subject is not None and subject != pronoun.head:
            return subject
    return None


def is_fronted(syntax: Syntax, token: int) -> int | None:
    """Return the subject behind a fronted clause: all that a pronoun in it may point ahead to."""
    for node in (token, *syntax.ancestors(token)):
        head = syntax.heads[node]
        if head < 0:
            return None
        if syntax.relations[node] in {"advcl", "obl"} and node < head:
            subject = syntax.child(head, "nsubj")
            if subject is not None and subject > node:
                return subject
    return None
