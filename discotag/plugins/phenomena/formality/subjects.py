"""Subjects: whom a verb speaks to, by the parse, the words beside it and the source verb.

Treebanks hold few second persons, so parses of them are weak; a pronoun beside its verb and the
source's own subject tell more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.language import ud
from discotag.plugins.phenomena.formality.table import normalised

if TYPE_CHECKING:
    from collections.abc import Collection

    from discotag.core.patterns import Pattern, TokenContext
    from discotag.core.tokens import Token, Tokens

AUXILIARY = frozenset({"aux", "cop"})
STOPS = frozenset({".", "!", "?", "…", "..."})
BEFORE_QUESTION = frozenset({"ADV", "AUX", "PART", "INTJ"})
WILL = frozenset({"will", "would"})
OTHER_PERSONS = frozenset({"1", "3"})


def clause_head(token: Token) -> Token:
    """Return the word that an auxiliary or copula belongs to; any other word itself."""
    if ud.relation(token) in AUXILIARY and token.head >= 0:
        return token.segment[token.head]
    return token


def parsed_subject(token: Token) -> Token | None:
    """Find the subject that the parse gives a verb (or the clause of an auxiliary)."""
    return next(
        (
            child
            for child in clause_head(token).children
            if ud.relation(child) in {"nsubj", "csubj"}
        ),
        None,
    )


def shared_subject(token: Token) -> Token | None:
    """Find a verb's subject, or that of the verb it is coordinated with."""
    head = clause_head(token)
    seen: set[int] = set()
    while head.index not in seen:
        seen.add(head.index)
        subject = parsed_subject(head)
        if subject is not None or ud.relation(head) != "conj" or head.head < 0:
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


def _controller(token: Token) -> Token | None:
    """Return the subject of the verb that an infinitive completes: *do you happen to have one*.

    None where that verb has an object, which is then who acts.
    """
    if ud.relation(token) != "xcomp" or token.head < 0:
        return None
    head = token.segment[token.head]
    has_object = any(ud.relation(child) in {"obj", "iobj"} for child in head.children)
    return None if has_object else shared_subject(head)


def asks_without_subject(verb: Token) -> bool:
    """Return whether a verb asks who is spoken to and leaves out *did you*.

    *Forgot your password?* Only where it opens its sentence, and says nothing of another person
    (Quirk et al., A Comprehensive Grammar of the English Language, ch. 12, on situational
    ellipsis).
    """
    is_been = verb.feats.get("VerbForm") == "Part" and verb.upos == "AUX"
    if not (verb.upos == "VERB" or is_been) or verb.feats.get("Mood") == "Imp":
        return False
    before = _before_in_sentence(verb)
    told = [token for token in (*before, verb) if token.feats.get("Tense") != "Past"]
    return (
        all(token.upos in BEFORE_QUESTION and token.lemma not in WILL for token in before)
        and not any(token.feats.get("Person") in OTHER_PERSONS for token in told)
        and not _is_passive(verb)
        and _ends_as_question(verb)
    )


def _before_in_sentence(token: Token) -> list[Token]:
    """Return the words before a word in its sentence, the nearest first."""
    found = []
    for place in range(token.index - 1, -1, -1):
        if token.segment.forms[place] in STOPS:
            break
        found.append(token.segment[place])
    return found


def _is_passive(verb: Token) -> bool:
    """Return whether a verb is a participle of what is done to somebody: *Delayed by rain?*."""
    has_object = any(ud.relation(child) == "obj" for child in verb.children)
    return verb.feats.get("Voice") == "Pass" and not has_object


def _ends_as_question(verb: Token) -> bool:
    """Return whether a sentence ends with `?` and says *you* nowhere behind a verb."""
    tokens = verb.segment
    for place in range(verb.index + 1, len(tokens)):
        token = tokens[place]
        if token.form in STOPS:
            return token.form == "?"
        if token.feats.get("Person") == "2" and token.feats.get("Poss") != "Yes":
            return False  # Said she saw you?
    return False


def addresses(verb: TokenContext, address: tuple[Pattern, ...], *, default: bool = False) -> bool:
    """Return whether a source verb's subject is somebody spoken to; `default` if it has none.

    Of several subjects one suffices: parsers take a call for a subject (*Sir*, do *you* …).
    """
    subject = shared_subject(verb.word) or _controller(verb.word)
    if subject is None:
        return default or asks_without_subject(verb.word)
    siblings = verb.word.segment[subject.head].children if subject.head >= 0 else ()
    subjects = {
        subject.index,
        *(child.index for child in siblings if ud.relation(child) == "nsubj"),
    }
    return any(pattern.matches(verb.at(index)) for index in subjects for pattern in address)
