"""Subjects: whom a verb speaks to, by the parse, the words beside it and the source verb.

Treebanks hold few second persons, so parses of them are weak; a pronoun beside its verb and the
source's own subject tell more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugins.formality.table import normalised

if TYPE_CHECKING:
    from collections.abc import Collection

    from discotag.core.patterns import Pattern
    from discotag.core.token_context import TokenContext
    from discotag.core.tokens import Token, Tokens

AUXILIARY = frozenset({"aux", "cop"})
CLAUSAL = frozenset({"root", "dep", "parataxis", "ccomp", "discourse"})
NOT_IMPERATIVE = frozenset({"mark", "aux", "cop", "case", "expl"})
UNREAD = frozenset({"NOUN", "ADJ", "NUM", "PROPN", "X"})
"""Parts of speech that analyses give English commands by mistake."""
AFTER_COMMANDS = frozenset({"DET", "PRON", "ADP", "ADV"})
OPENERS = frozenset({"PUNCT", "CCONJ", "INTJ"})
BARE_DO = frozenset({"do", "don't", "n't"})
"""Forms before a command; "does" and "did" belong to a statement."""


def relation(token: Token) -> str:
    """Return a token's relation without its subtype."""
    return token.deprel.split(":")[0]


def clause_head(token: Token) -> Token:
    """Return the word that an auxiliary or copula belongs to; any other word itself."""
    if relation(token) in AUXILIARY and token.head >= 0:
        return token.segment[token.head]
    return token


def parsed_subject(token: Token) -> Token | None:
    """Find the subject that the parse gives a verb (or the clause of an auxiliary)."""
    return next(
        (child for child in clause_head(token).children if relation(child) in {"nsubj", "csubj"}),
        None,
    )


def shared_subject(token: Token) -> Token | None:
    """Find a verb's subject, or that of the verb it is coordinated with."""
    head = clause_head(token)
    seen: set[int] = set()
    while head.index not in seen:
        seen.add(head.index)
        subject = parsed_subject(head)
        if subject is not None or relation(head) != "conj" or head.head < 0:
            return subject
        head = head.segment[head.head]
    return None


def adjacent_subject(
    tokens: Tokens,
    verb: int,
    subjects: Collection[str],
    clitics: Collection[str],
    *,
    inverts: bool = False,
) -> int | None:
    """Find a subject pronoun beside a verb: behind it (`as-tu`), or before it across clitics.

    The first of the words before the verb counts: in *vous vous trompez* the first *vous*, in *ne
    vous trompez pas* none. Where a language `inverts`, a word of its own behind the verb may be its
    subject as well (*hast du*), if none stands before it.
    """
    if verb + 1 < len(tokens):
        behind = tokens.forms[verb + 1]
        if behind.startswith("-") and normalised(behind) in subjects:
            return verb + 1
    first = verb
    while first > 0 and not tokens.forms[first - 1].startswith("-"):
        before = normalised(tokens.forms[first - 1])
        if before not in clitics and before not in subjects:
            break
        first -= 1
    if first < verb and normalised(tokens.forms[first]) in subjects:
        return first
    if inverts and verb + 1 < len(tokens) and normalised(tokens.forms[verb + 1]) in subjects:
        return verb + 1
    return None


def is_imperative(token: Token) -> bool:
    """Return whether a source verb commands: by its mood, or as a base form without a subject."""
    mood = token.feats.get("Mood")
    if mood == "Imp":
        return True
    if token.upos == "VERB" and relation(token) == "conj" and _is_bare(token):
        return _continues_command(token)
    if mood is not None:
        return False
    if (be := _bare_be(token)) is not None:
        return _commands(clause_head(token), be)
    return token.upos == "VERB" and _is_bare_command(token)


def _is_bare_command(token: Token) -> bool:
    """Return whether a verb without mood stands as a base form without a subject of its own."""
    if relation(token) == "conj" and token.head >= 0:
        return not parsed_subject(token) and is_imperative(token.segment[token.head])
    return (
        _may_be_base(token)
        and _is_bare(token)
        and (token.head < 0 or relation(token) in CLAUSAL)
        and parsed_subject(token) is None
        and not any(
            relation(child) in NOT_IMPERATIVE and child.form.casefold() not in BARE_DO
            for child in token.children
        )
    )


