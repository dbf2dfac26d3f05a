"""Empty *it*: weather and time, extraposition, clefts, *it seems*, *it takes*; it has no antecedent.

After the patterns of Lappin and Leass (1994, section 2.4), stated over Universal Dependencies, tolerant of how a parser
attaches the clause, and widened to weather, clefts, the passives of reporting verbs and a few idioms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_lang_en.coref.words import words

if TYPE_CHECKING:
    from discotag_lang_en.coref.syntax import Syntax

CLAUSES = frozenset({"ccomp", "csubj", "xcomp", "advcl", "acl"})
MARKS = frozenset({"that", "to", "if", "whether", "how", "why", "what", "when", "who", "where"})
DEMONSTRATIVES = frozenset({"this", "that"})


def is_expletive(syntax: Syntax, token: int) -> bool:
    """Tell whether an *it* is empty."""
    if syntax.forms[token] != "it":
        return False
    head = syntax.heads[token]
    if head < 0 or _is_named_by(syntax, token):
        return _is_named_by(syntax, token)
    predicate = _predicate(syntax, head)
    relation = syntax.relations[token]
    if relation == "expl" and _clauses(syntax, head):
        return True
    if relation in {"nsubj", "expl"}:
        return (
            _is_weather(syntax, predicate)
            or _is_extraposed(syntax, predicate)
            or _is_cleft(syntax, token, predicate)
            or _is_impersonal(syntax, head)
        )
    return relation == "obj" and (
        syntax.lemmas[head] == "worth" or _is_object_extraposed(syntax, token, head)
    )


def _is_named_by(syntax: Syntax, token: int) -> bool:
    """*That's it.*"""
    subject = syntax.child(token, "nsubj")
    return syntax.is_predicate(token) and (
        subject is not None and syntax.forms[subject] in DEMONSTRATIVES
    )


def _predicate(syntax: Syntax, head: int) -> int:
    """Look through a linking verb: *it became clear* is about *clear*."""
    if syntax.upos[head] == "VERB" and syntax.lemmas[head] in words().verbs.linking:
        for child in syntax.children[head]:
            if syntax.relations[child] == "xcomp" and syntax.upos[child] in {"ADJ", "NOUN"}:
                return child
    return head


def _is_predicative(syntax: Syntax, predicate: int) -> bool:
    """Tell whether a word stands behind a copula or linking verb, however the parse says so."""
    return any(
        syntax.relations[child] == "cop" or syntax.deprels[child] == "aux:pass"
        for child in syntax.children[predicate]
    ) or (
        syntax.relations[predicate] == "xcomp"
        and syntax.lemmas[syntax.heads[predicate]] in words().verbs.linking
    )


def _clauses(syntax: Syntax, predicate: int) -> list[int]:
    """Give the clauses behind a predicate, also those that hang on its linking verb."""
    parents = [predicate]
    if syntax.relations[predicate] == "xcomp":
        parents.append(syntax.heads[predicate])
    return [
        child
        for parent in parents
        for child in syntax.children[parent]
        if child > predicate and syntax.relations[child] in CLAUSES
    ]


def _forms_below(syntax: Syntax, token: int, forms: frozenset[str]) -> bool:
    return any(syntax.forms[child] in forms for child in syntax.children[token])


def _is_introduced(syntax: Syntax, clause: int) -> bool:
    return any(syntax.forms[child] in MARKS and child < clause for child in syntax.children[clause])


def _is_infinitive(syntax: Syntax, clause: int) -> bool:
    return any(
        syntax.forms[child] == "to" and syntax.relations[child] == "mark"
        for child in syntax.children[clause]
    )


def _is_weather(syntax: Syntax, predicate: int) -> bool:
    lists = words()
    lemma, upos = syntax.lemmas[predicate], syntax.upos[predicate]
    rain = [predicate, *_clauses(syntax, predicate)]
    if any({syntax.lemmas[word], syntax.forms[word]} & lists.verbs.weather for word in rain):
        return syntax.child(predicate, "obj") is None
    if not _is_predicative(syntax, predicate):
        return False
    if upos == "ADJ":
        place = syntax.child(predicate, "obl")
        return lemma in lists.weather.adjectives and (
            place is None or _forms_below(syntax, place, frozenset({"in", "outside", "under"}))
        )
    if upos == "NUM":
        return _forms_below(syntax, predicate, frozenset({"o'clock", "past"}))
    return lemma in lists.weather.nouns and not any(
        syntax.deprels[child] == "nmod:poss" or syntax.forms[child] in DEMONSTRATIVES
        for child in syntax.children[predicate]
    )


