"""Empty *it*: weather and time, extraposition, clefts, *it seems*, *it takes*: no antecedent.

After the patterns of Lappin and Leass (1994, section 2.4), stated over Universal Dependencies,
tolerant of how a parser attaches the clause, and widened to weather, clefts, the passives of
reporting verbs and a few idioms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from discotag_lang_en.coref.words import words

if TYPE_CHECKING:
    from discotag_lang_en.coref.syntax import Syntax

Pattern = Literal[
    "", "named", "weather", "extraposed", "cleft", "impersonal", "clause", "worth", "object"
]
CLAUSES = frozenset({"ccomp", "csubj", "xcomp", "advcl", "acl"})
MARKS = frozenset({"that", "to", "if", "whether", "how", "why", "what", "when", "who", "where"})
BEHIND = frozenset({"that", "to", "if", "whether", "how", "why", "what"})
"""Words right behind an adjective that begin its clause, whatever the parse makes of them."""
LIKE = frozenset({"that", "as", "like", "if"})
PLACES = frozenset({"in", "outside", "under"})
DEMONSTRATIVES = frozenset({"this", "that"})


def is_expletive(syntax: Syntax, token: int) -> bool:
    """Return whether an *it* is empty, by the patterns alone."""
    return bool(pattern(syntax, token))


def pattern(syntax: Syntax, token: int) -> Pattern:
    """Return the pattern that shows an *it* to be empty, "" where none does."""
    if syntax.forms[token] != "it":
        return ""
    head = syntax.heads[token]
    if head < 0 or _is_named_by(syntax, token):
        return "named" if _is_named_by(syntax, token) else ""
    if syntax.relations[head] in {"aux", "cop"} and syntax.heads[head] >= 0:
        head = syntax.heads[head]
    relation = syntax.relations[token]
    if relation in {"nsubj", "expl"}:
        found = _of_subject(syntax, token, head)
        is_open = relation == "expl" and _has_content(syntax, head)
        return found or ("clause" if is_open else "")
    if relation == "obj" and syntax.lemmas[head] == "worth":
        return "worth"
    is_object = relation == "obj" and _is_object_extraposed(syntax, token, head)
    return "object" if is_object else ""


def _of_subject(syntax: Syntax, token: int, head: int) -> Pattern:
    predicate = _predicate(syntax, head)
    if _is_weather(syntax, predicate):
        return "weather"
    if _is_extraposed(syntax, predicate):
        return "extraposed"
    if _is_cleft(syntax, token, predicate):
        return "cleft"
    return "impersonal" if _is_impersonal(syntax, head) else ""


def _has_content(syntax: Syntax, head: int) -> bool:
    """Return whether there is a clause that an expletive can stand for: parsers see too many."""
    verbs = words().verbs
    is_open = syntax.lemmas[head] in verbs.linking | verbs.raising | verbs.taking
    kinds = CLAUSES if is_open else frozenset({"ccomp", "csubj"})
    return not _is_graded(syntax, head) and any(
        syntax.relations[clause] in kinds for clause in _clauses(syntax, head)
    )


def _is_graded(syntax: Syntax, predicate: int) -> bool:
    """Return whether a clause says how much: *so heavy that …, too heavy to …*."""
    return _forms_below(syntax, predicate, frozenset({"so", "too", "enough", "such"}))


def _is_named_by(syntax: Syntax, token: int) -> bool:
    """Return whether *it* is what a demonstrative names: *that's it*."""
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
    """Return whether a word stands behind a copula or linking verb, however the parse says so."""
    if syntax.upos[predicate] == "VERB":
        return False
    return any(
        syntax.relations[child] in {"cop", "aux"} and syntax.lemmas[child] == "be"
        for child in syntax.children[predicate]
    ) or (
        syntax.relations[predicate] == "xcomp"
        and syntax.lemmas[syntax.heads[predicate]] in words().verbs.linking
    )


def _clauses(syntax: Syntax, predicate: int) -> list[int]:
    """Return the clauses behind a predicate, also those that hang on its linking verb."""
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
    if any(
        {syntax.lemmas[word], syntax.forms[word]} & lists.verbs.weather
        and (syntax.upos[word] == "VERB" or syntax.forms[word].endswith("ing"))
        for word in rain
    ):
        return syntax.child(predicate, "obj") is None
    if not _is_predicative(syntax, predicate):
        return False
    if lemma in lists.weather.adjectives:
        place = syntax.child(predicate, "obl")
        return place is None or _forms_below(syntax, place, PLACES)
    if upos == "NUM":
        return _forms_below(syntax, predicate, frozenset({"o'clock", "past"}))
    if syntax.child(predicate, "case") is not None:  # "it is on Monday": an appointment
        return False
    return lemma in lists.weather.nouns and not any(
        syntax.deprels[child] == "nmod:poss" or syntax.forms[child] in DEMONSTRATIVES
        for child in syntax.children[predicate]
    )


def _is_extraposed(syntax: Syntax, predicate: int) -> bool:
    """*It is clear that …, it became hard to …, it was a mistake to …*."""
    if not _is_predicative(syntax, predicate) or _is_graded(syntax, predicate):
        return False
    upos, lemma = syntax.upos[predicate], syntax.lemmas[predicate]
    if upos == "ADJ" and lemma not in words().extraposed.control:
        behind = syntax.forms[predicate + 1 : predicate + 8]
        if behind and (behind[0] in BEHIND or (behind[0] == "for" and "to" in behind)):
            return True
    return any(
        _is_subject_clause(syntax, predicate, clause) for clause in _clauses(syntax, predicate)
    )


def _is_subject_clause(syntax: Syntax, predicate: int, clause: int) -> bool:
    """Return whether a clause behind an adjective or noun may be what *it* stands for."""
    relation, is_adjective = syntax.relations[clause], syntax.upos[predicate] == "ADJ"
    lemma, lists = syntax.lemmas[predicate], words().extraposed
    if relation == "csubj":
        return True
    if _is_infinitive(syntax, clause):
        return lemma in lists.nouns or (is_adjective and lemma not in lists.control)
    if relation == "ccomp":
        return is_adjective or _is_introduced(syntax, clause)
    return is_adjective and _forms_below(syntax, clause, frozenset({"that"}))


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
    if lemma == "come":
        return _forms_below(syntax, verb, frozenset({"when"})) and syntax.forms[verb + 1 :][:1] == (
            "to",
        )
    if lemma in verbs.taking:
        return _is_measured(syntax, verb) and any(
            syntax.forms[word] == "to"
            and syntax.relations[word] == "mark"
            and verb in syntax.ancestors(word)
            for word in range(verb + 1, len(syntax.forms))
        )
    clauses = _clauses(syntax, verb)
    has_complement = any(syntax.relations[clause] in {"ccomp", "csubj"} for clause in clauses)
    if lemma in verbs.raising:
        return has_complement or any(_forms_below(syntax, clause, LIKE) for clause in clauses)
    is_passive = any(syntax.deprels[child] == "aux:pass" for child in syntax.children[verb])
    is_reported = lemma in verbs.reporting or syntax.forms[verb].startswith("un")
    return is_passive and is_reported and has_complement


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
        and any(
            _is_infinitive(syntax, clause) or _forms_below(syntax, clause, frozenset({"that"}))
            for clause in _clauses(syntax, child)
            if clause != child
        )
        for child in syntax.children[verb]
    )
