"""One segment's dependency tree with the questions that coreference asks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from discotag.plugin import present, ud

if TYPE_CHECKING:
    from discotag.plugin import Tokens

Role = Literal[
    "subject", "passive", "object", "oblique", "possessor", "modifier", "predicate", "other"
]
ROLES: dict[str, Role] = {
    "nsubj": "subject",
    "nsubj:outer": "subject",
    "nsubj:pass": "passive",
    "obj": "object",
    "iobj": "object",
    "obl": "oblique",
    "obl:agent": "oblique",
    "nmod:poss": "possessor",
    "nmod": "modifier",
}
ARGUMENTS = frozenset({"subject", "passive", "object"})
CLAUSES = frozenset({"acl", "advcl", "ccomp", "csubj", "xcomp", "parataxis", "root"})
CHAINS = frozenset({"conj", "xcomp"})
"""Relations of a verb that shares its governor's subject where it has none of its own."""


class Syntax:
    """The tree of one segment: columns, children in order, and who does what to whom.

    Args:
        tokens: the analysed segment; needs lemmas, pos, morph and deps.
    """

    __slots__ = (
        "capitals",
        "children",
        "deprels",
        "feats",
        "forms",
        "heads",
        "lemmas",
        "relations",
        "upos",
    )

    def __init__(self, tokens: Tokens) -> None:
        self.forms = tuple(map(str.casefold, tokens.forms))
        self.capitals = tuple(form[:1].isupper() for form in tokens.forms)
        self.lemmas = tuple(map(str.casefold, present(tokens.lemmas, "lemmas")))
        self.upos = present(tokens.upos, "pos")
        self.feats = present(tokens.feats, "morph")
        self.heads = present(tokens.heads, "deps")
        self.deprels = present(tokens.deprels, "deps")
        self.relations = tuple(ud.base(deprel) for deprel in self.deprels)
        children: list[list[int]] = [[] for _ in self.forms]
        for index, head in enumerate(self.heads):
            if head >= 0:
                children[head].append(index)
        self.children = children

    def ancestors(self, token: int) -> list[int]:
        """Return the heads above a token, nearest first; a cycle ends the list."""
        found: list[int] = []
        head = self.heads[token]
        while head >= 0 and head not in found and head != token:
            found.append(head)
            head = self.heads[head]
        return found

    def edges(self, token: int) -> tuple[int, int]:
        """Return the first token of a subtree and the one after its last."""
        first = last = token
        waiting, seen = [token], {token}
        while waiting:
            for child in self.children[waiting.pop()]:
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
                    first, last = min(first, child), max(last, child)
        return first, last + 1

    def child(self, head: int, *relations: str) -> int | None:
        """Return the first child in one of these relations (subtypes not counted)."""
        for index in self.children[head]:
            if self.relations[index] in relations:
                return index
        return None

    def coordination_head(self, token: int) -> int:
        """Climb from a conjunct to the first one of its coordination."""
        for _ in range(len(self.heads)):
            if self.relations[token] != "conj" or self.heads[token] < 0:
                break
            token = self.heads[token]
        return token

    def role(self, token: int) -> Role:
        """Return a noun phrase's grammatical role; a conjunct has that of its coordination."""
        first = self.coordination_head(token)
        if self.is_predicate(first):
            return "predicate"
        deprel = self.deprels[first]
        return ROLES.get(deprel) or ROLES.get(ud.base(deprel), "other")

    def is_predicate(self, token: int) -> bool:
        """Return whether a token has a copula."""
        return self.child(token, "cop") is not None

    def governor(self, token: int) -> int:
        """Return the word that a noun phrase is an argument of; -1 for a root."""
        return self.heads[self.coordination_head(token)]

    def subject(self, verb: int) -> int | None:
        """Return a verb's subject, its own or the one it shares through coordination or control."""
        for _ in range(len(self.heads)):
            own = self.child(verb, "nsubj")
            if own is not None:
                return own
            head = self.heads[verb]
            if head < 0 or self.relations[verb] not in CHAINS:
                return None
            if self.relations[verb] == "xcomp":
                controller = self.child(head, "obj", "iobj")
                if controller is not None and controller < verb:
                    return controller
            verb = head
        return None

    def clause(self, token: int) -> int:
        """Return the head of the nearest clause that holds a token (itself if it heads one)."""
        for node in (token, *self.ancestors(token)):
            if self.relations[node] in CLAUSES or self.heads[node] < 0:
                return node
            if self.relations[node] == "conj" and self.upos[node] in ud.VERBAL:
                return node
        return token
