"""What nouns and names around a pronoun speak of: persons, groups, men, women, times, things."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag_lang_en.coref.words import kinds, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Token, Tokens

KINDS = {"person": "p", "group": "g", "place": "l", "time": "t"}
NAME = 3
"""Words of a name that are looked at on either side."""
NEAR, ALL = 3, 6
"""Nouns before a pronoun that are told: in its segment, and with the context."""
PERSONS = frozenset({"Np", "Nps", "Pm", "Pf", "Pn"})


def kind_of(token: Token) -> str:
    """Return what a noun or a name speaks of.

    Nouns: `Np` a person, `Ng` a group, `Nl` a place, `Nt` a time, `N-` another, with `s` if plural.
    Names: `Pm` a man, `Pf` a woman, `Pn` a person, by a given name or title in it; `PP` another of
    several words, `P` of one.
    """
    if token.upos == "PROPN":
        return _name(token.segment, token.index)
    lemma = token.lemma.casefold()
    if lemma in _persons() or lemma.endswith("ist"):
        kind = "p"
    elif lemma in words().nouns.group:
        kind = "g"
    else:
        kind = KINDS.get(kinds().get(lemma, ""), "-")
    return f"N{kind}s" if token.feats.get("Number") == "Plur" else f"N{kind}"


@cache
def _persons() -> frozenset[str]:
    nouns = words().nouns
    found = {lemma for lemma, kind in kinds().items() if kind == "person"}
    return nouns.person | nouns.masculine | nouns.feminine | found


def _name(tokens: Tokens, index: int) -> str:
    upos = tokens.upos or ()
    first = last = index
    while first > 0 and upos[first - 1] == "PROPN" and first > index - NAME:
        first -= 1
    while last + 1 < len(tokens) and upos[last + 1] == "PROPN" and last < index + NAME - 1:
        last += 1
    before = tokens.forms[first - 1].casefold() if first else ""
    parts = {before, *(form.casefold() for form in tokens.forms[first : last + 1])}
    titles, names = words().titles, words().names
    if parts & (names.masculine | titles.masculine):
        return "Pm"
    if parts & (names.feminine | titles.feminine):
        return "Pf"
    if parts & titles.neutral or before in _persons():
        return "Pn"
    return "PP" if first < last else "P"


def around(context: Sequence[Tokens], tokens: Tokens, index: int) -> Iterator[str]:
    """Name what the nouns before a place speak of, nearest first, and the subjects'.

    Args:
        context: the segments before.
        tokens: the segment.
        index: the place.
    """
    seen = _before(tokens, index, NEAR)
    for segment in reversed(context):
        if len(seen) >= ALL:
            break
        seen += _before(segment, len(segment), ALL - len(seen))
    for kind in sorted(set(seen)):
        yield f"seen {kind}"
    yield f"seen last {' '.join(seen[:2])}"
    yield f"seen persons {min(3, sum(kind in PERSONS for kind in seen))}"
    yield f"seen man {'Pm' in seen}"
    yield f"seen woman {'Pf' in seen}"
    subjects = [token for token in tokens if _is_subject(token) and token.index < index]
    if subjects and subjects[-1].upos in ud.NOMINAL:
        yield f"subject {kind_of(subjects[-1])}"
    former = [token for token in context[-1] if _is_subject(token)] if context else []
    if former:
        first = former[0]
        kind = kind_of(first) if first.upos in ud.NOMINAL else first.form.casefold()
        yield f"subject before {kind}"


def _before(tokens: Tokens, index: int, most: int) -> list[str]:
    found: list[str] = []
    for place in range(index - 1, -1, -1):
        if len(found) == most:
            break
        if tokens[place].upos in ud.NOMINAL:
            found.append(kind_of(tokens[place]))
    return found


def _is_subject(token: Token) -> bool:
    return ud.relation(token) == "nsubj"
