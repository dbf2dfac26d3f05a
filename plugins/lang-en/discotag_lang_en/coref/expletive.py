"""Empty *it*: weather and time, extraposition, clefts, *it seems*, *it takes*; it has no antecedent.

After the patterns of Lappin and Leass (1994, section 2.4), stated over Universal Dependencies and widened to weather,
clefts and the passives of reporting verbs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_lang_en.coref.words import words

if TYPE_CHECKING:
    from discotag_lang_en.coref.syntax import Syntax

COMPLEMENTS = frozenset({"ccomp", "csubj", "xcomp", "advcl", "acl"})
MARKS = frozenset({"that", "to", "if", "whether", "for", "how", "why", "what", "when", "who"})


def is_expletive(syntax: Syntax, token: int) -> bool:
    """Tell whether an *it* is empty."""
    if syntax.forms[token] != "it":
        return False
    if syntax.relations[token] == "expl":
        return True
    predicate = syntax.heads[token]
    if predicate < 0:
        return False
    if syntax.relations[token] == "nsubj":
        return (
            _is_weather(syntax, predicate)
            or _is_extraposed(syntax, predicate)
            or _is_cleft(syntax, token, predicate)
            or _is_impersonal(syntax, predicate)
        )
    return syntax.relations[token] == "obj" and _is_object_extraposed(syntax, token, predicate)


def _is_weather(syntax: Syntax, predicate: int) -> bool:
    lists = words()
    lemma = syntax.lemmas[predicate]
    if syntax.upos[predicate] == "VERB":
        return lemma in lists.verbs.weather and syntax.child(predicate, "obj") is None
    if syntax.child(predicate, "cop") is None:
        return False
    if syntax.upos[predicate] == "ADJ":
        return lemma in lists.weather.adjectives and (
            syntax.child(predicate, "obl", "advmod") is None
            or any(
                syntax.forms[child]
                in {"here", "there", "outside", "inside", "today", "tonight", "now"}
                for child in syntax.children[predicate]
            )
        )
    if syntax.upos[predicate] == "NUM":
        return any(
            syntax.forms[child] in {"o'clock", "past"} for child in syntax.children[predicate]
        )
    return lemma in lists.weather.nouns and not _has_determiner(syntax, predicate, {"this", "my"})


def _has_determiner(syntax: Syntax, token: int, forms: set[str]) -> bool:
    return any(syntax.forms[child] in forms for child in syntax.children[token])


def _is_extraposed(syntax: Syntax, predicate: int) -> bool:
    """*It is clear that …, it was a mistake to …*."""
    if syntax.child(predicate, "cop") is None:
        return False
    return any(
        child > predicate
        and syntax.relations[child] in {"csubj", "ccomp", "xcomp"}
        and (syntax.relations[child] == "csubj" or _is_introduced(syntax, child))
        for child in syntax.children[predicate]
    ) or (
        syntax.upos[predicate] == "ADJ"
        and any(
            child > predicate
            and syntax.relations[child] == "advcl"
            and _is_infinitive(syntax, child)
            for child in syntax.children[predicate]
        )
    )


def _is_introduced(syntax: Syntax, clause: int) -> bool:
    return any(syntax.forms[child] in MARKS and child < clause for child in syntax.children[clause])


def _is_infinitive(syntax: Syntax, clause: int) -> bool:
    return any(
        syntax.forms[child] == "to" and syntax.relations[child] == "mark"
        for child in syntax.children[clause]
    )


def _is_cleft(syntax: Syntax, token: int, predicate: int) -> bool:
    """*It was Anna who …, it is then that …*: the clause stands right behind the focus."""
    if syntax.child(predicate, "cop") is None or syntax.upos[predicate] not in {
        "PROPN",
        "PRON",
        "ADV",
        "NOUN",
    }:
        return False
    if syntax.upos[predicate] == "NOUN" and not _has_determiner(syntax, predicate, {"the"}):
        return False
    return token < predicate and any(
        child > predicate
        and syntax.deprels[child] in {"acl:relcl", "advcl:relcl", "csubj", "acl:cleft"}
        and any(syntax.forms[word] in {"that", "who"} for word in syntax.children[child])
        for child in syntax.children[predicate]
    )


def _is_impersonal(syntax: Syntax, predicate: int) -> bool:
    """*It seems that …, it takes an hour to …, it is said that …*."""
    verbs, lemma = words().verbs, syntax.lemmas[predicate]
    clauses = [
        child
        for child in syntax.children[predicate]
        if child > predicate and syntax.relations[child] in COMPLEMENTS
    ]
    if syntax.upos[predicate] != "VERB" or not clauses:
        return False
    if lemma in verbs.raising:
        return any(
            syntax.relations[clause] in {"ccomp", "csubj"}
            or syntax.forms[clause - 1 if clause else 0] == "like"
            or _has_determiner(syntax, clause, {"that", "as", "like", "if"})
            for clause in clauses
        )
    if lemma in verbs.taking:
        return any(_is_infinitive(syntax, clause) for clause in clauses)
    is_passive = any(syntax.deprels[child] == "aux:pass" for child in syntax.children[predicate])
    return (
        is_passive
        and lemma in verbs.reporting
        and any(syntax.relations[clause] in {"ccomp", "csubj"} for clause in clauses)
    )


def _is_object_extraposed(syntax: Syntax, token: int, verb: int) -> bool:
    """*They made it clear that …, I find it hard to …*."""
    return any(
        child > token
        and syntax.upos[child] in {"ADJ", "NOUN"}
        and syntax.relations[child] == "xcomp"
        and any(
            syntax.relations[clause] in COMPLEMENTS and clause > child
            for clause in (*syntax.children[child], *syntax.children[verb])
            if clause != child
        )
        for child in syntax.children[verb]
    )
