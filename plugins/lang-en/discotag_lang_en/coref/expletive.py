"""Pronouns that refer to nothing: features of an empty *it*, patterns of words, constructions.

`none_features` names what speaks for a pronoun without antecedent, `fitting` the patterns that
match the words around it, and `pattern` the construction that the parse shows.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, NamedTuple

from discotag_lang_en.coref.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag_lang_en.coref.mentions import Phrase
    from discotag_lang_en.coref.salience import Candidate
    from discotag_lang_en.coref.syntax import Syntax


BEHIND, BEFORE = 3, 2
"""Words after and before *it* that count by themselves."""
CLAUSES = frozenset({"ccomp", "csubj", "xcomp", "advcl", "acl"})
QUESTIONS = frozenset({"what", "who", "how", "when", "where", "why", "which"})
THINGS = frozenset({"object", "place", "animal", "group", "unknown"})
NEAR = 1
IT = "it:"
"""How the feature begins that shows the role of an *it* (not of *its*)."""


def none_features(pronoun: Phrase, candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """Name what speaks for or against a pronoun without antecedent.

    Args:
        pronoun: the pronoun.
        candidates: what it may take up, the most recent first.
    """
    names = ["none", f"none:{pronoun.role}", *_rivals(pronoun, candidates)]
    names.extend(_place(pronoun))
    if pronoun.pronoun == "it":
        names.extend(_words(pronoun.syntax, pronoun.head))
    if pronoun.syntax.forms[pronoun.head] == "it":
        names.append(f"{IT}{pronoun.role}")
        names.extend(f"words:{name}" for name in fitting(pronoun.syntax, pronoun.head))
    return tuple(names)


def _rivals(pronoun: Phrase, candidates: Sequence[Candidate]) -> Iterator[str]:
    """Yield what the candidates say: none near, or a thing that was just brought up."""
    yield f"none:among{min(len(candidates), 4)}"
    yield f"none:crowd{len(candidates).bit_length()}"
    entities = [item.entity for item in candidates if item.entity is not None]
    near = [
        entity.nominal
        for entity in entities
        if entity.nominal is not None and pronoun.segment - entity.nominal.segment <= NEAR
    ]
    things = [noun for noun in near if noun.traits.animacy in THINGS and not noun.depth]
    yield f"none:near{min(len(near), 3)}"
    yield f"none:things{min(len(things), 2)}"
    if candidates:
        latest = candidates[0].mention
        back = min(pronoun.segment - latest.segment, 3)
        kind = latest.pronoun or latest.mention.kind
        yield f"none:last:{kind}/back{back}"
        yield f"none:last:{latest.traits.animacy}/back{min(back, 2)}"
        yield f"none:last:{latest.role}/back{min(back, 2)}"
        if latest.pronoun == pronoun.pronoun and back <= NEAR:
            known = entities[0].nominal if entities else None
            yield f"none:chain:{'noun' if known else 'empty'}"


def _place(pronoun: Phrase) -> Iterator[str]:
    syntax = pronoun.syntax
    governor = syntax.governor(pronoun.head)
    yield f"none:first{int(pronoun.is_first)}"
    if governor < 0:
        yield "none:root"
        return
    if syntax.is_predicate(governor):
        yield f"none:is:{syntax.upos[governor]}"
    else:
        yield f"none:verb:{syntax.lemmas[governor]}/{pronoun.role}"
    kinds = {
        syntax.relations[child]
        for child in syntax.children[governor]
        if child > governor and syntax.relations[child] in CLAUSES
    }
    for kind in sorted(kinds):
        yield f"none:clause:{kind}"
    if not kinds:
        yield "none:no-clause"


def _words(syntax: Syntax, token: int) -> Iterator[str]:
    """Yield what the words about an *it* say of it."""
    found = pattern(syntax, token)
    yield f"none:rule:{found or 'no'}"
    yield f"none:relation:{syntax.deprels[token]}"
    forms, lemmas = syntax.forms, syntax.lemmas
    for step in range(1, BEHIND + 1):
        word = lemmas[token + step] if token + step < len(forms) else "end"
        yield f"none:+{step}:{word}"
    for step in range(1, BEFORE + 1):
        word = lemmas[token - step] if token >= step else "start"
        yield f"none:-{step}:{word}"
    if token + 2 < len(forms):
        yield f"none:+12:{lemmas[token + 1]} {lemmas[token + 2]}"
    governor = syntax.heads[token]
    if governor < 0:
        return
    yield f"none:lemma:{lemmas[governor]}"
    yield f"none:{found or 'no'}:{syntax.upos[governor]}"
    for child in syntax.children[governor]:
        if child == token or syntax.relations[child] == "punct":
            continue
        yield f"none:has:{syntax.deprels[child]}"
        if syntax.relations[child] in {"obj", "obl", "advmod", "xcomp", "mark", "det", "compound"}:
            yield f"none:has:{syntax.relations[child]}:{lemmas[child]}"
        if forms[child] in QUESTIONS:
            yield f"none:asks:{forms[child]}"
    yield from _infinitive(syntax, governor)
    wide = forms[token + 1 : token + 9]
    for word in ("that", "to", "if", "whether", "when", "who"):
        if word in wide:
            yield f"none:ahead:{word}/{syntax.upos[governor]}"
    if any(form in QUESTIONS for form in forms[max(0, token - 4) : token]):
        yield "none:asked"


def _infinitive(syntax: Syntax, governor: int) -> Iterator[str]:
    """Yield whether an infinitive after lacks an object: *it is hard to read* is a book."""
    for verb in range(governor + 1, len(syntax.forms)):
        if syntax.upos[verb] in {"VERB", "AUX", "NOUN", "ADJ"} and syntax.forms[verb - 1] == "to":
            has_object = syntax.child(verb, "obj", "ccomp", "xcomp") is not None
            gap = "full" if has_object else "end" if verb + 2 >= len(syntax.forms) else "open"
            yield f"none:infinitive:{syntax.upos[governor]}/{gap}"
            return


WORDS_BEFORE, WORDS_AFTER = 5, 14
"""Words before and after *it* that are checked."""
TOKEN = r"[^ |]*\|[^ |]*\|[A-Z]+ "
END = r"(?:$|[^ |]*\|[^ |]*\|PUNCT )"


def fitting(syntax: Syntax, token: int) -> Iterator[str]:
    """Yield the names of the patterns that an *it* fits, in the order of the file."""
    first = max(0, token - WORDS_BEFORE)
    text = "".join(
        f"{'IT' if place == token else _plain(syntax.forms[place])}"
        f"|{_plain(syntax.lemmas[place])}|{syntax.upos[place] or 'X'} "
        for place in range(first, min(len(syntax.forms), token + WORDS_AFTER))
    )
    own = text.index("IT|")
    for name, begun, free in patterns():
        if (begun and begun.match(text, own)) or (free and free.search(text)):
            yield name


def _plain(word: str) -> str:
    return word.replace("’", "'").replace("|", "/").replace(" ", "_")


class Pattern(NamedTuple):
    """A pattern in two parts, for speed.

    Args:
        name: its name.
        begun: what begins with *it*; None = nothing does.
        free: what begins before it, likewise.
    """

    name: str
    begun: re.Pattern[str] | None
    free: re.Pattern[str] | None


@cache
def patterns() -> tuple[Pattern, ...]:
    """Read `pleonastic.toml`, once."""
    text = files("discotag_lang_en.coref").joinpath("pleonastic.toml").read_text("utf-8")
    told = tomllib.loads(text)
    classes = {name: tuple(words) for name, words in told["classes"].items()}
    phrases = dict[str, str]()
    for name, phrase in told["phrases"].items():
        phrases[name] = f"(?:{_expression(phrase, classes, phrases)})"
    found = []
    for name, some in told["patterns"].items():
        parts: tuple[list[str], list[str]] = [], []
        for one in some:
            is_free = not one.startswith("IT ")
            parts[is_free].append(_anchored(one, classes, phrases))
        begun, free = (re.compile("|".join(part)) if part else None for part in parts)
        found.append(Pattern(name, begun, free))
    return tuple(found)


def _anchored(
    pattern: str, classes: Mapping[str, Sequence[str]], phrases: Mapping[str, str]
) -> str:
    """Return an expression that begins with a whole word."""
    start = r"^" if pattern.startswith("^ ") else r"(?:^|(?<= ))"
    return f"{start}(?:{_expression(pattern.removeprefix('^ '), classes, phrases)})"


def _expression(
    pattern: str, classes: Mapping[str, Sequence[str]], phrases: Mapping[str, str]
) -> str:
    """Return a pattern of words as a regular expression.

    Elements are separated by spaces: `word/word` is one of these forms or lemmas, `@name` one of a
    class, `NOUN/ADJ` a part of speech, `<name>` a phrase, `IT` the pronoun, `END` the end or a
    punctuation mark, `_` any word; `!` before it is: not this. `?`, `*`, `+` after it as usual.
    """
    found = ""
    for element in pattern.split():
        count = element[-1] if element[-1] in "?*+" else ""
        body = element.removesuffix(count)
        is_not = body.startswith("!")
        body = body.removeprefix("!")
        piece = _piece(body, classes, phrases)
        found += f"(?!{piece})" if is_not else f"(?:{piece}){count}"
    return found


def _piece(body: str, classes: Mapping[str, Sequence[str]], phrases: Mapping[str, str]) -> str:
    if body == "_":
        return TOKEN
    if body.startswith("<"):
        return phrases[body[1:-1]]
    options = [
        word
        for part in body.split("/")
        for word in (classes[part[1:]] if part.startswith("@") else (part,))
    ]
    tags = [word for word in options if word.isupper() and word not in {"IT", "END"}]
    words = "|".join(re.escape(word) for word in options if word not in {*tags, "END"})
    kinds = [END] if "END" in options else []
    if words:
        kinds.append(rf"(?:{words})\|[^ |]*\|[A-Z]+ |[^ |]*\|(?:{words})\|[A-Z]+ ")
    if tags:
        kinds.append(rf"[^ |]*\|[^ |]*\|(?:{'|'.join(tags)}) ")
    return "|".join(kinds)


Construction = Literal[
    "", "named", "weather", "extraposed", "cleft", "impersonal", "clause", "worth", "object"
]
MARKS = frozenset({"that", "to", "if", "whether", "how", "why", "what", "when", "who", "where"})
COMPLEMENTIZERS = frozenset({"that", "to", "if", "whether", "how", "why", "what"})
"""Words right after an adjective that begin its clause, whatever the parse makes of them."""
LIKE = frozenset({"that", "as", "like", "if"})
PLACES = frozenset({"in", "outside", "under"})
DEMONSTRATIVES = frozenset({"this", "that"})


def is_expletive(syntax: Syntax, token: int) -> bool:
    """Return whether an *it* is empty, by the patterns alone."""
    return bool(pattern(syntax, token))


def pattern(syntax: Syntax, token: int) -> Construction:
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


def _of_subject(syntax: Syntax, token: int, head: int) -> Construction:
    predicate = _predicate(syntax, head)
    if _is_weather(syntax, predicate):
        return "weather"
    if _is_extraposed(syntax, predicate):
        return "extraposed"
    if _is_cleft(syntax, token, predicate):
        return "cleft"
    return "impersonal" if _is_impersonal(syntax, head) else ""


def _has_content(syntax: Syntax, head: int) -> bool:
    """Return whether there is a clause that an expletive can anticipate: parsers see too many."""
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
    """Return whether a word is after a copula or linking verb, however the parse says so."""
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
    """Return the clauses after a predicate, also those that hang on its linking verb."""
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
        if behind and (behind[0] in COMPLEMENTIZERS or (behind[0] == "for" and "to" in behind)):
            return True
    return any(
        _is_subject_clause(syntax, predicate, clause) for clause in _clauses(syntax, predicate)
    )


def _is_subject_clause(syntax: Syntax, predicate: int, clause: int) -> bool:
    """Return whether a clause after an adjective or noun may be what *it* refers to."""
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
    """*It was Anna who …, it is then that …*: the clause is right after the focus."""
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
