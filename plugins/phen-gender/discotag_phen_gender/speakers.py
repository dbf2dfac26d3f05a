"""Who says *I*: in a quotation that runs over several segments, and in a turn of a conversation.

*Anna said: "I was tired.* / *I went home."* – the second *I* is Anna, for the quotation is still
open. A quotation counts if a verb of saying stands right before it or right behind it, with its
subject; a turn, if its line begins with a name and a colon. Quotations that merely follow another
may be somebody else's answer and tell nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag_phen_gender.english import english
from discotag_phen_gender.roles import is_person_noun, name_head

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Side, Token, Tokens
    from discotag_phen_gender.roles import Key

FIRST = frozenset({"i", "me", "my", "myself", "mine"})
SAME, OPEN, CLOSE = '"', "“„«", "”»"
"""Quotation marks: the same on both sides, opening, closing; “ also closes what „ opened."""
LONGEST = 8
"""Segments of the longest quotation or turn that is followed; more is a mark that was lost."""
CONVERSATION = 2
"""Turns of the shortest conversation."""
LABEL = 5
"""Words of the longest name before a turn."""


class _Span(NamedTuple):
    """A quotation over several segments: its marks' places."""

    first: Key
    last: Key


def speakers(side: Side) -> dict[Key, Key]:
    """Return the speaker's word for each *I* whose speaker the text names for sure."""
    found: dict[Key, Key] = {}
    for span in _open_quotations(side):
        speaker = _said_before(side, span.first) or _said_behind(side, span.last)
        if speaker is not None:
            found |= dict.fromkeys(_first_persons(side, span.first, span.last), speaker)
    labels = [(segment, _label(tokens)) for segment, tokens in enumerate(side)]
    turns = [(segment, name) for segment, name in labels if name is not None]
    others = [segment for segment, tokens in enumerate(side) if _colon(tokens)]
    if len(turns) < CONVERSATION:
        return found
    for segment, (name, colon) in turns:
        until = next((other for other in others if other > segment), len(side))
        last = (min(until, segment + LONGEST), 0)
        words = _first_persons(side, (segment, colon), last)
        found |= dict.fromkeys(words, (segment, name))
    return found


def _first_persons(side: Side, first: Key, last: Key) -> Iterator[Key]:
    """Yield the *I* and *my* between two places."""
    for segment in range(first[0], min(last[0] + 1, len(side))):
        for token in side[segment]:
            place = (segment, token.index)
            if first < place < last and token.form.casefold() in FIRST:
                yield place


def _open_quotations(side: Side) -> Iterator[_Span]:
    """Yield the quotations that begin in one segment and end in a later one."""
    begun: Key | None = None
    for segment, tokens in enumerate(side):
        if begun is not None and segment - begun[0] > LONGEST:
            begun = None
        for token in tokens:
            place = (segment, token.index)
            if begun is None and (token.form == SAME or token.form in OPEN):
                begun = place
            elif begun is not None and (token.form == SAME or token.form in CLOSE + "“"):
                if begun[0] != segment:
                    yield _Span(begun, place)
                begun = None


def _said_before(side: Side, mark: Key) -> Key | None:
    """Return the speaker of a verb of saying that stands right before a mark: *Anna said: "*."""
    tokens, place = side[mark[0]], mark[1] - 1
    while place >= 0 and tokens[place].form in {",", ":", "that"}:
        place -= 1
    return _speaker(mark[0], tokens, place) if place >= 0 else None


def _said_behind(side: Side, mark: Key) -> Key | None:
    """Return the speaker of a verb of saying right behind a mark: *" said Anna*, *" Anna said*."""
    tokens = side[mark[0]]
    verbs = range(mark[1] + 1, len(tokens))
    verb = next((i for i in verbs if tokens[i].upos in {"VERB", "PUNCT", "AUX"}), None)
    while verb is not None and verb < len(tokens) and tokens[verb].form == ",":
        verb = verb + 1
    return _speaker(mark[0], tokens, verb) if verb is not None and verb < len(tokens) else None


def _speaker(segment: int, tokens: Tokens, verb: int) -> Key | None:
    """Return the subject of a verb of saying, if it is a person's word."""
    if tokens[verb].lemma.casefold() not in english().saying:
        return None
    for child in tokens[verb].children:
        if child.deprel.startswith("nsubj") and _may_speak(child):
            return segment, name_head(tokens, child.index)
    return None


def _may_speak(token: Token) -> bool:
    is_one = token.feats.get("Number") != "Plur"
    is_pronoun = token.form.casefold() in english().pronouns
    return is_one and (is_pronoun or token.upos == "PROPN" or is_person_noun(token))


def _colon(tokens: Tokens) -> int | None:
    """Return the colon behind what may say whose turn a line is; `Me:` names nobody known."""
    return next((i for i, form in enumerate(tokens.forms[: LABEL + 1]) if form == ":"), None)


def _label(tokens: Tokens) -> tuple[int, int] | None:
    """Return the name that a line begins with, and the colon behind it: *Ms Smith: …*."""
    colon = _colon(tokens)
    if not colon:
        return None
    words = list(tokens)[:colon]
    is_name = all(word.form.istitle() and word.upos in {"PROPN", "X", "NOUN"} for word in words)
    name = next((word for word in reversed(words) if word.upos == "PROPN"), None)
    return (name_head(tokens, name.index), colon) if is_name and name is not None else None