def _may_be_base(token: Token) -> bool:
    """Return whether a verb may be a base form; a participle with an object is one: *loosen it*."""
    form = token.feats.get("VerbForm", "Inf")
    return form == "Inf" or (
        form == "Part" and any(relation(child) == "obj" for child in token.children)
    )


def _is_bare(token: Token) -> bool:
    return token.form.casefold() == token.lemma.casefold()


def _continues_command(token: Token) -> bool:
    """Return whether a coordinated base form without a subject is a command.

    It is if what it is coordinated with is one (*wash them and dry them*, whatever mood it was
    given), or is taken for a noun that opens the sentence (*Peel them and slice them*); behind a
    command that opens the sentence, *do not* is no infinitive (*Leave it off and don't touch it*),
    and neither is what is coordinated with a gerund (*Stop whining and watch him*).
    """
    if token.head < 0 or parsed_subject(token) is not None:
        return False
    auxiliaries = [child for child in token.children if relation(child) in NOT_IMPERATIVE]
    if any(child.form.casefold() not in BARE_DO for child in auxiliaries):
        return False
    head = token.segment[token.head]
    first = token.segment[opening(head)]
    is_no_infinitive = bool(auxiliaries) or head.feats.get("VerbForm") == "Ger"
    return (
        is_imperative(head)
        or is_unread_command(first)
        or (is_no_infinitive and first.feats.get("Mood") == "Imp")
    )


def opening(token: Token) -> int:
    """Return the place of the first word of a word's sentence, list numbers left out."""
    place = token.index
    while place > 0 and not opens(token.segment, place):
        place -= 1
    return place


def opens(tokens: Tokens, place: int) -> bool:
    """Return whether a word opens its clause: the first word, or one behind a mark or *and*."""
    before = tokens[place - 1] if place else None
    return before is None or before.upos in OPENERS or before.form.endswith((".", ")"))


def is_unread_command(token: Token) -> bool:
    """Return whether a word is an English command that the analysis takes for a noun.

    A singular noun does not open a clause with a determiner, a pronoun or a preposition right
    behind it; a command does: *Hammer the pegs*, *Practise at home*. Analyzers that know
    no commands need this; the English pack's own finds those before a determiner or pronoun.
    """
    behind = token.index + 1
    return (
        token.upos in UNREAD
        and opens(token.segment, token.index)
        and token.feats.get("Number") != "Plur"
        and behind < len(token.segment)
        and token.segment[behind].upos in AFTER_COMMANDS
    )


def _bare_be(token: Token) -> Token | None:
    """Return the base form of the copula or passive auxiliary of a word's clause: *be* careful."""
    head = clause_head(token)
    return next(
        (
            child
            for child in head.children
            if child.deprel in {"cop", "aux:pass"}
            and child.feats.get("VerbForm") == "Inf"
            and child.form.casefold() == child.lemma.casefold()
        ),
        None,
    )


def _commands(head: Token, be: Token) -> bool:
    """Return whether a clause whose verb is a base form of *be* is a command."""
    return (
        (head.head < 0 or relation(head) in CLAUSAL)
        and parsed_subject(head) is None
        and not any(
            child.index != be.index
            and relation(child) in NOT_IMPERATIVE - {"case"}
            and child.form.casefold() not in BARE_DO
            for child in head.children
        )
    )


def _controller(token: Token) -> Token | None:
    """Return the subject of the verb that an infinitive completes: *do you happen to have one*.

    None where that verb has an object, which is then who acts.
    """
    if relation(token) != "xcomp" or token.head < 0:
        return None
    head = token.segment[token.head]
    has_object = any(relation(child) in {"obj", "iobj"} for child in head.children)
    return None if has_object else shared_subject(head)


def addresses(verb: TokenContext, address: tuple[Pattern, ...], *, default: bool = False) -> bool:
    """Return whether a source verb's subject is somebody spoken to; `default` if it has none.

    Of several subjects one suffices: parsers take a call for a subject (*Sir*, do *you* …).
    """
    subject = shared_subject(verb.word) or _controller(verb.word)
    if subject is None:
        return default
    siblings = verb.word.segment[subject.head].children if subject.head >= 0 else ()
    subjects = {subject.index, *(child.index for child in siblings if relation(child) == "nsubj")}
    return any(pattern.matches(verb.at(index)) for index in subjects for pattern in address)