def _is_extraposed(syntax: Syntax, predicate: int) -> bool:
    """*It is clear that …, it became hard to …, it was a mistake to …*."""
    if not _is_predicative(syntax, predicate):
        return False
    upos, lemma = syntax.upos[predicate], syntax.lemmas[predicate]
    for clause in _clauses(syntax, predicate):
        relation = syntax.relations[clause]
        if relation == "csubj":
            return True
        if _is_infinitive(syntax, clause):
            if upos == "ADJ" and lemma not in words().extraposed.control:
                return True
            if lemma in words().extraposed.nouns:
                return True
        elif relation == "ccomp":
            if upos == "ADJ" or _is_introduced(syntax, clause):
                return True
        elif upos == "ADJ" and _forms_below(syntax, clause, frozenset({"that"})):
            return True
    return False


def _is_cleft(syntax: Syntax, token: int, predicate: int) -> bool:
    """*It was Anna who …, it is then that …*: the clause stands right behind the focus."""
    upos = syntax.upos[predicate]
    if not syntax.is_predicate(predicate) or upos not in {"PROPN", "PRON", "ADV"}:
        return False
    return token < predicate and any(
        syntax.deprels[clause] in {"acl:relcl", "advcl:relcl", "csubj"}
        and _forms_below(syntax, clause, frozenset({"that", "who"}))
        for clause in _clauses(syntax, predicate)
    )


def _is_impersonal(syntax: Syntax, verb: int) -> bool:
    """*It seems that …, it takes an hour to …, it is said that …, when it comes to …*."""
    verbs, lemma = words().verbs, syntax.lemmas[verb]
    if syntax.upos[verb] != "VERB":
        return False
    if lemma == "come" and _forms_below(syntax, verb, frozenset({"when"})):
        place = syntax.child(verb, "obl")
        return place is not None and _forms_below(syntax, place, frozenset({"to"}))
    if lemma in verbs.taking and _is_measured(syntax, verb):
        return any(
            syntax.forms[word] == "to"
            and syntax.relations[word] == "mark"
            and verb in syntax.ancestors(word)
            for word in range(verb + 1, len(syntax.forms))
        )
    clauses = _clauses(syntax, verb)
    if lemma in verbs.raising:
        return any(
            syntax.relations[clause] in {"ccomp", "csubj"}
            or _forms_below(syntax, clause, frozenset({"that", "as", "like", "if"}))
            for clause in clauses
        )
    is_passive = any(syntax.deprels[child] == "aux:pass" for child in syntax.children[verb])
    return (
        is_passive
        and (lemma in verbs.reporting or syntax.forms[verb].startswith("un"))
        and any(syntax.relations[clause] in {"ccomp", "csubj"} for clause in clauses)
    )


def _is_measured(syntax: Syntax, verb: int) -> bool:
    """*It takes* time, effort, ten people."""
    return any(
        syntax.lemmas[child] in words().extraposed.measures
        or syntax.lemmas[child] in words().nouns.time
        or syntax.child(child, "nummod") is not None
        for child in syntax.children[verb]
        if syntax.relations[child] in {"obj", "obl", "iobj"}
    )


def _is_object_extraposed(syntax: Syntax, token: int, verb: int) -> bool:
    """*They made it clear that …, I find it hard to …, I take it that …*."""
    if syntax.lemmas[verb] == "take" and any(
        syntax.relations[child] == "ccomp" and child > token for child in syntax.children[verb]
    ):
        return True
    return any(
        child > token
        and syntax.upos[child] in {"ADJ", "NOUN"}
        and syntax.relations[child] == "xcomp"
        and any(clause != child for clause in _clauses(syntax, child))
        for child in syntax.children[verb]
    )
